import * as z from 'zod/mini';
import { transactionReferenceSchema } from '../checkout/checkout.ts';
import { paymentStatusSchema } from '../checkout/payment.ts';
import { msisdnSchema } from '../msisdnSchema.ts';
import { fromSchema, toSchema } from './day.ts';
import { merchantPaymentSchema } from './merchantPayment.ts';
import { sentWebhookSchema } from './webhooks.ts';

const filters = {
  status: z.optional(paymentStatusSchema),
  /** The order reference, exactly. */
  order: z.optional(z.string().check(z.maxLength(50))),
  /** An order reference, a payment's id or the operator's transaction reference, exactly. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(64))),
  /** Only those that need a person. */
  attention: z.optional(z.literal('1')),
  /** By the time of creation. */
  from: z.optional(fromSchema),
  to: z.optional(toSchema),
};

const paging = {
  cursor: z.optional(z.string().check(z.maxLength(100))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
};

/** The query of `GET /v1/merchant/payments`. */
export const paymentQuerySchema = z.object({ ...filters, ...paging });

/** The body of `POST /v1/merchant/payments/search`: a number of a person has no place in an address, which proxies log. */
export const paymentSearchSchema = z.object({ ...filters, ...paging, msisdn: z.optional(msisdnSchema) });

/** The query of `GET /v1/merchant/payments.csv`. */
export const paymentExportSchema = z.object({
  ...filters,
  /** French spreadsheets split at the semicolon. */
  separator: z._default(z.enum(['comma', 'semicolon']), 'comma'),
});

/** The answer of a list of payments, newest first. */
export const paymentPageSchema = z.object({ payments: z.array(merchantPaymentSchema), nextCursor: z.nullable(z.string()) });

/** A list of payments. */
export type PaymentPage = z.infer<typeof paymentPageSchema>;

/** One entry of a payment's audit trail. */
export const paymentEventSchema = z.object({
  version: z.number(),
  at: z.string(),
  kind: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

/** One entry of a payment's audit trail. */
export type PaymentEvent = z.infer<typeof paymentEventSchema>;

/** What a callback said; each distinct one once. */
const heardCallbackSchema = z.object({
  says: z.string(),
  serverCorrelationId: z.string(),
  receivedAt: z.string(),
  times: z.number(),
  /** It turned out to speak of another transaction. */
  refuted: z.boolean(),
});

/**
 * What the operator says of a payment now. `known`: its status is here, and its record if there is one; `no-id`: its
 * id at the operator's is not known; `unavailable`: the operator could not be asked, `reason` says why.
 */
export const operatorRecordSchema = z.object({
  state: z.enum(['known', 'no-id', 'unavailable']),
  askedAt: z.string(),
  reason: z.nullable(z.string()),
  status: z.nullable(
    z.object({
      state: z.enum(['pending', 'completed', 'failed', 'declined', 'unknown']),
      /** The operator's own word. */
      word: z.string(),
      transactionReference: z.nullable(z.string()),
    }),
  ),
  /** The transaction's record (section 2.5), numbers masked. */
  details: z.nullable(
    z.object({
      amount: z.nullable(z.string()),
      currency: z.nullable(z.string()),
      transactionStatus: z.nullable(z.string()),
      debitParty: z.nullable(z.string()),
      creditParty: z.nullable(z.string()),
      createdAt: z.nullable(z.string()),
      fees: z.nullable(z.string()),
      /** The fields that differ from ours; empty if none does; null if the record does not say enough to compare. */
      differs: z.nullable(z.array(z.string())),
    }),
  ),
});

/** What the operator says of a payment now. */
export type OperatorRecord = z.infer<typeof operatorRecordSchema>;

/** The query of `GET /v1/merchant/payments/{id}`: `operator=0` leaves the operator unasked. */
export const paymentRecordQuerySchema = z.object({ operator: z._default(z.enum(['0', '1']), '1') });

/** The answer of `GET /v1/merchant/payments/{id}`. */
export const paymentRecordSchema = z.object({
  payment: merchantPaymentSchema,
  /** All attempts of its order, oldest first, this one among them. */
  attempts: z.array(merchantPaymentSchema),
  history: z.array(paymentEventSchema),
  callbacks: z.array(heardCallbackSchema),
  webhooks: z.array(sentWebhookSchema),
  operator: z.nullable(operatorRecordSchema),
});

/** A payment with all that is known about it. */
export type PaymentRecord = z.infer<typeof paymentRecordSchema>;

const reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(500));

/** The body of `POST /v1/merchant/payments/{id}/resolve`: evidence, or a decision with its reason. */
export const resolveBodySchema = z.union([
  z.strictObject({ transactionReference: transactionReferenceSchema }),
  z.strictObject({ decision: z.enum(['received', 'not_received', 'handled']), reason }),
]);

/** The body of `POST /v1/merchant/payments/{id}/resolve`. */
export type ResolveBody = z.infer<typeof resolveBodySchema>;
