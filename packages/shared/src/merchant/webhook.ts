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

/** The payment as it stood at the event. In a sample and in `tsena.ping`: an invented one, whose id begins with `pay_test_`. */
export const webhookPaymentSchema = z.extend(
  z.omit(merchantPaymentSchema, { nextPollMs: true, serverTime: true, retryable: true, retryableAt: true }),
  {
    /** The refund, in `payment.refunded` and `payment.refund_voided`. */
    refund: z.optional(refundSchema),
  },
);

/** A webhook's body (Standard Webhooks). */
export const webhookSchema = z.object({
  type: z.enum(WEBHOOK_TYPES),
  /** When the event happened, RFC 3339 in UTC. */
  timestamp: z.string(),
  data: webhookPaymentSchema,
});

/** A webhook's body (Standard Webhooks). */
export type Webhook = z.infer<typeof webhookSchema>;

/** One of {@link WEBHOOK_TYPES}. */
export type WebhookType = Webhook['type'];
