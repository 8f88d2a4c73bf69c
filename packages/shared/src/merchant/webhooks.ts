import * as z from 'zod/mini';
import { paymentIdSchema } from '../checkout/payment.ts';
import { WEBHOOK_TYPES } from '../checkout/webhook.ts';

/** Where a webhook to the shop stands: to be delivered, delivered, or given up. */
export const WEBHOOK_STATES = ['waiting', 'delivered', 'dead'] as const;

/** One of {@link WEBHOOK_STATES}. */
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** A webhook in the outbox. */
export const sentWebhookSchema = z.object({
  /** webhook-id. */
  id: z.string(),
  type: z.enum(WEBHOOK_TYPES),
  payment: paymentIdSchema,
  order: z.string(),
  state: z.enum(WEBHOOK_STATES),
  tries: z.number(),
  createdAt: z.string(),
  /** When it is tried next; null unless it waits. */
  nextTryAt: z.nullable(z.string()),
  deliveredAt: z.nullable(z.string()),
  lastError: z.nullable(z.string()),
});

/** A webhook in the outbox. */
export type SentWebhook = z.infer<typeof sentWebhookSchema>;

/** The query of `GET /v1/merchant/webhooks`. */
export const webhookQuerySchema = z.object({
  state: z.optional(z.enum(WEBHOOK_STATES)),
  cursor: z.optional(z.string().check(z.maxLength(100))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
});

/** The answer of `GET /v1/merchant/webhooks`, newest first. */
export const webhookPageSchema = z.object({ webhooks: z.array(sentWebhookSchema), nextCursor: z.nullable(z.string()) });
