/**
 * What is true of a payment within its order, as every page shows it. The companion decides it from all payments of the
 * order; of these, the first that fits.
 */
export const PAYMENT_VIEWS = [
  'paid_twice',
  'paid',
  'refunded',
  'paid_by_another',
  'review',
  'confirming',
  'waiting',
  'unresolved',
  'failed',
] as const;

/** One of {@link PAYMENT_VIEWS}. */
export type PaymentView = (typeof PAYMENT_VIEWS)[number];

/** Whether a payment of the order has no result yet, so that another request may be a second debit. */
export function isOpenView(view: PaymentView | null): view is 'waiting' | 'unresolved' {
  return view === 'waiting' || view === 'unresolved';
}

/** When each view is true. The manual's table has these sentences. */
export const PAYMENT_VIEW_MEANINGS: Readonly<Record<PaymentView, string>> = {
  paid_twice:
    'two or more payments of the order are paid (completed, or recorded as received) and not refunded in full',
  paid: 'this payment is paid, also unverified, with differences, or refunded in part',
  refunded: 'this payment, or every paid payment of the order, is refunded in full',
  paid_by_another: 'another payment of the order is paid; `paidBy` names it if both have the same payer’s number',
  review:
    'a person must look: a payment of the order has open differences, or was reported as completed and could not be read for ten minutes',
  confirming: 'the operator reports a payment of the order as completed, and its details cannot be read yet',
  waiting: 'a payment of the order is about to be sent, is being sent, or is `pending` and polled',
  unresolved:
    'the result of a payment of the order is unknown, and nobody asks for it: the answer was lost, or the polling has stopped',
  failed: 'each payment of the order has failed, or the merchant recorded it as `not_received` or `closed`',
};
