import type { Language } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import type { MerchantPayment, ResolveBody } from '@tsena/shared/merchant';
import type { Alongside } from '../../core/payments/applyDecision.ts';
import type { HttpContext } from '../../http/kit/context.ts';
import type { Doer } from '../../http/kit/doer.ts';
import { ProblemError } from '../../input/problemError.ts';
import { recordAudit } from '../shared/auditLog.ts';
import { viewOne } from './views.ts';

/**
 * Resolves a payment that needs review. The audit log says who did it, in the same transaction; the payment's history
 * has the reason.
 *
 * @throws ProblemError if it is not resolved
 */
export async function resolve(
  context: Pick<HttpContext, 'storage' | 'resolvePayment' | 'viewForMerchant'>,
  id: PaymentId,
  body: ResolveBody,
  by: Doer,
  language: Language,
): Promise<MerchantPayment> {
  const changes =
    'transactionReference' in body
      ? { transactionReference: body.transactionReference }
      : { resolution: body.resolution };
  const alongside: Alongside = (trx) =>
    recordAudit(context.storage, trx, by, { action: 'payment_resolved', subject: id, changes });
  const result = await context.resolvePayment(id, body, by.name, alongside);
  if (result.ok) return viewOne(context, result.payment, language);
  const { code, retryAfterMs, mismatch, standing } = result;
  const members = {
    ...(mismatch === undefined ? {} : { mismatch }),
    ...(standing === undefined ? {} : { resolution: (await viewOne(context, standing, language)).resolution }),
  };
  throw new ProblemError(code, { retryAfterMs, members });
}
