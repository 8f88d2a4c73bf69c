import { WEBHOOK_TYPES, webhookSchema } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ProblemError } from '../../input/problemError.ts';
import { sampleWebhook } from './sampleWebhook.ts';

const SETTINGS = { OPERATOR_ENVIRONMENT: 'sandbox', PARTNER_NAME: 'Tsena Boutique' } as const;
const AT = '2026-05-04T10:00:00.000Z';
const NOW = Date.parse(AT);

describe('a sample of a webhook', () => {
  it.each([
    ['payment.completed', { status: 'completed', verified: true, transactionReference: '100000001', finalAt: AT }],
    [
      'payment.failed',
      { status: 'failed', failure: { code: 'payment_declined' }, transactionReference: null, finalAt: AT },
    ],
    ['payment.unresolved', { status: 'unresolved', reviewReasons: ['unresolved'], finalAt: null }],
    ['payment.review_required', { status: 'pending', reviewReasons: ['details_mismatch'], differences: ['amount'] }],
    [
      'payment.refunded',
      { status: 'completed', amountRefunded: '25000', refund: { amount: '25000', status: 'recorded' } },
    ],
    [
      'payment.refund_voided',
      { amountRefunded: '0', refund: { status: 'voided', voidedAt: AT, voidReason: 'A test webhook' } },
    ],
    ['order.overpaid', { status: 'completed', reviewReasons: ['overpaid'] }],
    ['tsena.ping', { status: 'completed' }],
  ] as const)('%s shows the payment as the real webhook would', (type, data) => {
    const sample = {
      type,
      timestamp: AT,
      data: { order: expect.stringMatching(/^TEST-/), payer: '034 •• ••0 03', ...data },
    };
    expect(sampleWebhook(type, SETTINGS, NOW)).toMatchObject(sample);
  });

  it.each(WEBHOOK_TYPES)('%s has the form of the contract, with nothing beside it', (type) => {
    const sample = sampleWebhook(type, { ...SETTINGS, OPERATOR_ENVIRONMENT: 'production' }, NOW);
    expect(z.parse(webhookSchema, sample)).toEqual(sample);
    expect(sample.data.environment).toBe('production');
  });

  it('never has the id or the order of another one', () => {
    const samples = Array.from({ length: 20 }, () => sampleWebhook('payment.refunded', SETTINGS, NOW).data);
    expect(new Set(samples.map(({ id }) => id)).size).toBe(20);
    expect(samples.every(({ id, refund }) => refund?.paymentId === id)).toBe(true);
    expect(new Set(samples.map(({ order }) => order)).size).toBe(20);
    expect(new Set(samples.map(({ refund }) => refund?.id)).size).toBe(20);
  });

  it('names an order of the shop in the sandbox, and never in production', () => {
    expect(sampleWebhook('payment.completed', SETTINGS, NOW, 'CMD-1').data.order).toBe('CMD-1');
    const production = { ...SETTINGS, OPERATOR_ENVIRONMENT: 'production' } as const;
    expect(() => sampleWebhook('payment.completed', production, NOW, 'CMD-1')).toThrow(ProblemError);
  });
});
