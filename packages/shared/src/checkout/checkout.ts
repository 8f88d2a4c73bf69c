import * as z from 'zod/mini';
import { findReference, REFERENCE_DETAILS } from '../findReference.ts';
import { languageSchema } from '../languageSchema.ts';
import { digits, paymentIdSchema, paymentSchema, paymentViewSchema } from './payment.ts';

/** An order as the widget shows it. */
export const checkoutSchema = z.object({
  /** The order reference. */
  order: z.string(),
  /** Whole Ariary, as digits. */
  amount: digits,
  /** ISO 4217. */
  currency: z.literal('MGA'),
  /** The description from the order token. */
  description: z.nullable(z.string()),
  /** The merchant’s name. */
  partnerName: z.string(),
  /** The operator’s name as shoppers know it; null if the merchant has not set it. */
  operatorName: z.nullable(z.string()),
  /** Whether real money moves. */
  environment: z.enum(['sandbox', 'production']),
  /** The shop’s page after the payment. */
  returnUrl: z.nullable(z.string()),
  /** The order’s current payment; null before the first one. */
  payment: z.nullable(paymentSchema),
  /** The view of this payment; null before the first one. */
  view: z.nullable(paymentViewSchema),
});

/** An order as the widget shows it. */
export type Checkout = z.infer<typeof checkoutSchema>;

/** The order and the payer. The amount is in the order token only. */
export const initiateBodySchema = z.object({
  /** The order token that the shop signed (schema OrderToken). */
  orderToken: z.string().check(z.minLength(1), z.maxLength(4096)),
  /** The payer’s number in any spelling: 034 35 000 03, +261 34 35 000 03. */
  msisdn: z.string().check(z.minLength(1), z.maxLength(40)),
  /** The language of the operator’s prompt and of failures; by default that of the request. */
  language: z.optional(languageSchema),
  /**
   * The payment in whose place the payer wants another one, of which the page has asked whether the secret code was
   * typed; null if it shows none. Then a newer payment without a result is the answer, also after the cool-down. Without
   * the field, the caller has asked. The hosted page’s order tokens need it.
   */
  retryOf: z.optional(z.nullable(paymentIdSchema)),
});

/** The longest text in which a reference is looked for, in characters: some messages have several parts. */
export const MAX_REFERENCE_TEXT_LENGTH = 2000;

/**
 * The operator's transaction reference as a person types it, or the whole SMS that has it. Nothing of the text is kept
 * but the reference.
 */
export const transactionReferenceSchema = z.pipe(
  z.string().check(z.maxLength(MAX_REFERENCE_TEXT_LENGTH)),
  z.transform((text, context): string => {
    const reading = findReference(text);
    if (reading.kind === 'one') return reading.reference;
    context.issues.push({ code: 'custom', message: REFERENCE_DETAILS[reading.kind], input: text });
    return z.NEVER;
  }),
);

/** The transaction that the payer names. */
export const referenceBodySchema = z.object({
  /**
   * The reference, or the operator’s whole SMS, up to 2,000 characters. The text must have exactly one reference; nothing
   * else of it is stored, logged or sent.
   */
  transactionReference: transactionReferenceSchema,
});
