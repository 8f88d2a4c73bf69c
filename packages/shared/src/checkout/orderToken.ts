import * as z from 'zod/mini';
import { amountSchema } from '../amount.ts';
import type { OrderReference } from './payment.ts';

/** An order reference of the shop. References that begin with `LNK-` are the companion's own, for payment links. */
export const orderReferenceSchema = z.pipe(
  z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(50),
      z.regex(/^\P{Cc}+$/u, 'no control characters'),
      z.regex(/^(?!LNK-)/, 'must not begin with LNK-, as the references of payment links do'),
    ),
  z.transform((reference): OrderReference => reference as OrderReference),
);

/** An http or https address. */
export const httpUrlSchema = z
  .string()
  .check(
    z.maxLength(2000),
    z.regex(/^https?:\/\/[^\s]+$/i, { error: 'an http or https address', abort: true }),
    z.url('an http or https address'),
  );

/** The claims of an order token, the JWT (HS256) that the shop signs. */
export const orderClaimsSchema = z.object({
  /** The order reference, the idempotency key. */
  sub: orderReferenceSchema,
  amount: amountSchema,
  /** Seconds since 1970. */
  exp: z.number(),
  currency: z._default(z.literal('MGA'), 'MGA'),
  description: z.optional(z.string().check(z.maxLength(50))),
  /** Where the shopper goes after paying. */
  returnUrl: z.optional(httpUrlSchema),
  /** The operator's reference of an earlier transaction that this payment refers to; the operator receives it as it is (section 2.2). */
  originalTransactionReference: z.optional(
    z.string().check(z.maxLength(50), z.regex(/^[A-Za-z0-9 ._,-]*$/, 'letters, digits, space and - . _ , only')),
  ),
  /** A foreign currency's code and the amount in it, which the operator receives as metadata (`fc` and `amountFc`, section 2.2). */
  foreignCurrency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/, 'a currency code'))),
  foreignAmount: z.optional(z.string().check(z.regex(/^[0-9]{1,12}(\.[0-9]{1,2})?$/, 'digits, at most two decimals'))),
});

/** The claims of an order token. */
export type OrderClaims = z.infer<typeof orderClaimsSchema>;
