import type { MerchantPayment } from '@tsena/shared/merchant';
import { remainingOf } from '../refunds/remaining.ts';

/** What a merchant can do with a payment. */
export type Action = 'refresh' | 'reference' | 'resolve' | 'refund' | 'close';

/** Lists the actions that the companion accepts for this payment. */
export function getActions(payment: MerchantPayment): Action[] {
  const actions = getReviewActions(payment);
  if (!isPaid(payment) || remainingOf(payment) === 0) return actions;
  // The extra payment of an order is usually refunded; the review of others is usually closed.
  return payment.reviewReasons.includes('overpaid') ? ['refund', ...actions] : [...actions, 'refund'];
}

/**
 * Whether money came in, so that it can go back: the payment is completed, or the merchant recorded that the money
 * arrived.
 */
function isPaid({ status, resolution }: Pick<MerchantPayment, 'status' | 'resolution'>): boolean {
  return status === 'completed' || resolution?.kind === 'received';
}

function getReviewActions({ status, reviewReasons, polling }: MerchantPayment): Action[] {
  const needsReview = reviewReasons.length > 0;
  switch (status) {
    case 'pending':
      return ['refresh', 'reference', 'resolve'];
    case 'unresolved':
      // An unresolved payment that is not polled has no serverCorrelationId, so there is nothing to check.
      return polling ? ['refresh', 'reference', 'resolve'] : ['reference', 'resolve'];
    case 'failed':
      // Closing would not let the customer pay again.
      if (reviewReasons.includes('details_mismatch')) return ['reference', 'resolve'];
      return needsReview ? ['reference', 'close'] : ['reference'];
    case 'completed':
      if (reviewReasons.includes('unverified')) return ['refresh', 'close'];
      return needsReview ? ['close'] : [];
    default:
      return [];
  }
}
