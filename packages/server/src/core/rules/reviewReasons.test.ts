import type { ReviewReason } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import { paymentRow } from '../../../test/support/paymentState.ts';
import type { HistoryEvent } from './historyEvent.ts';
import type { StoredPayment } from './payment.ts';
import { readReasons, reviewReasons, writeReasons } from './reviewReasons.ts';

type Values = Partial<StoredPayment>;
type Kinds = readonly HistoryEvent['kind'][];

/** The reasons of a payment whose history has these events, in this order. */
function reasons(values: Values, kinds: Kinds = [], others: readonly Values[] = []): ReviewReason[] {
  const history = kinds.map((kind) => ({ kind, data: '{}' }));
  return reviewReasons(paymentRow(values), history, others.map(paymentRow));
}

const unresolved = { status: 'unresolved' } as const;
const stopped = { status: 'pending', next_check_at: null } as const;
const differing = { status: 'pending', next_check_at: 1, differences: 'amount' } as const;
const unverified = { status: 'completed', verified: 0 } as const;

describe('a payment needs review', () => {
  it.each<readonly [string, Values, Kinds, readonly ReviewReason[]]>([
    ...(['created', 'sending', 'pending', 'completed', 'failed'] as const).map(
      (status) => [`one is ${status}`, { status, next_check_at: 1 }, [], []] as const,
    ),
    ['one is unresolved', unresolved, [], ['unresolved']],
    ...(['received', 'not_received', 'closed'] as const).map(
      (resolution) => [`a person recorded it as ${resolution}`, { ...unresolved, resolution }, [], []] as const,
    ),
    ['details differ', differing, ['details_mismatch'], ['details_mismatch']],
    ['details differ after a resolution', differing, ['resolved', 'details_mismatch'], ['details_mismatch']],
    ['details differ, and were resolved', differing, ['details_mismatch', 'resolved'], []],
    ['details differ again', differing, ['details_mismatch', 'resolved', 'details_mismatch'], ['details_mismatch']],
    ['details agree by now', { status: 'completed', verified: 1 }, ['details_mismatch'], []],
    ['details differ without the event', differing, ['accepted'], []],
    ['polling stopped', stopped, [], ['polling_stopped']],
    ['a sending one has no check', { ...stopped, status: 'sending' }, [], []],
    ['polling stopped, and it was closed', { ...stopped, resolution: 'closed' }, [], []],
    ['one completed unverified', unverified, ['completed'], ['unverified']],
    ['its checks have not ended', { ...unverified, next_check_at: 1 }, ['completed'], []],
    ['it is verified', { ...unverified, verified: 1 }, ['completed'], []],
    ['its verification is unknown', { ...unverified, verified: null }, ['completed'], []],
    ['it was resolved', unverified, ['completed', 'resolved'], []],
    ['it has no event of its completion', unverified, ['accepted'], []],
    [
      'details differ and its checks ended',
      { ...differing, ...stopped },
      ['details_mismatch'],
      ['details_mismatch', 'polling_stopped'],
    ],
  ])('if %s: %#', (_what, values, kinds, expected) => {
    expect(reasons(values, kinds)).toEqual(expected);
  });

  it.each<readonly [string, Values, Values, Kinds, boolean]>([
    ['two payments are completed', {}, {}, ['order_overpaid'], true],
    ['one of them is recorded as received', { ...unresolved, resolution: 'received' }, {}, ['order_overpaid'], true],
    ['one of them failed', { status: 'failed' }, {}, ['order_overpaid'], false],
    [
      'one of them is recorded as not received',
      { status: 'failed', resolution: 'not_received' },
      {},
      ['order_overpaid'],
      false,
    ],
    ['the first is refunded in part', { amount_refunded: 24_999 }, {}, ['order_overpaid'], true],
    ['the first is refunded in full', { amount_refunded: 25_000 }, {}, ['order_overpaid'], false],
    ['the second is refunded in part', {}, { amount_refunded: 24_999 }, ['order_overpaid'], true],
    ['the second is refunded in full', {}, { amount_refunded: 25_000 }, ['order_overpaid'], false],
    ['they were resolved', {}, {}, ['order_overpaid', 'resolved'], false],
    ['a third was paid after that', {}, {}, ['order_overpaid', 'resolved', 'order_overpaid'], true],
    ['its history does not say so', {}, {}, ['completed'], false],
  ])('because its order is overpaid, if %s: %#', (_what, first, second, kinds, isOverpaid) => {
    const paid = { status: 'completed', verified: 1 } as const;
    expect(reasons({ ...paid, ...second }, kinds, [{ ...paid, ...first }])).toEqual(isOverpaid ? ['overpaid'] : []);
    expect(reasons({ ...paid, ...second }, kinds)).toEqual([]);
  });
});

it('the column of the reasons has them comma-separated, or null', () => {
  expect(writeReasons([])).toBeNull();
  expect(writeReasons(['overpaid', 'unverified'])).toBe('overpaid,unverified');
  expect(readReasons({ review_reasons: 'overpaid,unverified' })).toEqual(['overpaid', 'unverified']);
  expect(readReasons({ review_reasons: null })).toEqual([]);
});
