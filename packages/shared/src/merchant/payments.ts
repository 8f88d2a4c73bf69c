import * as z from 'zod/mini';
import { transactionReferenceSchema } from '../checkout/checkout.ts';
import { linkIdSchema, paymentStatusSchema } from '../checkout/payment.ts';
import { msisdnSchema } from '../msisdnSchema.ts';
import { MAX_REFERENCE_LENGTH } from '../transactionReference.ts';
import { merchantPaymentSchema, RESOLUTIONS } from './merchantPayment.ts';
import { fromSchema, timestampSchema, toSchema } from './moments.ts';
import { pageOf, paging, separator } from './paging.ts';
import { refundSchema } from './refunds.ts';
import { operatorDetails } from './transaction.ts';
import { deliverySchema } from './webhooks.ts';

const filters = {
  /** Only payments with this status. */
  status: z.optional(paymentStatusSchema),
  /** The exact order reference. */
  order: z.optional(z.string().check(z.maxLength(50))),
  /** Only payments that began on the page of this payment link. */
  link: z.optional(linkIdSchema),
  /**
   * A part of an order reference in upper or lower case, of at least three characters, or an exact order reference,
   * payment id or transaction reference in any spelling. A part finds the payments of at most 1,000 orders.
   */
  q: z.optional(z.string().check(z.trim(), z.maxLength(MAX_REFERENCE_LENGTH))),
  /** `true`: only payments that need review. */
  needsReview: z.optional(z.literal('true')),
  /** Created on or after this day in Madagascar (2026-05-03), or this timestamp with its zone. */
  from: z.optional(fromSchema),
  /** Created up to the end of this day, or before this timestamp. */
  to: z.optional(toSchema),
  /** The time that `from`, `to` and the order of the list use: `created`, or `final` for final payments only. */
  by: z._default(z.enum(['created', 'final']), 'created'),
};

/** In a body, beside the filters of a query. */
const searched = {
  /** `true`: only payments that need review. */
  needsReview: z.optional(z.literal([true, 'true'])),
  /** The payer’s number in any spelling. */
  msisdn: z.optional(msisdnSchema),
};

/** The query of `GET /v1/merchant/payments`. */
export const paymentQuerySchema = z.object({ ...filters, ...paging });

/** The filters of a list. */
export const paymentSearchSchema = z.object({ ...filters, ...paging, ...searched });

/** The query of `GET /v1/merchant/payments.csv`. */
export const paymentExportSchema = z.object({
  ...filters,
  separator,
});

/** The filters of an export. */
export const paymentExportSearchSchema = z.extend(paymentExportSchema, searched);

/** A page of a list. */
export const paymentPageSchema = pageOf(merchantPaymentSchema);

/** A list of payments. */
export type PaymentPage = z.infer<typeof paymentPageSchema>;

/** An entry of a payment's history. */
export const paymentEventSchema = z.object({
  /** The number of the change. */
  version: z.number(),
  /** When it happened. */
  at: z.string(),
  /** What happened; docs/lifecycle.md explains each kind. */
  kind: z.string(),
  /** Its details, without phone numbers and secrets. */
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

/** An entry of a payment's history. */
export type PaymentEvent = z.infer<typeof paymentEventSchema>;

/** A callback of the operator. Each distinct one is listed once. */
const receivedCallbackSchema = z.object({
  /** The status that the callback claims. */
  status: z.string(),
  /** The transaction that it names. */
  serverCorrelationId: z.string(),
  /** When it first came. */
  receivedAt: z.string(),
  /** How often it came. */
  count: z.number(),
  /** Whether it named a transaction that is not this payment’s. */
  rejected: z.boolean(),
});

/**
 * The operator's view of a payment now. `known`: the status is here, and the transaction details if there are any;
 * `no_id`: the payment's serverCorrelationId is not known; `unavailable`: the operator could not be asked, and `reason`
 * says why.
 */
export const operatorViewSchema = z.object({
  /**
   * `known`; `no_id`: the payment’s serverCorrelationId is not known; `unavailable`: the operator could not be asked.
   */
  state: z.enum(['known', 'no_id', 'unavailable']),
  /** When the operator was asked. */
  fetchedAt: z.string(),
  /** Why something is missing. */
  reason: z.nullable(z.string()),
  /** The status (section 4.5 of the interface document). */
  status: z.nullable(
    z.object({
      /** What the operator’s status means. */
      state: z.enum(['pending', 'completed', 'failed', 'declined', 'unknown']),
      /** The status in the operator’s own spelling. */
      operatorStatus: z.string(),
      /** The operator’s transaction reference. */
      transactionReference: z.nullable(z.string()),
    }),
  ),
  /** The transaction details (section 4.4), numbers masked. */
  details: z.nullable(
    z.object({
      /** As the operator writes it. */
      amount: z.nullable(z.string()),
      /** As the operator writes it. */
      currency: z.nullable(z.string()),
      /** As the operator writes it. */
      createdAt: z.nullable(z.string()),
      ...operatorDetails,
      /** The fields that differ from the payment; null if the details do not say enough to compare. */
      differences: z.nullable(z.array(z.string())),
    }),
  ),
});

/** The operator's view of a payment now. */
export type OperatorView = z.infer<typeof operatorViewSchema>;

/** The query of `GET /v1/merchant/payments/{id}`: with `operator=1` the operator is asked too. */
export const paymentDetailQuerySchema = z.object({
  /** `1`: ask the operator too. */
  operator: z._default(z.enum(['0', '1']), '0'),
});

/** A payment with everything that is known about it. */
export const paymentDetailSchema = z.object({
  /** The payment. */
  payment: merchantPaymentSchema,
  /** All payments of its order, oldest first. */
  attempts: z.array(merchantPaymentSchema),
  /** Every change, oldest first. */
  history: z.array(paymentEventSchema),
  /** The operator’s callbacks. Each distinct one is listed once. */
  callbacks: z.array(receivedCallbackSchema),
  /** The webhooks of this payment. */
  webhooks: z.array(deliverySchema),
  /** Its refunds, oldest first, voided ones too. */
  refunds: z.array(refundSchema),
  /** The operator’s view of the payment now; null unless `operator=1` was sent. */
  operator: z.nullable(operatorViewSchema),
});

/** A payment with its history, callbacks and webhooks. */
export type PaymentDetail = z.infer<typeof paymentDetailSchema>;

const reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(500));

/** A transaction reference, or a resolution with its reason. */
export const resolveBodySchema = z.union([
  z.strictObject({
    /**
     * The operator’s transaction reference, or the whole SMS, up to 2,000 characters. The text must have exactly one
     * reference; nothing else of it is stored, logged or sent.
     */
    transactionReference: transactionReferenceSchema,
  }),
  z.strictObject({
    /**
     * `not_received` allows a new payment of the order; `received` blocks one; `closed` records that you have acted on
     * the payment.
     */
    resolution: z.enum(RESOLUTIONS),
    /** Kept in the payment’s history. */
    reason,
    /**
     * The `at` of the resolution that you have read, or null if there was none: if another one stands, nothing is
     * recorded.
     */
    replaces: z.optional(z.nullable(timestampSchema)),
  }),
]);

/** The body of `POST /v1/merchant/payments/{id}/resolve`. */
export type ResolveBody = z.infer<typeof resolveBodySchema>;
