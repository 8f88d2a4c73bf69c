import { type Msisdn, type ProblemCode, sumFees } from '@tsena/shared';
import type { PaymentStatus } from '@tsena/shared/checkout';
import type { ReferenceMismatch } from '@tsena/shared/merchant';
import type { DetailsOutcome } from '../operator/outcome.ts';
import { findPayment } from '../storage/reads.ts';
import { isTransactionTaken, orderPaidBy } from '../storage/sameTransaction.ts';
import type { StoredPayment } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import type { PaymentChanges } from './paymentChanges.ts';
import { createdAtOf, namesPayment, sentBetween, verifyDetails } from './verifyDetails.ts';

/** The result of a submitted reference or of a merchant's resolution. */
export type ResolutionResult =
  | { readonly ok: true; readonly payment: StoredPayment }
  | {
      readonly ok: false;
      readonly code: Extract<
        ProblemCode,
        | 'payment_not_found'
        | 'reference_not_accepted'
        | 'reference_mismatch'
        | 'reference_attempts_exhausted'
        | 'resolve_not_possible'
        | 'operator_unavailable'
      >;
      readonly retryAfterMs?: number | null;
      /** Why a reference does not match. It may name other orders, so only the merchant may read it. */
      readonly mismatch?: ReferenceMismatch;
    };

/** What {@link completeByReference} takes. */
export interface CompleteByReferenceOptions {
  readonly storage: Storage;
  readonly changes: PaymentChanges;
  /** The credit party that the details must name. */
  readonly partnerMsisdn: Msisdn;
}

/** Who named the transaction (a callback is not trusted either), and the statuses in which the payment may be. */
export interface Submission {
  readonly from: readonly PaymentStatus[];
  /** `payer`, `callback`, or the name of the merchant's key. */
  readonly by: string;
  /** The merchant decides about a time that does not fit; nobody else may. */
  readonly isMerchant: boolean;
  /** Completes it only while the lease with this fencing token is its newest. */
  readonly fence?: number;
}

/**
 * Completes a payment by the operator's details of a transaction that a person or a callback named. The amount, currency, both parties and time must
 * match, and no other payment may have the transaction.
 *
 * @param transactionReference in the spelling that `readTransactionReference` gives
 * @param answer the operator's answer about that reference (section 2.5)
 */
export async function completeByReference(
  { storage, changes, partnerMsisdn }: CompleteByReferenceOptions,
  payment: StoredPayment,
  transactionReference: string,
  answer: DetailsOutcome,
  { from, by, isMerchant, fence }: Submission,
): Promise<ResolutionResult> {
  if (answer.kind === 'unavailable') return { ok: false, code: 'operator_unavailable', retryAfterMs: answer.retryAfterMs };
  if (answer.kind === 'absent') return refuse({ kind: 'absent' });
  const { details } = answer;
  const verification = verifyDetails(details, payment, partnerMsisdn);
  if (verification.kind === 'mismatch')
    return refuse({ kind: 'differs', fields: [...verification.fields], amount: details.amount ?? null });
  if (verification.kind !== 'match') return refuse({ kind: 'inconclusive' });
  const suspectSentBetween = sentBetween(details, payment);
  if (suspectSentBetween === undefined) return refuse({ kind: 'time' });
  try {
    const completed = await changes.apply(payment.id, {
      to: 'completed',
      from,
      ...(fence === undefined ? {} : { fence }),
      set: {
        transaction_id: transactionReference,
        fees: sumFees(details.fees),
        verified: 1,
        differences: null,
        failure_code: null,
        details_unavailable_since: null,
        final_at: storage.clock.now(),
        next_check_at: null,
      },
      transaction: {
        createdAt: createdAtOf(details),
        isProven: namesPayment(details, payment),
        ...(isMerchant ? {} : { suspectSentBetween }),
      },
      event: { kind: 'completed', data: { transactionId: transactionReference, verified: true, by } },
      webhook: 'payment.completed',
    });
    if (completed !== null) return { ok: true, payment: completed };
    const current = await findPayment(storage.store.db, payment.id);
    return current?.status === 'completed' ? { ok: true, payment: current } : { ok: false, code: 'reference_not_accepted' };
  } catch (error) {
    if (!isTransactionTaken(error)) throw error;
    const order = await orderPaidBy(storage.store.db, error, transactionReference);
    return refuse(order === undefined ? { kind: 'inconclusive' } : { kind: 'used', order });
  }
}

function refuse(mismatch: ReferenceMismatch): ResolutionResult {
  return { ok: false, code: 'reference_mismatch', mismatch };
}
