import { type Checkout, type Payment, type PaymentId, paymentIdSchema } from '@tsena/shared/checkout';

/** Returns a payment id that ends with the given characters. */
export function paymentId(last: string): PaymentId {
  return paymentIdSchema.parse(`pay_${last.padStart(22, '0')}`);
}

/** The view of a payment that is the only one of its order. */
export const VIEW_ALONE = {
  created: 'waiting',
  sending: 'waiting',
  pending: 'waiting',
  unresolved: 'unresolved',
  completed: 'paid',
  failed: 'failed',
} as const;

/** Returns a pending payment with some changes. Its view is that of the only payment of its order. */
export function somePayment(changes: Partial<Payment> = {}): Payment {
  return {
    id: paymentId('1'),
    environment: 'production',
    order: 'TS-1',
    attemptNumber: 1,
    linkId: null,
    method: 'prompt',
    status: 'pending',
    amount: '25000',
    currency: 'MGA',
    payer: '034 •• ••0 03',
    partnerName: 'Soa',
    createdAt: '2026-01-01T10:00:00.000Z',
    updatedAt: '2026-01-01T10:00:01.000Z',
    finalAt: null,
    paidAt: null,
    transactionReference: null,
    fees: null,
    receiptNumber: null,
    failure: null,
    view: VIEW_ALONE[changes.status ?? 'pending'],
    paidBy: null,
    amountRefunded: '0',
    retryable: false,
    retryableAt: '2026-01-01T10:01:30.000Z',
    nextPollMs: 20,
    serverTime: '2026-01-01T10:00:02.000Z',
    ...changes,
  };
}

/** Returns an order, with or without a payment. */
export function someCheckout(payment: Payment | null = null): Checkout {
  return {
    order: 'TS-1',
    amount: '25000',
    currency: 'MGA',
    description: 'Lamba',
    partnerName: 'Soa',
    operatorName: null,
    environment: 'production',
    returnUrl: null,
    payment,
    view: payment?.view ?? null,
  };
}
