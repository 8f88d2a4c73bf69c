import * as z from 'zod/mini';
import { digits, paymentSchema } from '../checkout/payment.ts';
import { REVIEW_REASONS } from './reviewReasons.ts';

/**
 * The resolutions that a merchant can record. `received`, `not_received`: whether the money arrived; `closed`: the merchant has acted on
 * the payment, for example with a refund.
 */
export const RESOLUTIONS = ['received', 'not_received', 'closed'] as const;

/** One of {@link RESOLUTIONS}. */
export type ResolutionKind = (typeof RESOLUTIONS)[number];

/** A payment as the merchant sees it. It extends what a browser sees. */
export const merchantPaymentSchema = z.extend(paymentSchema, {
  /** Why it failed, with what the operator says about it. */
  failure: z.nullable(
    z.object({
      code: z.string(),
      message: z.string(),
      /** The operator's refusal, or the result in its transaction details, without phone numbers; null if it gave none. */
      reason: z.nullable(z.string()),
      /** The operator's ErrorDateTime, as it wrote it; often without a zone. */
      errorDateTime: z.nullable(z.string()),
    }),
  ),
  description: z.nullable(z.string()),
  /** When the initiation was sent to the operator; null if it never was. */
  sentAt: z.nullable(z.string()),
  /** When it became completed or failed. */
  finalAt: z.nullable(z.string()),
  /** Whether the payment was compared with the operator's transaction details; null before it completes. */
  verified: z.nullable(z.boolean()),
  /** The fields in which the operator's transaction details differ; null if none does. `objectReference`: it names no transaction. */
  differences: z.nullable(z.array(z.string())),
  /** The merchant's recorded resolution, with its reason, the name of the key that recorded it, and when. */
  resolution: z.nullable(z.object({ kind: z.enum(RESOLUTIONS), reason: z.string(), by: z.nullable(z.string()), at: z.string() })),
  /** The sum of its recorded refunds, in Ariary, as digits. */
  amountRefunded: digits,
  /** Whether the companion still checks it by itself. */
  polling: z.boolean(),
  /** Why it needs review; empty if it does not. */
  reviewReasons: z.array(z.enum(REVIEW_REASONS)),
});

/** A payment as the merchant sees it. */
export type MerchantPayment = z.infer<typeof merchantPaymentSchema>;
