import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import { type DetailsResponse, detailsResponseSchema } from '@tsena/shared/operator';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { ListedWebhook } from '../../storage/merchantReads.ts';
import { viewDelivery, viewDetails, viewTransaction } from './views.ts';

const AT = Date.parse('2026-03-01T10:00:00.123Z');
const WRITTEN = '2026-03-01T10:00:00.123Z';
const PAYMENT = 'pay_1' as PaymentId;

const detailsOf = (details: object): DetailsResponse => z.parse(detailsResponseSchema, details);

describe('a delivery', () => {
  const webhook = {
    id: 'msg_1',
    payment_id: PAYMENT,
    order_reference: 'ORDER-1' as OrderReference,
    type: 'payment.completed',
    payload: '{}',
    status: 'pending',
    delivery_attempts: 2,
    created_at: AT,
    next_attempt_at: AT + 1000,
    delivered_at: null,
    last_error: '503',
  } as ListedWebhook;

  it('that is pending has the time of its next attempt', () => {
    expect(viewDelivery(webhook)).toEqual({
      id: 'msg_1',
      type: 'payment.completed',
      paymentId: PAYMENT,
      order: 'ORDER-1',
      status: 'pending',
      deliveryAttempts: 2,
      createdAt: WRITTEN,
      nextAttemptAt: '2026-03-01T10:00:01.123Z',
      deliveredAt: null,
      lastError: '503',
    });
  });
});

describe('the operator’s details', () => {
  it('without members have null in each field', () => {
    expect(viewDetails(detailsOf({}), { kind: 'inconclusive', reason: 'x' } as Parameters<typeof viewDetails>[1])).toEqual({
      amount: null,
      currency: null,
      transactionStatus: null,
      debitParty: null,
      creditParty: null,
      createdAt: null,
      fees: null,
      differences: null,
    });
  });
});

describe('a transaction', () => {
  it.each([
    ['25000.50', '25000.50'],
    ['25000.0', '25000'],
    ['10', '10'],
    ['100000', '100000'],
    [undefined, null],
  ])('writes the amount %s as %s', (amount, written) => {
    expect(viewTransaction('1', detailsOf({ amount }), null).amount).toBe(written);
  });

  it.each([
    ['AR', 'MGA'],
    ['ar', 'MGA'],
    ['MGA', 'MGA'],
    ['EUR', 'EUR'],
    [undefined, null],
  ])('writes the currency %s as %s', (currency, written) => {
    expect(viewTransaction('1', detailsOf({ currency }), null).currency).toBe(written);
  });
});
