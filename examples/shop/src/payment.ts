import * as z from 'zod/mini';
import type { Order, PaymentState } from './orders.ts';

/** The fields of a payment that the shop reads. The companion sends more. */
export const paymentSchema = z.object({
  id: z.string(),
  environment: z.string(),
  order: z.string(),
  status: z.string(),
  amount: z.string(),
  currency: z.string(),
  transactionReference: z.nullable(z.string()),
  updatedAt: z.iso.datetime(),
  reviewReasons: z.array(z.string()),
});

/** A payment, with the fields that the shop reads. */
export type Payment = z.infer<typeof paymentSchema>;

/** What a payment means for an order. The order is paid only if the payment has its reference, amount and currency. */
export function stateOfPayment(payment: Payment, order: Order): PaymentState {
  const matches = payment.order === order.reference && payment.amount === String(order.total) && payment.currency === 'MGA';
  if (payment.status === 'completed') {
    return matches ? { state: 'paid', transactionReference: payment.transactionReference } : { state: 'checking' };
  }
  const needsReview = payment.status === 'unresolved' || payment.reviewReasons.length > 0;
  return { state: needsReview ? 'checking' : 'open' };
}
