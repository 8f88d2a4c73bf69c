import type { MerchantPayment } from '@tsena/shared/merchant';

/** What a merchant can do with a payment. */
export type Action = 'refresh' | 'reference' | 'resolve' | 'close';

/** Lists the actions that the companion accepts for this payment; empty if the payment needs none. */
export function getActions({ status, reviewReasons, polling }: MerchantPayment): Action[] {
  const needsReview = reviewReasons.length > 0;
  switch (status) {
    case 'pending':
      return ['refresh', 'reference', 'resolve'];
    case 'unresolved':
      // An unresolved payment that is not polled has no serverCorrelationId, so there is nothing to check.
      return polling ? ['refresh', 'reference', 'resolve'] : ['reference', 'resolve'];
    case 'failed':
      return needsReview ? ['reference', 'close'] : ['reference'];
    case 'completed':
      if (reviewReasons.includes('unverified')) return ['refresh', 'close'];
      return needsReview ? ['close'] : [];
    default:
      return [];
  }
}
