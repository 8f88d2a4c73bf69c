import * as z from 'zod/mini';
import { languageSchema } from '../languageSchema.ts';
import { readTransactionReference } from '../transactionReference.ts';
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
   * With an order token of the hosted page: the id of the payment in whose place the payer wants another one. Ignored
   * with a shop’s order token.
   */
  retryOf: z.optional(paymentIdSchema),
});

/** The operator's transaction reference as a person types it from an SMS. */
export const transactionReferenceSchema = z.pipe(
  z.string().check(z.maxLength(400)),
  z.transform((text, context): string => {
    const reference = readTransactionReference(text);
    if (reference !== undefined) return reference;
    context.issues.push({
      code: 'custom',
      message: 'the reference in the SMS or the portal, at most 200 characters, as in 636042511',
      input: text,
    });
    return z.NEVER;
  }),
);

/** The transaction that the payer names. */
export const referenceBodySchema = z.object({
  /**
   * The reference as the operator’s SMS has it, up to 200 characters. Spaces, and the marks of the sentence around it,
   * are ignored.
   */
  transactionReference: transactionReferenceSchema,
});
