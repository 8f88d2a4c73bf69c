import * as z from 'zod/mini';
import { amountSchema } from '../amount.ts';
import { transactionReferenceSchema } from '../checkout/checkout.ts';
import { paymentIdSchema } from '../checkout/payment.ts';

/**
 * What the check of a transaction reference says; the first that fits, in this order.
 *
 * - `unavailable`: the operator gave no answer that can be read. Nothing is known.
 * - `unknown`: the operator does not know it.
 * - `other_account`: the merchant’s number is not a party of it.
 * - `outgoing`: the merchant’s number has paid it.
 * - `not_completed`: it failed, is pending, or has a status that nobody knows.
 * - `used`: it has paid a payment, or it belongs to one that is open or in review.
 * - `unused`: the merchant received it, and no payment has it.
 */
export const REFERENCE_VERDICTS = [
  'unavailable',
  'unknown',
  'other_account',
  'outgoing',
  'not_completed',
  'used',
  'unused',
] as const;

/** One of {@link REFERENCE_VERDICTS}. */
export type ReferenceVerdict = (typeof REFERENCE_VERDICTS)[number];

/** A text that a customer shows, and the amount that is to be paid. */
export const referenceCheckBodySchema = z.strictObject({
  /**
   * A transaction reference, or the whole message that contains one, up to 2,000 characters. The text must have exactly
   * one reference; nothing else of it is stored, logged or sent.
   */
  text: transactionReferenceSchema,
  /** The amount that is open, whole Ariary, as digits. */
  amount: z.optional(amountSchema),
});

/** The body of `POST /v1/merchant/references/check`. */
export type ReferenceCheckBody = z.input<typeof referenceCheckBodySchema>;

const verdict = z.enum(REFERENCE_VERDICTS);

/**
 * What the operator and the companion know about a transaction reference. What the verdict or the key does not allow is
 * null.
 */
export const referenceCheckSchema = z.object({
  /** Show this. Only `unused` is money that nothing was sold for. */
  verdict,
  /** The reference that was found in the text, as the operator was asked about it. */
  reference: z.string(),
  /** With `used` and `unused`: whole Ariary, as digits. */
  amount: z.nullable(z.string()),
  /** With `unused`, if the request names an amount: whether it is that amount. */
  amountMatches: z.nullable(z.boolean()),
  /** With `used` and `unused`: the paying number, masked. */
  payer: z.nullable(z.string()),
  /** With `used` and `unused`: when the operator created the transaction; null if it gives no time. */
  createdAt: z.nullable(z.string()),
  /** With `used`: the payment that it has paid, or to which it belongs. A key of the counter sees counter payments. */
  paymentId: z.nullable(paymentIdSchema),
  /** With `used`: the order of that payment. */
  order: z.nullable(z.string()),
  /** With `used`: when it paid the payment; null if the payment is not completed. */
  usedAt: z.nullable(z.string()),
  /**
   * With `used`: whether the payment is not completed yet, and this reference can complete it. A key of the counter
   * submits it with `POST /v1/payments/{id}/reference`: true only if that request is accepted now, so false while the
   * customer may still answer the prompt. Other keys use `POST /v1/merchant/payments/{id}/resolve`.
   */
  canComplete: z.boolean(),
  /**
   * With `unused`: whether a counter sale can take it: at least 100 Ariary, which the operator created at most 24 hours
   * ago.
   */
  canSell: z.boolean(),
});

/** What is known about a transaction reference. */
export type ReferenceCheck = z.infer<typeof referenceCheckSchema>;

/** The checks of today by the key that asks, newest first. */
export const referenceChecksSchema = z.object({
  /** The checks. */
  data: z.array(
    z.object({
      /** When. */
      at: z.string(),
      /** The reference. */
      reference: z.string(),
      /** What the check said. */
      verdict,
    }),
  ),
  /** Null: the list has one page. */
  nextCursor: z.nullable(z.string()),
});

/** The checks of today by the key that asks. */
export type ReferenceChecks = z.infer<typeof referenceChecksSchema>;

/**
 * Why a counter payment was not made by a reference, in the member `reason` of the problem `reference_not_matched`:
 * its verdict, another amount, an order that is not a new `CTR-` order, or a time that is missing or more than 24 hours
 * ago.
 */
export const REFERENCE_FAULTS = ['verdict', 'amount', 'time', 'order'] as const;

/** One of {@link REFERENCE_FAULTS}. */
export type ReferenceFault = (typeof REFERENCE_FAULTS)[number];
