import * as z from 'zod/mini';
import { paymentIdSchema } from '../checkout/payment.ts';
import { paging } from './paging.ts';
import { WEBHOOK_TYPES } from './webhook.ts';

/** The status of a webhook's delivery. `failed`: no further delivery attempts follow. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

/** One of {@link DELIVERY_STATUSES}. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The delivery of a webhook. */
export const deliverySchema = z.object({
  /** webhook-id. */
  id: z.string(),
  type: z.enum(WEBHOOK_TYPES),
  paymentId: paymentIdSchema,
  order: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  deliveryAttempts: z.number(),
  createdAt: z.string(),
  /** When it is delivered next; null unless it is pending. */
  nextAttemptAt: z.nullable(z.string()),
  deliveredAt: z.nullable(z.string()),
  lastError: z.nullable(z.string()),
});

/** The delivery of a webhook. */
export type Delivery = z.infer<typeof deliverySchema>;

/** The query of `GET /v1/merchant/webhooks`. */
export const webhookQuerySchema = z.object({
  status: z.optional(z.enum(DELIVERY_STATUSES)),
  type: z.optional(z.enum(WEBHOOK_TYPES)),
  /** The order reference, exactly. */
  order: z.optional(z.string().check(z.maxLength(50))),
  ...paging,
});

/** The answer of `GET /v1/merchant/webhooks`, newest first. */
export const webhookPageSchema = z.object({ data: z.array(deliverySchema), nextCursor: z.nullable(z.string()) });

/** A webhook's body as it was stored. An earlier version has written it without the members that were added since. */
export const storedWebhookSchema = z.looseObject({
  type: z.string(),
  timestamp: z.string(),
  data: z.looseObject({ id: paymentIdSchema, order: z.string() }),
});

/** The answer of `GET /v1/merchant/webhooks/{id}`: the delivery with the webhook's body. */
export const deliveryDetailSchema = z.extend(deliverySchema, { body: storedWebhookSchema });

/** The delivery of a webhook, with its body. */
export type DeliveryDetail = z.infer<typeof deliveryDetailSchema>;

/** The body of `POST /v1/merchant/webhooks/test`. */
export const sampleBodySchema = z.strictObject({ type: z.enum(WEBHOOK_TYPES) });

/** A list of webhooks. */
export type WebhookPage = z.infer<typeof webhookPageSchema>;
