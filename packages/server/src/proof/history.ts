import type { PaymentStatus, WebhookType } from '@tsena/shared/checkout';

/** The state that a payment comes to with an entry of its history. Written out here, so that a fault in the code does not change it too. */
export const STATUS_AFTER: Readonly<Record<string, PaymentStatus>> = {
  created: 'created',
  sending: 'sending',
  accepted: 'pending',
  refused: 'failed',
  'not sent': 'failed',
  failed: 'failed',
  'outcome unknown': 'unresolved',
  completed: 'completed',
};

/** The webhook that an entry of the history owes the shop. */
export const WEBHOOK_AFTER: Readonly<Record<string, WebhookType>> = {
  refused: 'payment.failed',
  'not sent': 'payment.failed',
  failed: 'payment.failed',
  'outcome unknown': 'payment.unresolved',
  completed: 'payment.completed',
  mismatched: 'payment.mismatched',
  'order overpaid': 'order.overpaid',
};
