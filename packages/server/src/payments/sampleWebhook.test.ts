import { WEBHOOK_TYPES, webhookSchema } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { sampleWebhook } from './sampleWebhook.ts';

const CONTEXT = { environment: 'sandbox', partnerName: 'Tsena Boutique', now: Date.parse('2026-05-04T10:00:00Z') } as const;
const AT = '2026-05-04T10:00:00.000Z';

const COMPLETED = {
  id: expect.stringMatching(/^pay_test_[A-Za-z0-9_-]{17}$/),
  environment: 'sandbox',
  order: expect.stringMatching(/^TEST-[A-Za-z0-9_-]{16}$/),
  attemptNumber: 1,
  linkId: null,
  status: 'completed',
  amount: '25000',
  currency: 'MGA',
  payer: '034 •• ••0 03',
  partnerName: 'Tsena Boutique',
  createdAt: AT,
  updatedAt: AT,
  transactionReference: '100000001',
  fees: '0',
  failure: null,
  description: 'A test webhook',
  sentAt: AT,
  finalAt: AT,
  verified: true,
  differences: null,
  resolution: null,
  amountRefunded: '0',
  polling: false,
  reviewReasons: [],
};
const NOT_COMPLETED = { transactionReference: null, fees: null, finalAt: null, verified: null };
const NO_REASON = { reason: null, errorDateTime: null };

const RECORDED = {
  id: expect.stringMatching(/^ref_test_[A-Za-z0-9_-]{17}$/),
  paymentId: expect.stringMatching(/^pay_test_/),
  amount: '25000',
  currency: 'MGA',
  reason: 'A test webhook',
  transactionReference: null,
  refundedAt: AT,
  createdAt: AT,
  createdBy: 'test',
  status: 'recorded',
  voidedAt: null,
  voidedBy: null,
  voidReason: null,
};
const VOIDED = { ...RECORDED, status: 'voided', voidedAt: AT, voidedBy: 'test', voidReason: 'A test webhook' };

describe('a sample of a webhook', () => {
  it.each([
    ['payment.completed', {}],
    [
      'payment.failed',
      {
        ...NOT_COMPLETED,
        status: 'failed',
        finalAt: AT,
        failure: {
          ...NO_REASON,
          code: 'payment_declined',
          message: 'Nolavina tamin’ny finday ny fandoavana. Tsy nisy vola niala. Afaka manandrana indray ianao.',
        },
      },
    ],
    ['payment.unresolved', { ...NOT_COMPLETED, status: 'unresolved', reviewReasons: ['unresolved'] }],
    [
      'payment.review_required',
      {
        ...NOT_COMPLETED,
        status: 'pending',
        differences: ['amount'],
        reviewReasons: ['details_mismatch'],
        failure: { ...NO_REASON, code: 'details_mismatch', message: 'Hamarinin’ny fivarotana ny fandoavanao. Aza mandoa indray.' },
      },
    ],
    ['payment.refunded', { amountRefunded: '25000', refund: RECORDED }],
    ['payment.refund_voided', { refund: VOIDED }],
    ['order.overpaid', { reviewReasons: ['overpaid'] }],
    ['tsena.ping', {}],
  ] as const)('%s shows the payment as the real webhook would', (type, data) => {
    expect(sampleWebhook(type, CONTEXT)).toEqual({ type, timestamp: AT, data: { ...COMPLETED, ...data } });
  });

  it.each(WEBHOOK_TYPES)('%s has the form of the contract, with nothing beside it', (type) => {
    const sample = sampleWebhook(type, { ...CONTEXT, environment: 'production' });
    expect(z.parse(webhookSchema, sample)).toEqual(sample);
    expect(sample.data.environment).toBe('production');
  });

  it('never has the id or the order of another one', () => {
    const samples = Array.from({ length: 20 }, () => sampleWebhook('payment.refunded', CONTEXT).data);
    expect(new Set(samples.map(({ id }) => id)).size).toBe(20);
    expect(samples.every(({ id, refund }) => refund?.paymentId === id)).toBe(true);
    expect(new Set(samples.map(({ order }) => order)).size).toBe(20);
    expect(new Set(samples.map(({ refund }) => refund?.id)).size).toBe(20);
  });
});
