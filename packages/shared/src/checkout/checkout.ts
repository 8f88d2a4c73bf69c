import * as z from 'zod/mini';
import { languageSchema } from '../languageSchema.ts';
import { readTransactionReference } from '../transactionReference.ts';
import { digits, paymentIdSchema, paymentSchema } from './payment.ts';

/** The answer of `GET /v1/checkout`: the order, the merchant and the order's current payment. */
export const checkoutSchema = z.object({
  order: z.string(),
  amount: digits,
  currency: z.literal('MGA'),
  description: z.nullable(z.string()),
  partnerName: z.string(),
  /** The operator's name as shoppers know it; null if the merchant has not set it. */
  operatorName: z.nullable(z.string()),
  environment: z.enum(['sandbox', 'production']),
  /** The shop's page after the payment, from the order token; null if it has none. */
  returnUrl: z.nullable(z.string()),
  payment: z.nullable(paymentSchema),
});

/** An order as the widget shows it. */
export type Checkout = z.infer<typeof checkoutSchema>;

/** The body of `POST /v1/payments`. The number may be in any spelling; an amount is not among the fields. */
export const initiateBodySchema = z.object({
  orderToken: z.string().check(z.minLength(1), z.maxLength(4096)),
  msisdn: z.string().check(z.minLength(1), z.maxLength(40)),
  language: z.optional(languageSchema),
  /** With an order token of the hosted page: the payment in whose place the payer wants another one. Without it, the same token starts one payment. */
  retryOf: z.optional(paymentIdSchema),
});

/** The body of `POST /v1/payments`. */
export type InitiateBody = z.infer<typeof initiateBodySchema>;

/** The operator's transaction reference as a person types it from an SMS, normalized to one spelling. */
export const transactionReferenceSchema = z.pipe(
  z.string().check(z.maxLength(64)),
  z.transform((text, context): string => {
    const reference = readTransactionReference(text);
    if (reference !== undefined) return reference;
    context.issues.push({ code: 'custom', message: '5 to 20 digits and letters, not beginning with 0, as in 636042511', input: text });
    return z.NEVER;
  }),
);

/** The body of `POST /v1/payments/{id}/reference`. */
export const referenceBodySchema = z.object({ transactionReference: transactionReferenceSchema });

/** The body of `POST /v1/payments/{id}/reference`. */
export type ReferenceBody = z.infer<typeof referenceBodySchema>;
