import * as z from 'zod/mini';
import type { Brand } from '../brand.ts';
import { PAYMENT_STATUSES } from './paymentStatus.ts';

/** A payment's id: unguessable (128 random bits), so that anyone with the id may read the payment. */
export type PaymentId = Brand<string, 'PaymentId'>;

/** The shop's order reference, the idempotency key. 1 to 50 characters. */
export type OrderReference = Brand<string, 'OrderReference'>;

export const paymentIdSchema = z.pipe(
  z.string().check(z.regex(/^pay_[A-Za-z0-9_-]{22}$/, 'a payment id')),
  z.transform((id): PaymentId => id as PaymentId),
);

/** A payment link's id, part of the address of its page: unguessable (128 random bits). */
export type LinkId = Brand<string, 'LinkId'>;

export const linkIdSchema = z.pipe(
  z.string().check(z.regex(/^link_[A-Za-z0-9_-]{22}$/, 'a link id')),
  z.transform((id): LinkId => id as LinkId),
);

export const paymentStatusSchema = z.enum(PAYMENT_STATUSES);

/** Money in Ariary as digits; fees may have two decimals. */
export const digits = z.string().check(z.regex(/^[0-9]+(\.[0-9]{1,2})?$/));
const timestamp = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/, 'an ISO 8601 timestamp in UTC'));

/** A payment as browsers see it. */
export const paymentSchema = z.object({
  id: paymentIdSchema,
  environment: z.enum(['sandbox', 'production']),
  order: z.string(),
  /** 1, 2, 3 … within the order. */
  attemptNumber: z.number(),
  /** The payment link on whose page it began; null if it began in a widget. */
  linkId: z.nullable(z.string()),
  status: paymentStatusSchema,
  /** Whole Ariary, as digits. */
  amount: digits,
  /** ISO 4217. */
  currency: z.literal('MGA'),
  /** The payer's number, masked: `034 •• ••0 03`. */
  payer: z.string(),
  partnerName: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** The operator's transaction id, once there is one. */
  transactionReference: z.nullable(z.string()),
  /** The operator's fees in Ariary, with at most two decimals; null while unknown. */
  fees: z.nullable(digits),
  /** The receipt's number, without gaps within each year; null until the payment is completed and verified. */
  receiptNumber: z.nullable(z.string()),
  /** Why it failed, or `details_mismatch` or `reference_missing` while it needs review. The message is in the requested language. */
  failure: z.nullable(z.object({ code: z.string(), message: z.string() })),
  /** Whether a new payment of this order may start now. False for a payment that is not the order's current one. */
  retryable: z.boolean(),
  /** From when `retryable` can be true; null if no passing of time makes it so. The moment can move back. */
  retryableAt: z.nullable(timestamp),
  /** For polling: the time to wait before the next request, ms; null once final. */
  nextPollMs: z.nullable(z.number()),
  /** The companion's clock, to measure elapsed time against `createdAt`. */
  serverTime: timestamp,
});

/** A payment as browsers see it. */
export type Payment = z.infer<typeof paymentSchema>;
