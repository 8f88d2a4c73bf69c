import * as z from 'zod/mini';
import type { Ariary } from '../amount.ts';
import { type Brand, idSchema } from '../brand.ts';
import { transactionReferenceSchema } from '../checkout/checkout.ts';
import { digits, paymentIdSchema } from '../checkout/payment.ts';
import { timestampSchema } from './moments.ts';
import { pageOf } from './paging.ts';

/** A refund's id. */
export type RefundId = Brand<string, 'RefundId'>;

export const refundIdSchema = idSchema<RefundId>('ref', 'a refund id');

/** The statuses of a refund. A `voided` one was recorded by mistake and counts no more. */
export const REFUND_STATUSES = ['recorded', 'voided'] as const;

/** One of {@link REFUND_STATUSES}. */
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** The record of a refund that the merchant made outside. The operator’s interface has none. */
export const refundSchema = z.object({
  /** The id of the record. */
  id: refundIdSchema,
  /** The payment. */
  paymentId: paymentIdSchema,
  /** Whole Ariary, as digits. */
  amount: digits,
  /** ISO 4217. */
  currency: z.literal('MGA'),
  /** Why; the payment’s history keeps it. */
  reason: z.string(),
  /** The operator’s reference of the transfer back to the payer. */
  transactionReference: z.nullable(z.string()),
  /** When the money went back. */
  refundedAt: z.string(),
  /** When it was recorded. */
  createdAt: z.string(),
  /** The name of the key that recorded it. */
  createdBy: z.string(),
  /** `voided`: recorded by mistake; it counts no more. */
  status: z.enum(REFUND_STATUSES),
  /** When it was voided. */
  voidedAt: z.nullable(z.string()),
  /** The name of the key that voided it. */
  voidedBy: z.nullable(z.string()),
  /** Why it was voided. */
  voidReason: z.nullable(z.string()),
});

/** The record of a refund. */
export type Refund = z.infer<typeof refundSchema>;

/** Part of a payment, in whole Ariary: other than a payment's, it may be below 100. */
const refundAmountSchema = z.pipe(
  z.string().check(z.regex(/^[1-9][0-9]{0,11}$/, 'whole Ariary in digits, at least 1')),
  z.transform((text): Ariary => Number(text) as Ariary),
);

const reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(500));

/** The refund to record. */
export const refundBodySchema = z.strictObject({
  /** Whole Ariary, as digits. */
  amount: refundAmountSchema,
  /** Why; the payment’s history keeps it. */
  reason,
  /** The operator’s reference of the transfer back to the payer. */
  transactionReference: z.optional(transactionReferenceSchema),
  /** When the money went back. */
  refundedAt: z.optional(timestampSchema),
});

/** The body of `POST /v1/merchant/payments/{id}/refunds`, parsed. */
export type RefundBody = z.output<typeof refundBodySchema>;

/** Why the refund is voided. */
export const voidRefundBodySchema = z.strictObject({
  /** Kept in the payment’s history. */
  reason,
});

/** A page of a list. */
export const refundPageSchema = pageOf(refundSchema);
