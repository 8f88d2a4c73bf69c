import { detailsResponseSchema } from '@tsena/shared/operator';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { StoredPayment } from './payment.ts';
import { createdAtOf, namesPayment, sentBetween, verifyDetails } from './verifyDetails.ts';

const SENT = Date.parse('2026-03-01T10:00:00Z');
const payment = { msisdn: '0343500003', amount: 25_000, correlation_id: 'our-correlation-id', sent_at: SENT } as StoredPayment;
const details = {
  amount: '25000.00',
  currency: 'Ar',
  debitParty: [{ key: 'msisdn', value: '261343500003' }],
  creditParty: [{ key: 'msisdn', value: '0343500004' }],
  transactionStatus: 'completed',
  transactionReference: 'another one at each read',
};

function matchOf(change: object) {
  return verifyDetails(z.parse(detailsResponseSchema, { ...details, ...change }), payment, '0343500004');
}

describe('verifyDetails', () => {
  it.each([
    ['as they are', {}],
    ['with a whole amount', { amount: '25000' }],
    ['with a currency in capitals', { currency: 'AR' }],
    ['with our X-CorrelationID', { metadata: [{ key: 'XCorrelationId', value: 'our-correlation-id' }] }],
    ['with our X-CorrelationID in capitals', { metadata: [{ key: 'xcorrelationid', value: 'OUR-CORRELATION-ID' }] }],
    ['with an empty X-CorrelationID', { metadata: [{ key: 'XCorrelationId', value: ' ' }] }],
    ['with numbers as JSON numbers', { amount: 25_000, debitParty: [{ key: 'msisdn', value: 343500003 }] }],
    ['with a party as an object', { debitParty: { msisdn: 261343500003 }, creditParty: { key: 'msisdn', value: '0343500004' } }],
    ['without a status', { transactionStatus: undefined }],
    ['with the result 0', { transactionStatus: undefined, metadata: [{ key: 'originalTransactionResult', value: '0' }] }],
    ['with the status success', { transactionStatus: 'success' }],
  ])('matches details %s', (_name, change) => {
    expect(matchOf(change)).toEqual({ kind: 'match' });
  });

  it.each([
    ['amount', { amount: '25000.50' }],
    ['amount', { amount: '250000' }],
    ['currency', { currency: 'EUR' }],
    ['debitParty', { debitParty: [{ key: 'msisdn', value: '0343500009' }] }],
    ['creditParty', { creditParty: [{ key: 'msisdn', value: '0343500003' }] }],
    ['correlationId', { metadata: [{ key: 'XCorrelationId', value: 'another' }] }],
  ])('names the field if %s differs', (field, change) => {
    expect(matchOf(change)).toEqual({ kind: 'mismatch', fields: [field] });
  });

  it.each([
    ['an amount', { amount: undefined }],
    ['a currency', { currency: '' }],
    ['a payer', { debitParty: [] }],
    ['a merchant', { creditParty: 'unreadable' }],
    ['the status completed: pending', { transactionStatus: 'pending' }],
    ['the status completed: failed', { transactionStatus: 'failed' }],
    ['a known status', { transactionStatus: 'expired' }],
    ['a status or the result 0', { transactionStatus: undefined, metadata: [{ key: 'originalTransactionResult', value: '60019' }] }],
  ])('is inconclusive for details without %s', (_name, change) => {
    expect(matchOf(change).kind).toBe('inconclusive');
  });
});

describe('verifyDetails of a payment', () => {
  it('whose number was erased is inconclusive, although everything else matches', () => {
    const erased = { ...payment, msisdn: null };
    expect(verifyDetails(z.parse(detailsResponseSchema, details), erased, '0343500004')).toEqual({
      kind: 'inconclusive',
      reason: 'the payer’s number was erased',
    });
  });

  it('compares the merchant for which it was opened, if it names one', () => {
    const paidTo = (partner_msisdn: StoredPayment['partner_msisdn']) =>
      verifyDetails(z.parse(detailsResponseSchema, details), { ...payment, partner_msisdn }, '0343500009').kind;
    expect(paidTo('0343500004' as StoredPayment['partner_msisdn'])).toBe('match');
    expect(paidTo(null)).toBe('mismatch');
  });

  it('names all fields that differ, in their order', () => {
    const everything = {
      amount: '1.00',
      currency: 'EUR',
      debitParty: [{ key: 'msisdn', value: '0343500009' }],
      creditParty: [{ key: 'msisdn', value: '0343500009' }],
      metadata: [{ key: 'XCorrelationId', value: 'another' }],
    };
    expect(matchOf(everything)).toEqual({
      kind: 'mismatch',
      fields: ['amount', 'currency', 'debitParty', 'creditParty', 'correlationId'],
    });
  });

  it('differs although it is pending, and else says what its status is', () => {
    expect(matchOf({ amount: '1.00', transactionStatus: 'pending' })).toEqual({ kind: 'mismatch', fields: ['amount'] });
    expect(matchOf({ transactionStatus: 'pending' })).toEqual({ kind: 'inconclusive', reason: 'the details have the status pending' });
  });
});

describe('namesPayment', () => {
  it.each([
    ['the payment’s', [{ key: 'XCorrelationId', value: 'our-correlation-id' }], true],
    ['the payment’s in capitals', [{ key: 'XCorrelationId', value: 'OUR-CORRELATION-ID' }], true],
    ['an empty one', [{ key: 'XCorrelationId', value: '' }], false],
    ['another', [{ key: 'XCorrelationId', value: 'another' }], false],
    ['no', [], false],
  ] as const)('of details with %s X-CorrelationID: %#', (_which, metadata, is) => {
    expect(namesPayment(z.parse(detailsResponseSchema, { ...details, metadata }), payment)).toBe(is);
  });
});

describe('createdAtOf', () => {
  it.each([
    [{ creationDate: '2026-03-01T10:00:05Z' }, '2026-03-01T10:00:05.000Z'],
    [{ creationDate: '2026-03-01T13:00:05+03:00' }, '2026-03-01T10:00:05.000Z'],
    [{ creationDate: '2026-03-01T10:00:05.123' }, '2026-03-01T10:00:05.123Z'],
    [{ createDate: '2026-03-01T10:00:05Z' }, '2026-03-01T10:00:05.000Z'],
    [{ creationDate: '2026-03-01T10:00:05Z', createDate: '2026-03-01T11:00:00Z' }, '2026-03-01T10:00:05.000Z'],
  ])('of %j is %s', (dates, at) => {
    expect(createdAtOf(z.parse(detailsResponseSchema, { ...details, ...dates }))).toBe(Date.parse(at));
  });

  it.each([{}, { creationDate: 'yesterday' }])('of %j is null', (dates) => {
    expect(createdAtOf(z.parse(detailsResponseSchema, { ...details, ...dates }))).toBeNull();
  });
});

describe('sentBetween', () => {
  it.each(['2026-03-01T10:00:05Z', '1970-01-01T00:00:00Z'])(
    'is none for a payment that was never sent, with the date %s',
    (creationDate) => {
      const created = z.parse(detailsResponseSchema, { ...details, creationDate });
      expect(sentBetween(created, { ...payment, sent_at: null, uncorrected_sent_at: null })).toBeUndefined();
    },
  );

  it('of a date without a zone counts from the reading that fits', () => {
    const local = z.parse(detailsResponseSchema, { ...details, creationDate: '2026-03-01T13:00:05' });
    expect(sentBetween(local, payment)).toEqual({ from: Date.parse('2026-03-01T09:00:05Z'), to: Date.parse('2026-03-01T10:10:05Z') });
  });

  it.each([
    ['2026-03-01T10:00:05.000Z', true],
    ['2026-03-01T13:00:05+03:00', true],
    ['2026-03-01T13:00:05.123', true],
    ['2026-03-01T10:00:05', true],
    ['2026-03-01T09:50:00.000Z', true],
    ['2026-03-01T09:49:59.999Z', false],
    ['2026-03-01T11:00:00.000Z', true],
    ['2026-03-01T11:00:00.001Z', false],
    ['2026-03-01T14:00:00.000', true],
    ['2026-03-01T14:00:00.001', false],
    ['2026-03-01T10:00:05z', true],
    ['2026-03-01T13:00:05+0300', true],
    ['2026-03-01T13:00:05Z', false],
    ['2026-03-01T10:00:05+03:00', false],
    ['2026-02-28T10:00:05Z', false],
    ['yesterday', false],
    ['', false],
  ])('takes the creation date %j for a payment sent at 10:00 UTC: %s', (creationDate, is) => {
    expect(sentBetween(z.parse(detailsResponseSchema, { ...details, creationDate }), payment) !== undefined).toBe(is);
  });

  it('is also compared with the time of sending before a correction of the clock', () => {
    const moved = { ...payment, sent_at: Date.parse('2026-03-01T07:00:00Z') };
    const created = z.parse(detailsResponseSchema, { ...details, creationDate: '2026-03-01T10:00:05Z' });
    expect(sentBetween(created, moved)).toBeUndefined();
    expect(sentBetween(created, { ...moved, uncorrected_sent_at: Date.parse('2026-03-01T10:00:00Z') })).toBeDefined();
  });
});
