import type { MerchantPayment } from '@tsena/node';
import type { Order, PaymentState } from './orders.ts';

/** What the shop reads of a payment. */
type Payment = Pick<
  MerchantPayment,
  'order' | 'status' | 'amount' | 'amountRefunded' | 'currency' | 'transactionReference' | 'reviewReasons'
>;

/** What a payment means for an order. The order is paid only if the payment has its reference, amount and currency. */
export function stateOfPayment(payment: Payment, order: Order): PaymentState {
  const matches =
    payment.order === order.reference && payment.amount === String(order.total) && payment.currency === 'MGA';
  if (payment.status === 'completed') {
    if (!matches) return { state: 'checking' };
    if (payment.amountRefunded === payment.amount) return { state: 'refunded' };
    return { state: 'paid', transactionReference: payment.transactionReference };
  }
  const needsReview = payment.status === 'unresolved' || payment.reviewReasons.length > 0;
  return { state: needsReview ? 'checking' : 'open' };
}
