import { describe, expect, it } from 'vitest';
import { completedDetails, PARTNER, paymentRow } from '../../../test/support/paymentState.ts';
import type { StoredPayment } from './payment.ts';
import { createdAtOf, sentBetween, verifyDetails } from './verifyDetails.ts';

const payment = paymentRow({ sent_at: Date.parse('2026-03-01T10:00:00Z') });

function matchOf(change: object) {
  return verifyDetails(completedDetails(change), payment, PARTNER);
}

describe('verifyDetails', () => {
  it.each([
    ['with another transactionReference at each read', { transactionReference: 'another' }],
    ['with an international number', { debitParty: [{ key: 'msisdn', value: '261343500003' }] }],
    ['with a whole amount', { amount: '25000' }],
    ['with a currency in capitals', { currency: 'AR' }],
    ['with our X-CorrelationID', { metadata: [{ key: 'XCorrelationId', value: 'our-correlation-id' }] }],
    ['with our X-CorrelationID in capitals', { metadata: [{ key: 'xcorrelationid', value: 'OUR-CORRELATION-ID' }] }],
    ['with an empty X-CorrelationID', { metadata: [{ key: 'XCorrelationId', value: ' ' }] }],
    ['with numbers as JSON numbers', { amount: 25_000, debitParty: [{ key: 'msisdn', value: 343500003 }] }],
    [
      'with a party as an object',
      { debitParty: { msisdn: 261343500003 }, creditParty: { key: 'msisdn', value: '0343500004' } },
    ],
    ['without a status', { transactionStatus: undefined }],
    [
      'with the result 0',
      { transactionStatus: undefined, metadata: [{ key: 'originalTransactionResult', value: '0' }] },
    ],
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
    [
      'a status or the result 0',
      { transactionStatus: undefined, metadata: [{ key: 'originalTransactionResult', value: '60019' }] },
    ],
  ])('is inconclusive for details without %s', (_name, change) => {
    expect(matchOf(change).kind).toBe('inconclusive');
  });
});

describe('verifyDetails of a payment', () => {
  it('whose number was erased is inconclusive, although everything else matches', () => {
    const erased = { ...payment, msisdn: null };
    expect(verifyDetails(completedDetails(), erased, '0343500004')).toEqual({
      kind: 'inconclusive',
      reason: 'the payer’s number was erased',
    });
  });

  it('compares the merchant for which it was opened, if it names one', () => {
    const paidTo = (partner_msisdn: StoredPayment['partner_msisdn']) =>
      verifyDetails(completedDetails(), { ...payment, partner_msisdn }, '0343500009').kind;
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
    expect(matchOf({ transactionStatus: 'pending' })).toEqual({
      kind: 'inconclusive',
      reason: 'the details have the status pending',
    });
  });
});

describe('createdAtOf', () => {
  it.each([
    [{ creationDate: '2026-03-01T13:00:05+03:00' }, '2026-03-01T10:00:05.000Z'],
    [{ creationDate: '2026-03-01T10:00:05.123' }, '2026-03-01T10:00:05.123Z'],
    [{ creationDate: undefined, createDate: '2026-03-01T10:00:05Z' }, '2026-03-01T10:00:05.000Z'],
    [{ creationDate: '2026-03-01T10:00:05Z', createDate: '2026-03-01T11:00:00Z' }, '2026-03-01T10:00:05.000Z'],
  ])('of %j is %s', (dates, at) => {
    expect(createdAtOf(completedDetails(dates), Date.parse('2026-03-01T20:00:00Z'))).toBe(Date.parse(at));
  });

  // Written at 13:00: in UTC, or in Madagascar, where it is 10:00 UTC.
  it.each([
    ['2026-03-01T10:00:30Z', '2026-03-01T10:00:00Z'],
    ['2026-03-01T12:49:59Z', '2026-03-01T10:00:00Z'],
    ['2026-03-01T12:50:00Z', '2026-03-01T13:00:00Z'],
    ['2026-03-01T13:00:30Z', '2026-03-01T13:00:00Z'],
    ['2026-03-02T13:00:00Z', '2026-03-01T13:00:00Z'],
    // Neither is possible: a clock is wrong.
    ['2026-03-01T09:00:00Z', '2026-03-01T13:00:00Z'],
  ])('of 13:00 without a zone at %s is %s', (now, at) => {
    const details = completedDetails({ creationDate: '2026-03-01T13:00:00' });
    expect(createdAtOf(details, Date.parse(now))).toBe(Date.parse(at));
  });

  it('of a time with a zone is that time, also in the future', () => {
    const details = completedDetails({ creationDate: '2026-03-01T13:00:00Z' });
    expect(createdAtOf(details, Date.parse('2026-03-01T10:00:00Z'))).toBe(Date.parse('2026-03-01T13:00:00Z'));
  });

  it.each([{ creationDate: undefined }, { creationDate: 'yesterday' }])('of %j is null', (dates) => {
    expect(createdAtOf(completedDetails(dates), 0)).toBeNull();
  });
});

describe('sentBetween', () => {
  it.each(['2026-03-01T10:00:05Z', '1970-01-01T00:00:00Z'])(
    'is none for a payment that was never sent, with the date %s',
    (creationDate) => {
      expect(sentBetween(completedDetails({ creationDate }), { ...payment, sent_at: null })).toBeUndefined();
    },
  );

  it('of a date without a zone counts from the reading that fits', () => {
    const local = completedDetails({ creationDate: '2026-03-01T13:00:05' });
    expect(sentBetween(local, payment)).toEqual({
      from: Date.parse('2026-03-01T09:00:05Z'),
      to: Date.parse('2026-03-01T10:10:05Z'),
    });
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
    expect(sentBetween(completedDetails({ creationDate }), payment) !== undefined).toBe(is);
  });
});
