import type { PaymentStatus } from '@tsena/shared/checkout';
import { paymentIdSchema } from '@tsena/shared/checkout';
import type { Delivery, Merchant, MerchantPayment, PaymentDetail, PaymentEvent, ReviewCounts, Totals } from '@tsena/shared/merchant';
import * as z from 'zod/mini';

let made = 0;

/** A payment; completed and in order unless it is told otherwise. */
export function aPayment(more: Partial<MerchantPayment> = {}): MerchantPayment {
  made += 1;
  const status: PaymentStatus = more.status ?? 'completed';
  const now = new Date().toISOString();
  return {
    id: z.parse(paymentIdSchema, `pay_${String(made).padStart(22, '0')}`),
    order: `ORDER-${made}`,
    status,
    amount: '25000',
    currency: 'MGA',
    payer: '034 •• ••0 03',
    partnerName: 'Tsena Boutique',
    createdAt: now,
    updatedAt: now,
    transactionReference: status === 'completed' ? '636042511' : null,
    fees: status === 'completed' ? '250' : null,
    failure: null,
    retryable: false,
    nextPollMs: null,
    serverTime: now,
    attempt: 1,
    description: null,
    sentAt: now,
    finalAt: status === 'completed' ? now : null,
    verified: status === 'completed' ? true : null,
    mismatch: null,
    resolution: null,
    followed: false,
    attention: [],
    ...more,
  };
}

/** A webhook, given up unless it is told otherwise. */
export function aWebhook(more: Partial<Delivery> = {}): Delivery {
  return {
    id: 'msg_1',
    type: 'payment.completed',
    payment: z.parse(paymentIdSchema, 'pay_0000000000000000000001'),
    order: 'ORDER-1',
    state: 'dead',
    tries: 8,
    createdAt: new Date().toISOString(),
    nextAttemptAt: null,
    deliveredAt: null,
    lastError: 'the endpoint answered 500',
    ...more,
  };
}

/** An entry of an audit trail. */
export function anEvent(kind: string, data: PaymentEvent['data'] = {}, version = 1): PaymentEvent {
  return { version, at: '2026-03-08T21:15:07.000Z', kind, data };
}

/** Everything about a payment. */
export function aRecord(payment: MerchantPayment, more: Partial<PaymentDetail> = {}): PaymentDetail {
  return { payment, attempts: [payment], history: [anEvent('created')], callbacks: [], webhooks: [], operator: null, ...more };
}

/** What needs a person; nothing unless it is told otherwise. */
export function aReview(payments: readonly MerchantPayment[] = [], webhooks: readonly Delivery[] = []): ReviewCounts {
  const count = (reason: MerchantPayment['attention'][number]) => payments.filter(({ attention }) => attention.includes(reason)).length;
  return {
    counts: {
      unresolved: count('unresolved'),
      details_mismatch: count('details_mismatch'),
      overpaid: count('overpaid'),
      polling_stopped: count('polling_stopped'),
      unverified: count('unverified'),
      failedWebhooks: webhooks.length,
    },
    payments: [...payments],
    webhooks: [...webhooks],
  };
}

/** So many days up to 9 March 2026 with these takings, the last one last. */
export function someTotals(amounts: readonly number[]): Totals {
  const days = amounts.map((amount, index) => ({
    day: new Date(Date.UTC(2026, 2, 10 - amounts.length + index)).toISOString().slice(0, 10),
    completed: amount === 0 ? 0 : 2,
    amount: String(amount),
    fees: String(amount / 100),
    failed: 1,
  }));
  const sum = amounts.reduce((all, amount) => all + amount, 0);
  return {
    from: days[0]?.day ?? '',
    to: days.at(-1)?.day ?? '',
    timeZone: 'Indian/Antananarivo',
    days,
    total: { completed: 2 * amounts.length, amount: String(sum), fees: String(sum / 100), failed: amounts.length },
  };
}

export const MERCHANT: Merchant = {
  partnerName: 'Tsena Boutique',
  partnerMsisdn: '034 •• ••0 04',
  environment: 'sandbox',
  webhooksEnabled: true,
};
