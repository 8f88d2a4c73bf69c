import { REVIEW_REASONS, type ReviewReason } from '@tsena/shared/merchant';
import { isPaid } from './attemptPolicy.ts';
import type { HistoryEvent } from './historyEvent.ts';
import type { StoredPayment } from './payment.ts';

/** The columns of a payment on which its reasons depend, and those of the other payments of its order. */
export type Reviewed = Pick<
  StoredPayment,
  'status' | 'resolution' | 'differences' | 'verified' | 'next_check_at' | 'amount' | 'amount_refunded'
>;

/** The kinds of a payment's events, oldest first. */
type Kinds = readonly { readonly kind: string }[];

/**
 * Why a payment needs review. What an event raised is answered by a later resolution, and may be raised again. The
 * other reasons depend on the columns alone.
 *
 * @param others the other payments of its order
 */
export function reviewReasons(payment: Reviewed, history: Kinds, others: readonly Reviewed[]): ReviewReason[] {
  const { status, resolution } = payment;
  const hasNoCheck = payment.next_check_at === null;
  const isRaised: Readonly<Record<ReviewReason, boolean>> = {
    unresolved: status === 'unresolved' && resolution === null,
    details_mismatch: payment.differences !== null && isOpenSince('details_mismatch', history),
    // The full refund of all but one of the paid payments answers it, until that is voided.
    overpaid: isOpenSince('order_overpaid', history) && isKept(payment) && others.some(isPaidAndKept),
    polling_stopped: status === 'pending' && hasNoCheck && resolution === null,
    // Who resolved the payment after it completed knows that its details were not read.
    unverified: payment.verified === 0 && hasNoCheck && isOpenSince('completed', history),
  };
  return REVIEW_REASONS.filter((reason) => isRaised[reason]);
}

function isOpenSince(kind: HistoryEvent['kind'], history: Kinds): boolean {
  const lastOf = (one: HistoryEvent['kind']) => history.findLastIndex((event) => event.kind === one);
  return lastOf(kind) > lastOf('resolved');
}

function isKept({ amount, amount_refunded }: Reviewed): boolean {
  return amount_refunded < amount;
}

function isPaidAndKept(payment: Reviewed): boolean {
  return isPaid(payment) && isKept(payment);
}

/** As the column `review_reasons` has them: comma-separated; null if the payment needs no review. */
export function writeReasons(reasons: readonly ReviewReason[]): string | null {
  return reasons.length === 0 ? null : reasons.join(',');
}

/** The reasons in the column `review_reasons`. */
export function readReasons({ review_reasons }: Pick<StoredPayment, 'review_reasons'>): ReviewReason[] {
  const written = review_reasons?.split(',') ?? [];
  return REVIEW_REASONS.filter((reason) => written.includes(reason));
}
