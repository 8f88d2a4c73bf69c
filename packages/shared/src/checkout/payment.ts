import * as z from 'zod/mini';
import { type Brand, idSchema } from '../brand.ts';
import { PAYMENT_STATUSES } from './paymentStatus.ts';
import { PAYMENT_VIEWS } from './paymentView.ts';

/** A payment's id: unguessable (128 random bits), so that anyone with the id may read the payment. */
export type PaymentId = Brand<string, 'PaymentId'>;

/** The shop's order reference, the idempotency key. 1 to 50 characters. */
export type OrderReference = Brand<string, 'OrderReference'>;

export const paymentIdSchema = idSchema<PaymentId>('pay', 'a payment id');

/** A payment link's id, part of the address of its page: unguessable (128 random bits). */
export type LinkId = Brand<string, 'LinkId'>;

export const linkIdSchema = idSchema<LinkId>('link', 'a link id');

export const paymentStatusSchema = z.enum(PAYMENT_STATUSES);

export const paymentViewSchema = z.enum(PAYMENT_VIEWS);

/**
 * How a payment is made. `prompt`: the payer approves the operator’s prompt. `reference`: the payer has sent the money
 * by hand, and the counter took it by its transaction reference.
 */
export const PAYMENT_METHODS = ['prompt', 'reference'] as const;

/** One of {@link PAYMENT_METHODS}. */
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** Money in Ariary as digits; fees may have two decimals. */
export const digits = z.string().check(z.regex(/^[0-9]+(\.[0-9]{1,2})?$/));
const timestamp = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/, 'an ISO 8601 timestamp in UTC'));

/** One attempt to collect an order’s amount from one payer. */
export const paymentSchema = z.object({
  /** Unguessable: anyone with the id may read the payment. */
  id: paymentIdSchema,
  /** Whether real money moves. */
  environment: z.enum(['sandbox', 'production']),
  /** The order reference from the order token. */
  order: z.string(),
  /** 1, 2, 3 … within the order. */
  attemptNumber: z.number(),
  /** The payment link on whose page it began; null if it began in a widget. */
  linkId: z.nullable(z.string()),
  /**
   * `prompt`: the payer approves the operator’s prompt. `reference`: the payer has sent the money by hand, and the
   * counter took it by its transaction reference.
   */
  method: z.enum(PAYMENT_METHODS),
  /**
   * `created`, `sending`: before the operator’s answer. `pending`: the payer has a prompt. `unresolved`: the operator’s
   * answer was lost; the payer may have been debited. `completed`, `failed`: final, from the operator’s own answer.
   */
  status: paymentStatusSchema,
  /** Whole Ariary, as digits. */
  amount: digits,
  /** ISO 4217. */
  currency: z.literal('MGA'),
  /** The payer’s number, masked: 034 •• ••0 03. */
  payer: z.string(),
  /** The merchant’s name. */
  partnerName: z.string(),
  /** When the payment was created. */
  createdAt: timestamp,
  /** When it last changed. */
  updatedAt: timestamp,
  /** When it became completed or failed. */
  finalAt: z.nullable(timestamp),
  /** When it was paid: completed, or recorded by the merchant as received; null while it counts as not paid. */
  paidAt: z.nullable(timestamp),
  /** The operator’s transaction reference, once there is one. */
  transactionReference: z.nullable(z.string()),
  /** The operator’s fees in Ariary, with at most two decimals; null while unknown. */
  fees: z.nullable(digits),
  /**
   * The receipt’s number, `2026-000001`, without gaps within each year; null until the payment is completed and
   * verified.
   */
  receiptNumber: z.nullable(z.string()),
  /**
   * Why it failed; `details_mismatch` or `reference_missing` if it needs review; `details_unavailable` while a payment
   * that is reported as completed is being confirmed. Null also if the operator contradicted the reason, and the payment
   * counts as not paid because the merchant says so.
   */
  failure: z.nullable(
    z.object({
      /** A stable code; docs/errors.md lists them. */
      code: z.string(),
      /** A sentence for a person, in the requested language. */
      message: z.string(),
    }),
  ),
  /**
   * What is true of the payment within its order, decided from all payments of the order. Show this, not the status.
   */
  view: paymentViewSchema,
  /** The payment that paid the order in this one’s place, if both have the same payer’s number. */
  paidBy: z.nullable(paymentIdSchema),
  /** The sum of its recorded refunds, in Ariary; `0` without one. */
  amountRefunded: digits,
  /** Whether a new payment of this order may start now. False for a payment that is not the order’s current one. */
  retryable: z.boolean(),
  /** From when `retryable` can be true; null if no passing of time makes it so. The moment can move back. */
  retryableAt: z.nullable(timestamp),
  /**
   * When to ask again, in ms; null where no payment of the order is open or in review, and ten minutes have passed
   * since it failed.
   */
  nextPollMs: z.nullable(z.number()),
  /** The companion’s clock. */
  serverTime: timestamp,
});

/** A payment as browsers see it. */
export type Payment = z.infer<typeof paymentSchema>;
