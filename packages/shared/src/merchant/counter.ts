import * as z from 'zod/mini';
import { amountSchema } from '../amount.ts';
import { transactionReferenceSchema } from '../checkout/checkout.ts';
import { counterOrderSchema } from '../checkout/orderToken.ts';
import { paymentSchema } from '../checkout/payment.ts';
import { languageSchema } from '../languageSchema.ts';
import { descriptionSchema } from './links.ts';
import { keyOfRequestSchema } from './merchant.ts';

/** What the order references of counter payments begin with. An order token may not begin with it. */
export const COUNTER_ORDER_PREFIX = 'CTR-';

const sale = {
  /** Whole Ariary, as digits, at least 100. */
  amount: amountSchema,
  /** What it is for, as the payer sees it. */
  description: z.optional(descriptionSchema),
  /**
   * Your own order reference of 1 to 50 characters, or the `CTR-…` of an earlier counter payment, to try again. Without
   * it, one is generated.
   */
  order: z.optional(counterOrderSchema),
  /** The payer’s language; without it, that of `Accept-Language`. */
  language: z.optional(languageSchema),
};

/** A payment to take at the counter: by a prompt on the customer’s phone, or by money that was sent by hand. */
export const counterPaymentBodySchema = z.union([
  z.strictObject({
    ...sale,
    /** The customer’s number, in any spelling. The phone gets the operator’s prompt. */
    msisdn: z.string().check(z.minLength(1), z.maxLength(40)),
  }),
  z.strictObject({
    ...sale,
    /** The reference of money that the customer has sent by hand, or the whole SMS. The phone gets no prompt. */
    transactionReference: transactionReferenceSchema,
  }),
]);

/** The body of `POST /v1/merchant/payments` as a client writes it. */
export type CounterPaymentBody = z.input<typeof counterPaymentBodySchema>;

/** The body of `POST /v1/merchant/payments`, parsed. */
export type CounterPaymentToStart = z.output<typeof counterPaymentBodySchema>;

/** What the counter shows. */
export const counterSchema = z.object({
  /** The merchant’s name. */
  partnerName: z.string(),
  /** The operator’s name as payers know it; null if the merchant has not set it. */
  operatorName: z.nullable(z.string()),
  /** Whether real money moves. */
  environment: z.enum(['sandbox', 'production']),
  /** The merchant’s tax number, for receipts; null if it is not set. */
  nif: z.nullable(z.string()),
  /** The merchant’s statistical number, for receipts; null if it is not set. */
  stat: z.nullable(z.string()),
  /** The key of this request. */
  key: keyOfRequestSchema,
  /**
   * The payments that were begun at the counter today, in Madagascar, newest first: at most 50. A key of scope `counter`
   * sees its own.
   */
  payments: z.array(paymentSchema),
});

/** What the counter shows. */
export type Counter = z.infer<typeof counterSchema>;
