import * as z from 'zod/mini';
import { merchantPaymentSchema } from './merchantPayment.ts';
import { refundSchema } from './refunds.ts';

/** The types of webhook events. */
export const WEBHOOK_TYPES = [
  'payment.completed',
  'payment.failed',
  'payment.unresolved',
  'payment.review_required',
  'payment.refunded',
  'payment.refund_voided',
  'order.overpaid',
  'tsena.ping',
] as const;

/** The beginning of the payment's id in a sample webhook. No payment's id begins with it. */
export const SAMPLE_ID_PREFIX = 'pay_test_';

/** A payment as it stood at an event. */
export const webhookPaymentSchema = z.extend(
  z.omit(merchantPaymentSchema, { nextPollMs: true, serverTime: true, retryable: true, retryableAt: true }),
  {
    /** The refund, in `payment.refunded` and `payment.refund_voided`. */
    refund: z.optional(refundSchema),
  },
);

/** A webhook’s body. */
export const webhookSchema = z.object({
  /**
   * The event. Fulfil the order at `payment.completed`; refund one payment at `order.overpaid`; check the payment by
   * hand at `payment.review_required` and `payment.unresolved`. Answer 2xx to types that you do not know.
   */
  type: z.enum(WEBHOOK_TYPES),
  /** When the event happened. */
  timestamp: z.string(),
  /** The payment as it stood at the event. */
  data: webhookPaymentSchema,
});

/** A webhook's body (Standard Webhooks). */
export type Webhook = z.infer<typeof webhookSchema>;

/** One of {@link WEBHOOK_TYPES}. */
export type WebhookType = Webhook['type'];
