import type { PaymentId } from '@tsena/shared/checkout';
import type { Operator } from '../operator/client.ts';
import { isReferenceMissing } from '../rules/attemptPolicy.ts';
import { findPayment } from '../storage/reads.ts';
import { countReferenceAttempt, giveReferenceAttemptBack, type ReferenceBounds } from '../storage/referenceAttempts.ts';
import type { StoredPayment } from '../storage/schema.ts';
import { type CompleteByReferenceOptions, completeByReference, type ResolutionResult } from './completeByReference.ts';

/** Five references count. An outage of the operator uses up none of them, three times at most. */
const BOUNDS: ReferenceBounds = { maxAttempts: 5, maxGivenBack: 3 };

/** What {@link submitReference} takes. */
export interface SubmitReferenceOptions extends CompleteByReferenceOptions {
  readonly operator: Pick<Operator, 'submitted'>;
}

/**
 * The payer submits the reference in the operator's SMS. The payment completes if the operator's details of that transaction match in
 * amount, currency, both parties and time, and no other payment has it. A reference that is refused before the operator is asked does
 * not count, and nothing is written.
 *
 * @param transactionReference in the spelling that `readTransactionReference` gives
 */
export async function submitReference(
  options: SubmitReferenceOptions,
  id: PaymentId,
  transactionReference: string,
): Promise<ResolutionResult> {
  const { storage, operator } = options;
  const read = () => findPayment(storage.store.db, id);
  // Before the budget, which all payments share: a payment without attempts left spends nothing of it.
  const refused = refusalOf(await read());
  if (refused !== undefined) return refused;
  const result = await operator.submitted.run(id, async (lookups): Promise<ResolutionResult> => {
    const counted = await countReferenceAttempt(storage, id, BOUNDS);
    // Another request, or the operator's answer, came first.
    if (counted === undefined) return refusalOf(await read()) ?? { ok: false, code: 'reference_not_accepted' };
    const answer = await lookups.details(transactionReference);
    if (answer.kind === 'unavailable') await giveReferenceAttemptBack(storage, id, BOUNDS);
    return completeByReference(options, counted, transactionReference, answer, {
      from: ['unresolved', 'pending'],
      by: 'payer',
      isMerchant: false,
    });
  });
  return 'kind' in result ? { ok: false, code: 'operator_unavailable', retryAfterMs: result.retryAfterMs } : result;
}

/** A reference can show whether the money moved: the operator's answer was lost, or the operator does not name the transaction. */
function acceptsReference(payment: StoredPayment): boolean {
  return payment.status === 'unresolved' || (payment.status === 'pending' && isReferenceMissing(payment));
}

function refusalOf(payment: StoredPayment | undefined): Extract<ResolutionResult, { readonly ok: false }> | undefined {
  if (payment === undefined) return { ok: false, code: 'payment_not_found' };
  if (!acceptsReference(payment)) return { ok: false, code: 'reference_not_accepted' };
  return payment.reference_attempts >= BOUNDS.maxAttempts ? { ok: false, code: 'reference_attempts_exhausted' } : undefined;
}
