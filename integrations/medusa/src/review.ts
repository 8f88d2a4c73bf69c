/** The name of the event that asks for review: `data` is a {@link TsenaReview}. */
export const REVIEW_EVENT = 'tsena.review_required';

/** Why a payment needs review. */
export type ReviewReason =
  | 'other_environment'
  | 'amount_differs'
  | 'paid_twice'
  | 'paid_after_cancellation'
  | 'session_not_found'
  | 'not_placed'
  | 'unresolved'
  | 'review_required'
  | 'overpaid'
  | 'refunded'
  | 'refund_not_sent'
  | 'refund_voided';

/** The data of the event `tsena.review_required`. */
export interface TsenaReview {
  readonly reason: ReviewReason;
  /** What happened, and what to do. */
  readonly text: string;
  /** The payment session, which is the order reference. */
  readonly session_id: string;
  /** Null while the cart is no order. */
  readonly order_id: string | null;
  /** The companion's id of the payment. */
  readonly payment_id: string;
  /** The same in every delivery attempt: act once. For `refund_not_sent`, the id of the refund. */
  readonly webhook_id: string;
}

/** A sentence for each reason. */
export const REVIEW_SENTENCES: Readonly<Record<ReviewReason, string>> = {
  other_environment:
    'The companion reports a payment of another environment than this shop is set to. Nothing was changed. If the money is real, set the same environment in the options of the payment provider: the companion delivers the payment again.',
  amount_differs:
    'A payment was completed, but its amount or currency differs from what the order has to pay. The order is not paid. Refund the payment by hand, or press “Check status” in the order: Medusa then books the payment with its own amount.',
  paid_twice: 'A payment was completed, but the order was paid before. Refund one of the two payments by hand.',
  paid_after_cancellation: 'A payment was completed after the order was canceled. Refund it by hand.',
  session_not_found:
    'A payment was completed, but its payment session does not exist. Find the customer in the companion’s dashboard, and refund by hand.',
  not_placed:
    'A payment was completed, but Medusa could not make an order of its cart. Mend the cause and replay the webhook at the companion, or refund the payment by hand.',
  unresolved:
    'The operator’s answer was lost, and the customer may have paid. Do not ask for a second payment: ask the customer for the reference of the operator’s SMS, and enter it in the companion’s dashboard.',
  review_required:
    'The companion reports that a payment of this order needs review. See the payment in the companion’s dashboard.',
  overpaid: 'The companion reports that this order was paid twice. Refund one of the payments by hand.',
  refunded: 'A refund of a payment of this order was recorded at the companion. A person sends the money.',
  refund_not_sent:
    'A refund was recorded in Medusa only, because there is no merchant key. No money has moved: send it by hand from your account at the operator.',
  refund_voided: 'A recorded refund of a payment of this order was voided at the companion.',
};

/** The event types that only a person can act on. */
export const REVIEW_TYPES: Readonly<Record<string, ReviewReason>> = {
  'payment.unresolved': 'unresolved',
  'payment.review_required': 'review_required',
  'order.overpaid': 'overpaid',
  'payment.refunded': 'refunded',
  'payment.refund_voided': 'refund_voided',
};
