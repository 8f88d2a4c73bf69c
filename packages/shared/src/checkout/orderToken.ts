import * as z from 'zod/mini';
import { amountSchema } from '../amount.ts';
import { isVisible, isVisibleWithEmoji } from '../visibleText.ts';
import type { OrderReference } from './payment.ts';

const checks = [z.minLength(1), z.maxLength(50), isVisible] as const;
const branded = z.transform((reference: string): OrderReference => reference as OrderReference);

/**
 * An order reference of the shop. Those that begin with `LNK-` and `CTR-` are the companion's own, for payment links
 * and the counter.
 */
export const orderReferenceSchema = z.pipe(
  z
    .string()
    .check(
      ...checks,
      z.regex(/^(?!LNK-|CTR-)/, 'must not begin with LNK- or CTR-, as the companion’s own references do'),
    ),
  branded,
);

/** The order of a counter payment: the shop's own, or one that the companion made for an earlier attempt. */
export const counterOrderSchema = z.pipe(
  z
    .string()
    .check(
      ...checks,
      z.regex(
        /^(?!LNK-|CTR-(?![0-9A-Z]{12}$))/,
        'must not begin with LNK- or CTR-, but for an earlier order of the counter',
      ),
    ),
  branded,
);

/** An http or https address, without a user before its host: what stands there looks like the host. */
export const httpUrlSchema = z.string().check(
  z.maxLength(2000),
  z.regex(/^https?:\/\/[^\s/?#@\\]+([/?#]\S*)?$/i, {
    error: 'an http or https address without user and password',
    abort: true,
  }),
  z.url('an http or https address'),
);

/** The claims of an order token, a JWT signed with HS256 and ORDER_TOKEN_SECRET. */
export const orderClaimsSchema = z.object({
  /** The order reference, 1 to 50 characters, not beginning with `LNK-`: the idempotency key. */
  sub: orderReferenceSchema,
  /** Whole Ariary, as digits, at least 100. */
  amount: amountSchema,
  /** When the token expires, seconds since 1970. */
  exp: z.number().check(z.lt(100_000_000_000, 'seconds since 1970, not ms')),
  /** `MGA` (ISO 4217); optional. */
  currency: z._default(z.literal('MGA'), 'MGA'),
  /** What the order is for. */
  description: z.optional(z.string().check(z.maxLength(50), isVisibleWithEmoji)),
  /** Where the shopper goes after paying; https in production. */
  returnUrl: z.optional(httpUrlSchema),
  /** The operator’s reference of an earlier transaction that this payment refers to; the operator receives it. */
  originalTransactionReference: z.optional(
    z.string().check(z.maxLength(50), z.regex(/^[A-Za-z0-9 ._,-]*$/, 'letters, digits, space and - . _ , only')),
  ),
  /** The code of a foreign currency; the operator receives it as metadata. */
  foreignCurrency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/, 'a currency code'))),
  /** The amount in that currency. */
  foreignAmount: z.optional(z.string().check(z.regex(/^[0-9]{1,12}(\.[0-9]{1,2})?$/, 'digits, at most two decimals'))),
});

/** The claims of an order token. */
export type OrderClaims = z.infer<typeof orderClaimsSchema>;
