import { detailsResponseSchema } from '@tsena/shared/operator';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { StoredPayment } from '../storage/schema.ts';
import { isOfThatTime, verifyDetails } from './verifyDetails.ts';

const SENT = Date.parse('2026-03-01T10:00:00Z');
const payment = { msisdn: '0343500003', amount: 25_000, correlation_id: 'our-correlation-id', sent_at: SENT } as StoredPayment;
const record = {
  amount: '25000.00',
  currency: 'Ar',
  debitParty: [{ key: 'msisdn', value: '261343500003' }],
  creditParty: [{ key: 'msisdn', value: '0343500004' }],
  transactionStatus: 'completed',
  transactionReference: 'another one at every enquiry',
};

function matchOf(change: object) {
  return verifyDetails(z.parse(detailsResponseSchema, { ...record, ...change }), payment, '0343500004');
}

describe('the operator’s record of a payment', () => {
  it.each([
    ['as it is', {}],
    ['with a whole amount', { amount: '25000' }],
    ['with our X-CorrelationID', { metadata: [{ key: 'XCorrelationId', value: 'our-correlation-id' }] }],
    ['without a state', { transactionStatus: undefined }],
    ['that says success', { transactionStatus: 'success' }],
  ])('%s matches', (_name, change) => {
    expect(matchOf(change)).toEqual({ kind: 'match' });
  });

  it.each([
    ['amount', { amount: '25000.50' }],
    ['amount', { amount: '250000' }],
    ['currency', { currency: 'EUR' }],
    ['debitParty', { debitParty: [{ key: 'msisdn', value: '0343500009' }] }],
    ['creditParty', { creditParty: [{ key: 'msisdn', value: '0343500003' }] }],
    ['correlationId', { metadata: [{ key: 'XCorrelationId', value: 'another' }] }],
  ])('with another %s is a mismatch', (field, change) => {
    expect(matchOf(change)).toEqual({ kind: 'mismatch', fields: [field] });
  });

  it.each([
    ['an amount', { amount: undefined }],
    ['a currency', { currency: '' }],
    ['a payer', { debitParty: [] }],
    ['a merchant', { creditParty: 'unreadable' }],
  ])('without %s says too little', (_name, change) => {
    expect(matchOf(change).kind).toBe('inconclusive');
  });

  it.each(['pending', 'failed', 'never heard of'])('that says %s does not make a payment completed', (transactionStatus) => {
    expect(matchOf({ transactionStatus }).kind).toBe('inconclusive');
  });
});

describe('the time of a record', () => {
  it.each([
    ['2026-03-01T10:00:05.000Z', true],
    ['2026-03-01T13:00:05+03:00', true],
    ['2026-03-01T13:00:05.123', true],
    ['2026-03-01T10:00:05', true],
    ['2026-03-01T09:49:00Z', false],
    ['2026-03-01T11:01:00Z', false],
    ['2026-02-28T10:00:05Z', false],
    ['yesterday', false],
    ['', false],
  ])('%j is of a payment sent at 10:00 UTC: %s', (creationDate, is) => {
    expect(isOfThatTime(z.parse(detailsResponseSchema, { ...record, creationDate }), payment)).toBe(is);
  });

  it('may be that before a correction of the clock, which may have been wrong', () => {
    const moved = { ...payment, sent_at: Date.parse('2026-03-01T07:00:00Z') };
    const details = z.parse(detailsResponseSchema, { ...record, creationDate: '2026-03-01T10:00:05Z' });
    expect(isOfThatTime(details, moved)).toBe(false);
    expect(isOfThatTime(details, { ...moved, uncorrected_sent_at: Date.parse('2026-03-01T10:00:00Z') })).toBe(true);
  });

  it('is read from createDate too', () => {
    expect(isOfThatTime(z.parse(detailsResponseSchema, { ...record, createDate: '2026-03-01T10:00:05Z' }), payment)).toBe(true);
  });
});
