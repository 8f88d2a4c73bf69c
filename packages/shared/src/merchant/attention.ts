import * as z from 'zod/mini';
import { merchantPaymentSchema } from './merchantPayment.ts';
import { sentWebhookSchema } from './webhooks.ts';

/** The answer of `GET /v1/merchant/attention`: how much needs a person, and the newest of it. */
export const attentionSchema = z.object({
  counts: z.object({
    unresolved: z.number(),
    mismatched: z.number(),
    overpaid: z.number(),
    unfollowed: z.number(),
    unverified: z.number(),
    deadWebhooks: z.number(),
  }),
  payments: z.array(merchantPaymentSchema),
  webhooks: z.array(sentWebhookSchema),
});

/** What needs a person. */
export type Attention = z.infer<typeof attentionSchema>;
