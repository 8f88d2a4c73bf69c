import type { PaymentStatus } from '@tsena/shared/checkout';
import type { WebhookType } from '@tsena/shared/merchant';

/** The state that a payment comes to with an entry of its history. Written out here, so that a fault in the code does not change it too. */
export const STATUS_AFTER: Readonly<Record<string, PaymentStatus>> = {
  created: 'created',
  sending: 'sending',
  accepted: 'pending',
  refused: 'failed',
  not_sent: 'failed',
  failed: 'failed',
  outcome_unknown: 'unresolved',
  completed: 'completed',
};

/** The webhook that an entry of the history owes the shop. */
export const WEBHOOK_AFTER: Readonly<Record<string, WebhookType>> = {
  refused: 'payment.failed',
  not_sent: 'payment.failed',
  failed: 'payment.failed',
  outcome_unknown: 'payment.unresolved',
  completed: 'payment.completed',
  details_mismatch: 'payment.review_required',
  order_overpaid: 'order.overpaid',
};
