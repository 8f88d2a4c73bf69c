import { surely } from '../clock.ts';
import type { Lookups } from '../operator/lookups.ts';
import { type Candidate, namedTransactionsOf, rejectCandidate } from '../storage/callbacks.ts';
import type { StoredPayment } from '../storage/schema.ts';
import { type CompleteByReferenceOptions, completeByReference } from './completeByReference.ts';
import { verifyDetails } from './verifyDetails.ts';

/** How long the operator may not know a transaction from a callback before it is rejected, ms. */
const UNKNOWN_FOR_MS = 10 * 60_000;
const TRANSACTIONS_PER_CHECK = 5;

/** Whether a transaction that a callback named completed the payment; if not, how long the operator asked us to wait, ms. */
export type NamedCompletion = { readonly isCompleted: true } | { readonly isCompleted: false; readonly retryAfterMs: number | null };

/**
 * Completes a payment by a transaction that its callbacks name. The operator reports the payment as completed, and does not name the
 * transaction itself. As with a reference from a payer, the details must match in amount, currency, both parties and time, and no other
 * payment may have the transaction.
 *
 * @param payment a payment whose lease this process holds
 * @param lookups lookups with a budget, because anybody who knows a callback address can name transactions
 */
export async function completeByNamedTransaction(
  options: CompleteByReferenceOptions,
  payment: StoredPayment,
  lookups: Pick<Lookups, 'details'>,
): Promise<NamedCompletion> {
  let retryAfterMs: number | null = null;
  for (const candidate of await namedTransactionsOf(options.storage.store.db, payment, TRANSACTIONS_PER_CHECK)) {
    const outcome = await tryTransaction(options, payment, candidate, lookups);
    if (outcome.isCompleted) return outcome;
    retryAfterMs = outcome.retryAfterMs ?? retryAfterMs;
  }
  return { isCompleted: false, retryAfterMs };
}

/** {@link completeByNamedTransaction} for one callback. A transaction that cannot be this payment's is rejected. */
export async function tryTransaction(
  options: CompleteByReferenceOptions,
  payment: StoredPayment,
  { transaction_reference, received_at }: Candidate,
  lookups: Pick<Lookups, 'details'>,
): Promise<NamedCompletion> {
  const { storage, partnerMsisdn } = options;
  const again = (retryAfterMs: number | null = null): NamedCompletion => ({ isCompleted: false, retryAfterMs });
  const reject = async (why: string): Promise<NamedCompletion> => {
    await rejectCandidate(storage, payment, { transaction_reference }, why);
    return again();
  };

  const answer = await lookups.details(transaction_reference);
  if (answer.kind === 'unavailable') return again(answer.retryAfterMs);
  if (answer.kind === 'absent') {
    const isOld = storage.clock.now() - received_at > surely(storage.clock, UNKNOWN_FOR_MS);
    return isOld ? reject('the operator does not know the transaction') : again();
  }
  const match = verifyDetails(answer.details, payment, partnerMsisdn);
  if (match.kind === 'inconclusive') return again();
  if (match.kind === 'mismatch') return reject(`the details differ in ${match.fields.join(', ')}`);
  const submission = { from: [payment.status], by: 'callback', isMerchant: false, fence: payment.fence } as const;
  const result = await completeByReference(options, payment, transaction_reference, answer, submission);
  if (result.ok) return { isCompleted: true };
  return result.code === 'reference_mismatch' ? reject('its transaction is of another payment or another time') : again();
}
