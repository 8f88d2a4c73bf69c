import * as z from 'zod/mini';
import { paymentIdSchema } from '../checkout/payment.ts';

/** What the operator says of a transaction, in every view of it. */
export const operatorDetails = {
  /** The status in the operator’s own spelling. */
  transactionStatus: z.nullable(z.string()),
  /** The paying number, masked. */
  debitParty: z.nullable(z.string()),
  /** The receiving number, masked. */
  creditParty: z.nullable(z.string()),
  /** The fees in Ariary, with at most two decimals; null if unknown. */
  fees: z.nullable(z.string()),
};

/** The operator’s details of a transaction of the merchant. */
export const transactionSchema = z.object({
  /** The reference by which the operator knows it. The operator names another one in each answer. */
  transactionReference: z.string(),
  /** Whole Ariary, as digits; another amount as the operator wrote it. */
  amount: z.nullable(z.string()),
  /** ISO 4217, or as the operator wrote it. */
  currency: z.nullable(z.string()),
  /** When the operator created it. */
  createdAt: z.nullable(z.string()),
  ...operatorDetails,
  /** Why it failed, in the operator’s words; null if it gives no reason. */
  failureReason: z.nullable(z.string()),
  /** The payment that it belongs to; null if it belongs to none. */
  paymentId: z.nullable(paymentIdSchema),
});

/** The operator's details of a transaction of the merchant. */
export type Transaction = z.infer<typeof transactionSchema>;
