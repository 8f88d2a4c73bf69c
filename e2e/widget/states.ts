import { createHash } from 'node:crypto';
import { type Checkout, type Payment, type PaymentId, paymentIdSchema } from '@tsena/shared/checkout';
import { somePayment as pendingPayment, someCheckout } from '@tsena/testkit/payments';

/** Returns the same payment id each time for a name. */
function paymentId(name: string): PaymentId {
  return paymentIdSchema.parse(`pay_${createHash('sha256').update(name).digest('base64url').slice(0, 22)}`);
}

const START_MS = Date.now();

/** Returns the timestamp of some seconds ago. */
function ago(seconds: number): string {
  return new Date(START_MS - seconds * 1000).toISOString();
}

const COOLDOWN_MS = 180_000;

const order: Checkout = {
  ...someCheckout(),
  order: 'TS-1047',
  description: 'Lamba landy, vanilla',
  partnerName: 'Tsenan’i Soa',
  returnUrl: 'https://shop.example/orders/TS-1047',
};

/** Returns a pending payment with some changes. Its id depends on the name. */
export function somePayment(name: string, changes: Partial<Payment> = {}): Payment {
  const createdAt = changes.createdAt ?? ago(42);
  return pendingPayment({
    id: paymentId(name),
    order: order.order,
    partnerName: order.partnerName,
    createdAt,
    updatedAt: createdAt,
    retryableAt: new Date(Date.parse(createdAt) + COOLDOWN_MS).toISOString(),
    nextPollMs: 3000,
    serverTime: ago(0),
    ...changes,
  });
}

function scene(name: string, changes: Partial<Payment>): Checkout {
  return { ...order, payment: somePayment(name, changes) };
}

function failed(code: string, retryable = true): Checkout {
  return scene(code, {
    status: 'failed',
    failure: { code, message: '' },
    retryable,
    retryableAt: retryable ? ago(0) : null,
    nextPollMs: null,
  });
}

const PAID: Partial<Payment> = {
  status: 'completed',
  transactionReference: '636042511',
  fees: '150',
  receiptNumber: '2026-000123',
  retryableAt: null,
  nextPollMs: null,
};
const FAILED: Partial<Payment> = { status: 'failed', failure: { code: 'payment_declined', message: '' } };

/** Orders in each state that a shopper can see, by order token. */
export const states: Readonly<Record<string, Checkout>> = {
  form: order,
  sandbox: { ...order, environment: 'sandbox' },
  sending: scene('sending', { status: 'sending', createdAt: ago(4) }),
  waiting: scene('waiting', {}),
  unreachable: scene('unreachable', { nextPollMs: 200 }),
  late: scene('late', { createdAt: ago(205), retryable: true }),
  other: scene('other', { ...FAILED, view: 'waiting', retryable: true }),
  unresolved: scene('unresolved', { status: 'unresolved', createdAt: ago(65) }),
  'unresolved-elsewhere': scene('unresolved-elsewhere', { ...FAILED, view: 'unresolved', retryableAt: null }),
  'unresolved-late': scene('unresolved-late', { status: 'unresolved', createdAt: ago(205), retryable: true }),
  confirming: scene('confirming', {
    view: 'confirming',
    retryableAt: null,
    failure: { code: 'details_unavailable', message: '' },
  }),
  review: scene('review', {
    view: 'review',
    retryableAt: null,
    transactionReference: '636042511',
    failure: { code: 'details_mismatch', message: '' },
  }),
  'reference-missing': scene('reference-missing', {
    view: 'review',
    retryableAt: null,
    failure: { code: 'reference_missing', message: '' },
  }),
  paid: scene('paid', PAID),
  'refunded-in-part': scene('refunded-in-part', { ...PAID, amountRefunded: '5000' }),
  refunded: scene('refunded', { ...PAID, view: 'refunded', amountRefunded: '25000' }),
  'paid-twice': scene('paid-twice', { ...PAID, view: 'paid_twice' }),
  'paid-by-another': scene('paid-by-another', {
    ...FAILED,
    view: 'paid_by_another',
    retryableAt: null,
    nextPollMs: null,
  }),
  closed: scene('closed', { status: 'unresolved', view: 'failed', retryableAt: null, nextPollMs: null }),
  declined: failed('payment_declined'),
  'insufficient-funds': failed('insufficient_funds'),
  refused: failed('request_refused', false),
};
