import type { Msisdn } from '@tsena/shared';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import { describe, expect, it } from 'vitest';
import {
  detailsOf,
  MOMENT,
  NOW,
  PARTNER,
  paymentRow,
  REFERENCE,
  receivedMoney,
  stateOf,
  unavailable,
} from '../../../../test/support/paymentState.ts';
import { decide } from '../decide.ts';
import { readAnswer, readUse } from '../judgeReference.ts';
import type { StoredPayment } from '../payment.ts';

const NEW_SALE = { method: 'reference', status: 'created', version: 0, sent_at: null } as const;
const OTHER = { id: 'pay_2' as PaymentId, order_reference: 'ORDER-2' as OrderReference };
const DAY = 24 * 60 * 60_000;

function sell(row: Partial<StoredPayment> = {}, money = receivedMoney(), more: Parameters<typeof stateOf>[1] = {}) {
  const input = { kind: 'sale', reference: REFERENCE, money, by: 'Hanta', partnerMsisdn: PARTNER } as const;
  return decide(stateOf({ ...NEW_SALE, ...row }, more), input, MOMENT);
}

describe('a sale that was paid by hand', () => {
  it('completes a new payment of its amount, verified, and sends payment.completed', () => {
    const { outcome, changes } = sell();
    expect(outcome).toBe('completed');
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({
      to: 'completed',
      set: {
        transaction_id: REFERENCE,
        transaction_fold: REFERENCE,
        verified: 1,
        transaction_proven: 0,
        final_at: NOW,
      },
      event: { kind: 'completed', data: { transactionId: REFERENCE, verified: true, by: 'Hanta' } },
      webhook: 'payment.completed',
    });
  });

  it.each([
    ['Madagascar’s, as UTC would be in the future', '2026-11-20T15:00:00', '2026-11-20T12:00:00Z'],
    ['UTC, where both are possible', '2026-11-20T12:00:00', '2026-11-20T12:00:00Z'],
  ])('stores a time without a zone as %s', (_what, creationDate, at) => {
    const [change] = sell({}, receivedMoney({ creationDate })).changes;
    expect(change?.set).toMatchObject({ transaction_created_at: Date.parse(at) });
  });

  const open = paymentRow({ ...OTHER, status: 'unresolved' });
  it.each([
    ['another amount', sell({ amount: 24_999 }), { verdict: 'unused', reason: 'amount' }],
    ['another payer', sell({ msisdn: '0349999999' as Msisdn }), { verdict: 'unused', reason: 'amount' }],
    ['no time', sell({}, receivedMoney({ creationDate: undefined })), { verdict: 'unused', reason: 'time' }],
    ['a time that is none', sell({}, receivedMoney({ creationDate: 'today' })), { verdict: 'unused', reason: 'time' }],
    [
      'a day and a second ago',
      sell({}, receivedMoney({ creationDate: new Date(NOW - DAY - 1000).toISOString() })),
      { verdict: 'unused', reason: 'time' },
    ],
    // It may be 22 hours or 25 hours ago.
    [
      'a time without a zone that may be too old',
      sell({}, receivedMoney({ creationDate: new Date(NOW - 22 * 3_600_000).toISOString().slice(0, 19) })),
      { verdict: 'unused', reason: 'time' },
    ],
    ['an hour in the future', sell({}, receivedMoney({ creationDate: '2026-11-20T13:00:00Z' })), { reason: 'time' }],
    ['a payment that is a prompt', sell({ method: 'prompt' }), { verdict: 'unused', reason: 'order' }],
    ['a payment that is open', sell({ status: 'pending' }), { verdict: 'unused', reason: 'order' }],
    [
      'a transaction that has paid another one',
      sell({}, receivedMoney(), { takenBy: new Map([[REFERENCE, OTHER]]) }),
      { verdict: 'used', reason: 'verdict' },
    ],
    [
      'an open payment of its payer, amount and time',
      sell({}, receivedMoney(), { candidates: { named: undefined, open: [open] } }),
      { verdict: 'used', reason: 'verdict' },
    ],
    [
      'a review that names it',
      sell({}, receivedMoney(), { candidates: { named: paymentRow({ ...OTHER, status: 'failed' }), open: [] } }),
      { verdict: 'used', reason: 'verdict' },
    ],
  ])('%s: changes nothing', (_what, { outcome, changes }, refusal) => {
    expect(outcome).toMatchObject(refusal);
    expect(changes).toEqual([]);
  });
});

describe('the operator’s answer about a reference', () => {
  const ELSEWHERE = [{ key: 'msisdn', value: '0343500009' }];
  const OURS = [{ key: 'msisdn', value: '261343500004' }];
  it.each([
    ['unavailable', unavailable()],
    ['unknown', { kind: 'absent', reason: '404' } as const],
    ['other_account', detailsOf({ creditParty: ELSEWHERE })],
    ['other_account', detailsOf({ creditParty: ELSEWHERE, transactionStatus: 'failed' })],
    ['outgoing', detailsOf({ debitParty: OURS, creditParty: ELSEWHERE })],
    ['outgoing', detailsOf({ debitParty: OURS, transactionStatus: 'failed' })],
    ['not_completed', detailsOf({ transactionStatus: 'pending' })],
    ['not_completed', detailsOf({ transactionStatus: 'failed', amount: undefined })],
    ['not_completed', detailsOf({ transactionStatus: 'in the moon' })],
    ['not_completed', detailsOf({ transactionStatus: undefined })],
    // The status and the result contradict each other.
    ['not_completed', detailsOf({ metadata: [{ key: 'originalTransactionResult', value: '1' }] })],
    // What cannot be read is never money.
    ['unavailable', detailsOf({ creditParty: [] })],
    ['unavailable', detailsOf({ debitParty: [] })],
    ['unavailable', detailsOf({ debitParty: [{ key: 'msisdn', value: 'agent' }] })],
    ['unavailable', detailsOf({ amount: '25000.50' })],
    ['unavailable', detailsOf({ amount: '-25000' })],
    ['unavailable', detailsOf({ amount: undefined })],
    ['unavailable', detailsOf({ currency: 'USD' })],
    ['unavailable', detailsOf({ currency: undefined })],
  ] as const)('%s: %j', (verdict, answer) => {
    expect(readAnswer(answer, PARTNER)).toEqual({ kind: 'other', verdict });
  });

  it.each([
    ['with two decimals', { amount: '25000.00' }],
    ['with 261 numbers', { creditParty: OURS, debitParty: [{ key: 'msisdn', value: '261343500003' }] }],
    ['from another operator', { debitParty: [{ key: 'msisdn', value: '0321122233' }] }],
  ])('is money that was received: %s', (_what, change) => {
    expect(readAnswer(detailsOf(change), PARTNER)).toMatchObject({ kind: 'received', money: { amount: 25_000 } });
  });
});

describe('what a transaction was used for', () => {
  const use = (payment: Partial<StoredPayment>, money = receivedMoney()) =>
    readUse(money, { paid: undefined, named: undefined, open: [paymentRow(payment)] }, PARTNER);

  it('is an open payment of its payer, amount and time, which can be completed', () => {
    expect(use({ status: 'unresolved' })).toMatchObject({ verdict: 'used', canComplete: true });
    expect(use({ status: 'pending', sent_at: NOW - 30 * 60_000 })).toMatchObject({ canComplete: true });
  });

  it('is no open payment of another time, or of another X-CorrelationID', () => {
    expect(use({ sent_at: NOW - 2 * 3_600_000 })).toEqual({ verdict: 'unused' });
    const named = receivedMoney({ metadata: [{ key: 'XCorrelationId', value: 'another' }] });
    expect(use({}, named)).toEqual({ verdict: 'unused' });
  });

  it('may be every open payment of its payer and amount if its time cannot be read', () => {
    const money = receivedMoney({ creationDate: undefined });
    expect(use({ sent_at: NOW - 2 * 3_600_000 }, money)).toMatchObject({ verdict: 'used' });
  });

  it('may be an open payment whose number was erased, which cannot be completed', () => {
    expect(use({ msisdn: null })).toMatchObject({ verdict: 'used', canComplete: false });
  });
});
