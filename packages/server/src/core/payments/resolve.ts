import type { PaymentId } from '@tsena/shared/checkout';
import type { ResolveBody } from '@tsena/shared/merchant';
import type { Operator } from '../operator/client.ts';
import { RESOLVABLE } from '../rules/decisions/reference.ts';
import { hasSeen } from '../rules/decisions/resolution.ts';
import { findPayment } from '../storage/reads.ts';
import type { Alongside } from './applyDecision.ts';
import { type CompleteByReferenceOptions, completeByReference, type ResolutionResult } from './completeByReference.ts';
import { readTyped } from './readTyped.ts';

/** What {@link resolvePayment} takes. */
export interface ResolvePaymentOptions extends CompleteByReferenceOptions {
  readonly operator: Pick<Operator, 'details'>;
}

/**
 * The merchant resolves a payment that needs review: by a transaction reference, whose details must match, or by a
 * recorded resolution with a reason.
 *
 * @param by the name of the key, for the history
 * @param alongside what else the transaction writes
 */
export async function resolvePayment(
  options: ResolvePaymentOptions,
  id: PaymentId,
  body: ResolveBody,
  by: string,
  alongside?: Alongside,
): Promise<ResolutionResult> {
  if ('transactionReference' in body) return resolveByReference(options, id, body.transactionReference, by, alongside);
  const applied = await options.changes.apply(id, { kind: 'resolution', ...body, by }, alongside);
  if (applied === undefined) return { ok: false, code: 'payment_not_found' };
  const { outcome, payment } = applied;
  if (outcome) return { ok: true, payment };
  return hasSeen(payment, body)
    ? { ok: false, code: 'resolve_not_possible' }
    : { ok: false, code: 'resolution_changed', standing: payment };
}

/** As `submitReference`, without its limits, and also for a payment that has failed. */
async function resolveByReference(
  options: ResolvePaymentOptions,
  id: PaymentId,
  transactionReference: string,
  by: string,
  alongside: Alongside | undefined,
): Promise<ResolutionResult> {
  const payment = await findPayment(options.storage.store.db, id);
  if (payment === undefined) return { ok: false, code: 'payment_not_found' };
  if (!RESOLVABLE.includes(payment.status)) return { ok: false, code: 'resolve_not_possible' };
  const { reference, answer } = await readTyped(options.storage.store.db, options.operator, transactionReference, id);
  return completeByReference(options, id, reference, answer, { by, isMerchant: true }, alongside);
}
