import * as z from 'zod/mini';
import { orderReferenceSchema } from '../checkout/orderToken.ts';
import { paymentIdSchema } from '../checkout/payment.ts';
import { pageOf, paging } from './paging.ts';
import { WEBHOOK_TYPES } from './webhook.ts';

/** The status of a webhook's delivery. `failed`: no further delivery attempts follow. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

/** A delivery attempt that the shop did not accept, and what its endpoint answered. */
export const failedAttemptSchema = z.object({
  /** When the attempt ended. */
  at: z.string(),
  /** How long it took, ms. */
  ms: z.number(),
  /** The status of the answer; null without an answer. */
  status: z.nullable(z.number()),
  /** The first 200 characters of the answer’s body, without numbers, e-mail addresses and secrets; null without an answer. */
  body: z.nullable(z.string()),
  /** Why the attempt failed. */
  error: z.string(),
});

/** A delivery attempt that the shop did not accept, and what its endpoint answered. */
export type FailedAttempt = z.infer<typeof failedAttemptSchema>;

/** The delivery of a webhook. */
export const deliverySchema = z.object({
  /** The `webhook-id`. */
  id: z.string(),
  /** The type of the event. */
  type: z.enum(WEBHOOK_TYPES),
  /** The payment. */
  paymentId: paymentIdSchema,
  /** The order. */
  order: z.string(),
  /** `failed`: no further delivery attempts follow. */
  status: z.enum(DELIVERY_STATUSES),
  /** How often delivery was attempted. */
  deliveryAttempts: z.number(),
  /** When the event happened. */
  createdAt: z.string(),
  /** When the next attempt is due; null unless the delivery is pending. */
  nextAttemptAt: z.nullable(z.string()),
  /** When the shop accepted it. */
  deliveredAt: z.nullable(z.string()),
  /** The error of the last attempt that failed. */
  lastError: z.nullable(z.string()),
  /** The newest eight attempts that failed, oldest first. Null for a key below `operate`. */
  failedAttempts: z.nullable(z.array(failedAttemptSchema)),
});

/** The delivery of a webhook. */
export type Delivery = z.infer<typeof deliverySchema>;

/** The query of `GET /v1/merchant/webhooks`. */
export const webhookQuerySchema = z.object({
  /** Only webhooks with this delivery status. */
  status: z.optional(z.enum(DELIVERY_STATUSES)),
  /** Only webhooks of this type. */
  type: z.optional(z.enum(WEBHOOK_TYPES)),
  /** The exact order reference. */
  order: z.optional(z.string().check(z.maxLength(50))),
  ...paging,
});

/** The query of `GET /v1/merchant/webhooks/events`. */
export const listenQuerySchema = z.object({
  /** The id of the event behind which to begin; `start`: before the first one. Without it, only new events come. */
  since: z.optional(z.string().check(z.maxLength(64))),
});

/** A page of a list. */
export const webhookPageSchema = pageOf(deliverySchema);

/** A webhook's body as it was stored. An earlier version has written it without the members that were added since. */
export const storedWebhookSchema = z.looseObject({
  /** The event. */
  type: z.string(),
  /** When the event happened. */
  timestamp: z.string(),
  /** The payment as it stood at the event. */
  data: z.looseObject({
    /** The payment. */
    id: paymentIdSchema,
    /** The order. */
    order: z.string(),
  }),
});

/** The delivery of a webhook, with its body. */
export const deliveryDetailSchema = z.extend(deliverySchema, {
  /** The webhook’s body, as it was sent. One of an earlier version lacks members that were added since. */
  body: storedWebhookSchema,
});

/** The delivery of a webhook, with its body. */
export type DeliveryDetail = z.infer<typeof deliveryDetailSchema>;

/** The sample to send. */
export const sampleBodySchema = z.strictObject({
  /** The type of the event; `tsena.ping` is about no event. */
  type: z.enum(WEBHOOK_TYPES),
  /** The order reference that the sample names, in the sandbox only; by default a random one. */
  order: z.optional(orderReferenceSchema),
});

/** A list of webhooks. */
export type WebhookPage = z.infer<typeof webhookPageSchema>;
