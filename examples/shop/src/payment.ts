import * as z from 'zod/mini';
import type { Order, PaymentNews } from './orders.ts';

/** What the shop reads of a payment; the companion sends more. */
export const paymentSchema = z.object({
  id: z.string(),
  order: z.string(),
  status: z.string(),
  amount: z.string(),
  currency: z.string(),
  transactionReference: z.nullable(z.string()),
  updatedAt: z.iso.datetime(),
  failure: z.nullable(z.object({ code: z.string() })),
});

/** A payment, as far as the shop reads it. */
export type Payment = z.infer<typeof paymentSchema>;

/** What a payment means for an order, which is paid only if this order's amount was. */
export function newsOf(payment: Payment, order: Order): PaymentNews {
  const fits = payment.order === order.reference && payment.amount === String(order.total) && payment.currency === 'MGA';
  if (payment.status === 'completed') {
    return fits ? { state: 'paid', transactionReference: payment.transactionReference } : { state: 'checking' };
  }
  const doubtful = payment.status === 'unresolved' || payment.failure?.code === 'details_mismatch';
  return { state: doubtful ? 'checking' : 'open' };
}
