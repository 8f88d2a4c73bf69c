import type { PaymentStatus } from '@tsena/shared/checkout';
import type { WebhookType } from '@tsena/shared/merchant';

/**
 * The status of a payment after each kind of event. Independent of the companion's code, so that a fault there does not
 * change it.
 */
export const STATUS_AFTER: Readonly<Record<string, PaymentStatus>> = {
  created: 'created',
  sending: 'sending',
  accepted: 'pending',
  refused: 'failed',
  not_sent: 'failed',
  failed: 'failed',
  failed_though_received: 'failed',
  outcome_unknown: 'unresolved',
  completed: 'completed',
};

/** The status after one event: an answer that comes after the result does not change it. */
export function statusAfterEvent(kind: string, before: PaymentStatus): PaymentStatus {
  const isLateAnswer = kind === 'accepted' && (before === 'failed' || before === 'completed');
  return isLateAnswer ? before : (STATUS_AFTER[kind] ?? before);
}

/** The webhook that each kind of event requires. */
export const WEBHOOK_AFTER: Readonly<Record<string, WebhookType>> = {
  refused: 'payment.failed',
  not_sent: 'payment.failed',
  failed: 'payment.failed',
  outcome_unknown: 'payment.unresolved',
  completed: 'payment.completed',
  details_mismatch: 'payment.review_required',
  polling_stopped: 'payment.review_required',
  verification_stopped: 'payment.review_required',
  order_overpaid: 'order.overpaid',
  refunded: 'payment.refunded',
  refund_voided: 'payment.refund_voided',
};
