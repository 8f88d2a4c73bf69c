import * as z from 'zod/mini';
import { REVIEW_REASONS } from './reviewReasons.ts';
import { SCOPES } from './scopes.ts';
import { failedAttemptSchema } from './webhooks.ts';

/** The key of a request: its name, and what it may do. */
export const keyOfRequestSchema = z.object({
  /** Its name, which the history records. */
  name: z.string(),
  /** What it may do. */
  scope: z.enum(SCOPES),
});

/** The merchant’s settings, and how many payments need review. */
export const merchantSchema = z.object({
  /** PARTNER_NAME. */
  partnerName: z.string(),
  /** PARTNER_MSISDN, masked. */
  partnerMsisdn: z.string(),
  /** Whether real money moves. */
  environment: z.enum(['sandbox', 'production']),
  /** The key of this request. */
  key: keyOfRequestSchema,
  /** Whether webhooks are sent, or a handler receives the events. */
  webhooksEnabled: z.boolean(),
  /** How many payments need review, for each reason. */
  reviewCounts: z.record(z.enum(REVIEW_REASONS), z.number()),
  /** How many webhooks have failed: no further delivery attempts follow. */
  failedWebhooks: z.number(),
  /** Set while webhooks are pending and at least the last two attempts have failed, of whichever webhooks. */
  shopFailure: z.nullable(
    z.object({
      /** When the first attempt failed since the shop last accepted a webhook. */
      since: z.string(),
      /** How many webhooks are pending. */
      waiting: z.number(),
      /** Who accepts none: the `endpoint` at the webhook address, or the `handler` of a host that runs the companion. */
      receiver: z.enum(['endpoint', 'handler']),
      /** Whether the shop’s server answered the newest attempt. */
      answered: z.boolean(),
      /** Why the newest attempt failed. */
      error: z.string(),
      /** The newest attempt. Null for a key below `operate`. */
      lastAttempt: z.nullable(failedAttemptSchema),
    }),
  ),
});

/** The merchant's settings, and how many payments need review. */
export type Merchant = z.infer<typeof merchantSchema>;
