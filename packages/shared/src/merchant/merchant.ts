import * as z from 'zod/mini';
import { REVIEW_REASONS } from './reviewReasons.ts';
import { SCOPES } from './scopes.ts';

/** The key of a request: its name, and what it may do. */
export const keyOfRequestSchema = z.object({ name: z.string(), scope: z.enum(SCOPES) });

/** The answer of `GET /v1/merchant`: the merchant's settings, and how many payments need review. */
export const merchantSchema = z.object({
  partnerName: z.string(),
  /** The receiving number, masked. */
  partnerMsisdn: z.string(),
  environment: z.enum(['sandbox', 'production']),
  key: keyOfRequestSchema,
  /** Whether webhooks are sent. */
  webhooksEnabled: z.boolean(),
  /** How many payments need review, for each reason. */
  reviewCounts: z.record(z.enum(REVIEW_REASONS), z.number()),
  /** How many webhooks have failed: no further delivery attempts follow. */
  failedWebhooks: z.number(),
});

/** The merchant's settings, and how many payments need review. */
export type Merchant = z.infer<typeof merchantSchema>;
