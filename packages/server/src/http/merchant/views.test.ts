import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import { type DetailsResponse, detailsResponseSchema } from '@tsena/shared/operator';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { ListedWebhook } from '../../storage/merchantReads.ts';
import { viewCallback, viewDelivery, viewDetails, viewEvent, viewTransaction } from './views.ts';

const AT = Date.parse('2026-03-01T10:00:00.123Z');
const WRITTEN = '2026-03-01T10:00:00.123Z';
const PAYMENT = 'pay_1' as PaymentId;

const detailsOf = (details: object): DetailsResponse => z.parse(detailsResponseSchema, details);

describe('an entry of the history', () => {
  it('has its time in UTC and its data', () => {
    const event = { payment_id: PAYMENT, version: 3, at: AT, kind: 'completed' as const, data: '{"verified":true}' };
    expect(viewEvent(event as Parameters<typeof viewEvent>[0])).toEqual({
      version: 3,
      at: WRITTEN,
      kind: 'completed',
      data: { verified: true },
    });
  });
});

describe('a callback', () => {
  it.each([
    [0, false],
    [1, true],
  ])('with rejected %s is shown with %s', (rejected, shown) => {
    const callback = {
      payment_id: PAYMENT,
      server_correlation_id: 'their-id',
      transaction_reference: '600000001',
      status: 'completed',
      received_at: AT,
      count: 2,
      rejected,
    };
    expect(viewCallback(callback)).toEqual({
      status: 'completed',
      serverCorrelationId: 'their-id',
      receivedAt: WRITTEN,
      count: 2,
      rejected: shown,
    });
  });
});

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

  it.each(['delivered', 'failed'] as const)('that is %s has no next attempt', (status) => {
    expect(viewDelivery({ ...webhook, status, delivered_at: AT + 2000 })).toMatchObject({
      status,
      nextAttemptAt: null,
      deliveredAt: '2026-03-01T10:00:02.123Z',
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

  it('have the time under either name', () => {
    const match = { kind: 'match' } as const;
    expect(viewDetails(detailsOf({ createDate: 'a', creationDate: 'b' }), match).createdAt).toBe('b');
    expect(viewDetails(detailsOf({ createDate: 'a' }), match).createdAt).toBe('a');
  });
});

describe('a transaction', () => {
  it('has amounts and times as the API writes them, and masked numbers', () => {
    const details = detailsOf({
      amount: '25000.00',
      currency: 'Ar',
      transactionStatus: 'completed',
      debitParty: [{ key: 'msisdn', value: '0343500003' }],
      creditParty: [{ key: 'msisdn', value: '0343500004' }],
      creationDate: '2026-03-01T10:00:00.123Z',
      fees: [{ feeAmount: '375.00' }],
    });
    expect(viewTransaction('600000001', details, PAYMENT)).toEqual({
      transactionReference: '600000001',
      amount: '25000',
      currency: 'MGA',
      transactionStatus: 'completed',
      debitParty: '034 •• ••0 03',
      creditParty: '034 •• ••0 04',
      createdAt: WRITTEN,
      fees: '375',
      failureReason: null,
      paymentId: PAYMENT,
    });
  });

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

  it('without members has null in each field', () => {
    expect(viewTransaction('1', detailsOf({}), null)).toEqual({
      transactionReference: '1',
      amount: null,
      currency: null,
      transactionStatus: null,
      debitParty: null,
      creditParty: null,
      createdAt: null,
      fees: null,
      failureReason: null,
      paymentId: null,
    });
  });

  it('that failed has the operator’s reason', () => {
    const metadata = [{ key: 'originalTransactionResult', value: '60019' }];
    expect(viewTransaction('1', detailsOf({ metadata }), null).failureReason).toBe('60019');
  });
});
