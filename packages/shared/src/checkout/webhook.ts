import * as z from 'zod/mini';
import { paymentSchema } from './payment.ts';

/** What the shop is told. */
export const WEBHOOK_TYPES = ['payment.completed', 'payment.failed', 'payment.unresolved', 'payment.mismatched', 'order.overpaid'] as const;

/** A webhook's body. */
export const webhookSchema = z.object({
  type: z.enum(WEBHOOK_TYPES),
  /** When it happened, ISO 8601. */
  timestamp: z.string(),
  data: paymentSchema,
});

/** A webhook's body. */
export type Webhook = z.infer<typeof webhookSchema>;

/** One of {@link WEBHOOK_TYPES}. */
export type WebhookType = Webhook['type'];
