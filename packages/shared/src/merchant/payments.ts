import * as z from 'zod/mini';
import { transactionReferenceSchema } from '../checkout/checkout.ts';
import { linkIdSchema, paymentStatusSchema } from '../checkout/payment.ts';
import { msisdnSchema } from '../msisdnSchema.ts';
import { merchantPaymentSchema, RESOLUTIONS } from './merchantPayment.ts';
import { fromSchema, toSchema } from './moments.ts';
import { paging } from './paging.ts';
import { refundSchema } from './refunds.ts';
import { deliverySchema } from './webhooks.ts';

const filters = {
  status: z.optional(paymentStatusSchema),
  /** The order reference, exactly. */
  order: z.optional(z.string().check(z.maxLength(50))),
  /** The payment link on whose page it began. */
  link: z.optional(linkIdSchema),
  /** A part of an order reference, of at least three characters, in upper or lower case; an order reference, a payment's id or the operator's transaction reference, exactly. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(64))),
  /** Only those that need review. */
  needsReview: z.optional(z.literal('true')),
  from: z.optional(fromSchema),
  to: z.optional(toSchema),
  /** The time that `from`, `to` and the order of the list use: of creation, or at which a payment became final. */
  by: z._default(z.enum(['created', 'final']), 'created'),
};

/** In a body, beside the filters of a query. */
const searched = {
  /** Only those that need review. */
  needsReview: z.optional(z.literal([true, 'true'])),
  msisdn: z.optional(msisdnSchema),
};

/** The query of `GET /v1/merchant/payments`. */
export const paymentQuerySchema = z.object({ ...filters, ...paging });

/** The body of `POST /v1/merchant/payments/search`: phone numbers do not belong in addresses, which proxies log. */
export const paymentSearchSchema = z.object({ ...filters, ...paging, ...searched });

/** The query of `GET /v1/merchant/payments.csv`. */
export const paymentExportSchema = z.object({
  ...filters,
  /** French spreadsheets split at the semicolon. */
  separator: z._default(z.enum(['comma', 'semicolon']), 'comma'),
});

/** The body of `POST /v1/merchant/payments.csv`. */
export const paymentExportSearchSchema = z.extend(paymentExportSchema, searched);

/** The answer of a list of payments, newest first. */
export const paymentPageSchema = z.object({ data: z.array(merchantPaymentSchema), nextCursor: z.nullable(z.string()) });

/** A list of payments. */
export type PaymentPage = z.infer<typeof paymentPageSchema>;

/** An entry of a payment's history. */
export const paymentEventSchema = z.object({
  version: z.number(),
  at: z.string(),
  kind: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

/** An entry of a payment's history. */
export type PaymentEvent = z.infer<typeof paymentEventSchema>;

/** A callback of the operator. Each distinct one is listed once. */
const receivedCallbackSchema = z.object({
  /** The status that it claims, which is never trusted. */
  status: z.string(),
  serverCorrelationId: z.string(),
  receivedAt: z.string(),
  /** How often it came. */
  count: z.number(),
  /** Whether it named a transaction that is not this payment's. */
  rejected: z.boolean(),
});

/**
 * The operator's view of a payment now. `known`: the status is here, and the transaction details if there are any; `no_id`: the payment's
 * serverCorrelationId is not known; `unavailable`: the operator could not be asked, and `reason` says why.
 */
export const operatorViewSchema = z.object({
  state: z.enum(['known', 'no_id', 'unavailable']),
  fetchedAt: z.string(),
  reason: z.nullable(z.string()),
  status: z.nullable(
    z.object({
      state: z.enum(['pending', 'completed', 'failed', 'declined', 'unknown']),
      /** The status in the operator's own spelling. */
      operatorStatus: z.string(),
      transactionReference: z.nullable(z.string()),
    }),
  ),
  /** The transaction details (section 2.5), numbers masked. */
  details: z.nullable(
    z.object({
      amount: z.nullable(z.string()),
      currency: z.nullable(z.string()),
      transactionStatus: z.nullable(z.string()),
      debitParty: z.nullable(z.string()),
      creditParty: z.nullable(z.string()),
      createdAt: z.nullable(z.string()),
      fees: z.nullable(z.string()),
      /** The fields that differ from ours; empty if none does; null if the details do not say enough to compare. */
      differences: z.nullable(z.array(z.string())),
    }),
  ),
});

/** The operator's view of a payment now. */
export type OperatorView = z.infer<typeof operatorViewSchema>;

/** The query of `GET /v1/merchant/payments/{id}`: with `operator=1` the operator is asked too. */
export const paymentDetailQuerySchema = z.object({ operator: z._default(z.enum(['0', '1']), '0') });

/** The answer of `GET /v1/merchant/payments/{id}`. */
export const paymentDetailSchema = z.object({
  payment: merchantPaymentSchema,
  /** All attempts of its order, oldest first, this one among them. */
  attempts: z.array(merchantPaymentSchema),
  history: z.array(paymentEventSchema),
  callbacks: z.array(receivedCallbackSchema),
  webhooks: z.array(deliverySchema),
  /** Its recorded and voided refunds, oldest first. */
  refunds: z.array(refundSchema),
  operator: z.nullable(operatorViewSchema),
});

/** A payment with its history, callbacks and webhooks. */
export type PaymentDetail = z.infer<typeof paymentDetailSchema>;

const reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(500));

/** The body of `POST /v1/merchant/payments/{id}/resolve`: a transaction reference, or a resolution with its reason. */
export const resolveBodySchema = z.union([
  z.strictObject({ transactionReference: transactionReferenceSchema }),
  z.strictObject({ resolution: z.enum(RESOLUTIONS), reason }),
]);

/** The body of `POST /v1/merchant/payments/{id}/resolve`. */
export type ResolveBody = z.infer<typeof resolveBodySchema>;
