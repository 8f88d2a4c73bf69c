import * as z from 'zod/mini';
import { paymentSchema } from '../checkout/payment.ts';
import { REVIEW_REASONS } from './reviewReasons.ts';

/**
 * The resolutions that a merchant can record. `received`, `not_received`: whether the money arrived; `closed`: the
 * merchant has acted on the payment, for example with a refund.
 */
export const RESOLUTIONS = ['received', 'not_received', 'closed'] as const;

/** One of {@link RESOLUTIONS}. */
export type ResolutionKind = (typeof RESOLUTIONS)[number];

/** A payment as the merchant sees it. */
export const merchantPaymentSchema = z.extend(paymentSchema, {
  /** As for the shopper, with what the operator says. */
  failure: z.nullable(
    z.object({
      /** A stable code; docs/errors.md lists them. */
      code: z.string(),
      /** A sentence for a person, in the requested language. */
      message: z.string(),
      /**
       * What the operator says about the failure, without phone numbers: its refusal of the initiation, or the result
       * in its transaction details. Null if it gave no reason.
       */
      reason: z.nullable(z.string()),
      /** The operator’s ErrorDateTime of the refusal, as the operator wrote it, often without a zone. */
      errorDateTime: z.nullable(z.string()),
    }),
  ),
  /** The description from the order token. */
  description: z.nullable(z.string()),
  /** When the initiation was sent to the operator; null if it never was. */
  sentAt: z.nullable(z.string()),
  /** Whether the payment was compared with the operator’s transaction details; null before it completes. */
  verified: z.nullable(z.boolean()),
  /**
   * The fields in which the operator’s answers differ from the payment. `objectReference`: the operator reports the
   * payment as completed, but names no transaction. `details`: it is reported as completed, and for ten minutes nothing
   * could be compared. `createDate`: only the time of the transaction differs. `secondTransaction`: the payment is
   * completed, and the operator reports another transaction; the history names it.
   */
  differences: z.nullable(z.array(z.string())),
  /** The merchant’s recorded resolution. */
  resolution: z.nullable(
    z.object({
      /**
       * `received`, `not_received`: what the merchant knows about the money. `closed`: the merchant has acted on the
       * payment.
       */
      kind: z.enum(RESOLUTIONS),
      /** The reason that was given. */
      reason: z.string(),
      /** The name of the key that recorded it. */
      by: z.nullable(z.string()),
      /** When it was recorded. */
      at: z.string(),
    }),
  ),
  /** Whether the companion still checks the payment by itself. */
  polling: z.boolean(),
  /** Why the payment needs review; empty if it does not. */
  reviewReasons: z.array(z.enum(REVIEW_REASONS)),
});

/** A payment as the merchant sees it. */
export type MerchantPayment = z.infer<typeof merchantPaymentSchema>;
