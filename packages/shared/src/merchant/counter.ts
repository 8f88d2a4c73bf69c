import * as z from 'zod/mini';
import { amountSchema } from '../amount.ts';
import { counterOrderSchema } from '../checkout/orderToken.ts';
import { languageSchema } from '../languageSchema.ts';
import { descriptionSchema } from './links.ts';
import { keyOfRequestSchema } from './merchant.ts';

/** What the order references of counter payments begin with. An order token may not begin with it. */
export const COUNTER_ORDER_PREFIX = 'CTR-';

/** The body of `POST /v1/merchant/payments`. The number may be in any spelling. */
export const counterPaymentBodySchema = z.strictObject({
  amount: amountSchema,
  msisdn: z.string().check(z.minLength(1), z.maxLength(40)),
  description: z.optional(descriptionSchema),
  /** Without it, the companion makes one. */
  order: z.optional(counterOrderSchema),
  /** Of the payer; without it, that of the request. */
  language: z.optional(languageSchema),
});

/** The body of `POST /v1/merchant/payments` as a client writes it. */
export type CounterPaymentBody = z.input<typeof counterPaymentBodySchema>;

/** The body of `POST /v1/merchant/payments`, parsed. */
export type CounterPaymentToStart = z.output<typeof counterPaymentBodySchema>;

/** The answer of `GET /v1/merchant/counter`: what the counter shows. */
export const counterSchema = z.object({
  partnerName: z.string(),
  /** The operator's name as payers know it; null if the merchant has not set it. */
  operatorName: z.nullable(z.string()),
  environment: z.enum(['sandbox', 'production']),
  /** The merchant's tax and statistical numbers, for receipts; null if they are not set. */
  nif: z.nullable(z.string()),
  stat: z.nullable(z.string()),
  key: keyOfRequestSchema,
});

/** What the counter shows. */
export type Counter = z.infer<typeof counterSchema>;
