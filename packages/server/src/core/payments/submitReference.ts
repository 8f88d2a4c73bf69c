import type { PaymentId } from '@tsena/shared/checkout';
import type { Operator } from '../operator/client.ts';
import { BY_PAYER, refuseReference } from '../rules/decisions/reference.ts';
import { findPayment } from '../storage/reads.ts';
import { momentOf } from '../storage/storage.ts';
import { type CompleteByReferenceOptions, completeByReference, type ResolutionResult } from './completeByReference.ts';
import { readTyped } from './readTyped.ts';

/** What {@link submitReference} takes. */
export interface SubmitReferenceOptions extends CompleteByReferenceOptions {
  readonly operator: Pick<Operator, 'strangers'>;
  /** After which a pending payment takes a reference too, ms. */
  readonly cooldownMs: number;
}

/**
 * The payer submits the reference in the operator's SMS. The payment completes if the operator's details of that
 * transaction match in amount, currency, both parties and time, and no other payment has it. A reference that is
 * refused before the operator is asked does not count, and nothing is written.
 *
 * @param transactionReference as `readTransactionReference` gives it
 */
export async function submitReference(
  options: SubmitReferenceOptions,
  id: PaymentId,
  transactionReference: string,
): Promise<ResolutionResult> {
  const { storage, operator, changes, cooldownMs } = options;
  // Before the budget, which all payments share: a payment without attempts left spends nothing of it.
  const payment = await findPayment(storage.store.db, id);
  if (payment === undefined) return { ok: false, code: 'payment_not_found' };
  const refusal = refuseReference(payment, { cooldownMs }, momentOf(storage));
  if (refusal !== null) return { ok: false, code: refusal };
  const result = await operator.strangers.run(id, async (lookups): Promise<ResolutionResult> => {
    const counted = await changes.apply(id, { kind: 'reference_attempt', cooldownMs });
    // Another request, or the operator's answer, came first.
    if (counted === undefined || counted.outcome !== null)
      return { ok: false, code: counted?.outcome ?? 'payment_not_found' };
    const { reference, answer } = await readTyped(storage.store.db, lookups, transactionReference, id);
    if (answer.kind === 'unavailable') await changes.apply(id, { kind: 'reference_returned' });
    return completeByReference(options, id, reference, answer, BY_PAYER);
  });
  return 'kind' in result ? { ok: false, code: 'operator_unavailable', retryAfterMs: result.retryAfterMs } : result;
}
