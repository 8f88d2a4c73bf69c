import type { Msisdn } from '@tsena/shared';
import type { Refund } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import { callbackRow, NOW, paymentRow, stateOf } from '../../test/support/paymentState.ts';
import { decide } from './decide.ts';
import type { State } from './decision.ts';

const MOMENT = { now: NOW, steadyForMs: Number.POSITIVE_INFINITY };
const LEASED = { lease_owner: 'one', lease_until: NOW + 12_000, next_check_at: NOW + 12_000 };

describe('the end of the schedule of status checks', () => {
  const stop = (state: State, fence = 1) => decide(state, { kind: 'checks_stopped', fence }, MOMENT);
  const ended = { lease_owner: null, lease_until: null, next_check_at: null, last_checked_at: NOW, status_checks: 1 };
  const completed = { kind: 'completed', data: '{}' } as const;

  it.each([
    ['pending', {}, 'polling_stopped'],
    ['completed', { verified: 0 }, 'verification_stopped'],
  ] as const)('sends a %s payment to review once', (status, values, kind) => {
    const state = stateOf({ status, ...values, ...LEASED }, { history: [completed] });
    expect(stop(state)).toEqual({
      changes: [{ set: ended, event: { kind, data: {} }, webhook: 'payment.review_required' }],
      outcome: { kind: 'stopped' },
    });
    const again = { ...state, history: [completed, { kind, data: '{}' }] };
    expect(stop(again)).toEqual({ changes: [], set: ended, outcome: { kind: 'stopped' } });
  });

  it.each([
    ['a pending payment that is resolved', { status: 'pending', resolution: 'received' }, []],
    ['a completed payment that was resolved since', { status: 'completed', verified: 0 }, [completed, { kind: 'resolved', data: '{}' }]],
  ] as const)('ends the checks of %s without a review', (_what, values, history) => {
    expect(stop(stateOf({ ...values, ...LEASED }, { history }))).toEqual({ changes: [], set: ended, outcome: { kind: 'stopped' } });
  });

  it.each([
    ['the lease was lost', { status: 'pending', ...LEASED, fence: 2 }],
    ['a check was asked for meanwhile', { status: 'pending', ...LEASED, next_check_at: NOW }],
    ['the payment has failed', { status: 'failed', ...LEASED }],
    ['the payment is verified', { status: 'completed', verified: 1, ...LEASED }],
    ['the details differ, so it is in review', { status: 'completed', verified: 0, differences: 'amount', ...LEASED }],
  ] as const)('changes nothing if %s', (_why, values) => {
    expect(stop(stateOf(values))).toEqual({ changes: [], outcome: { kind: 'done' } });
  });

  it('begins the schedule again if a callback came less than three days ago', () => {
    const callbacks = [callbackRow({ received_at: NOW - 60_000 })];
    const outcome = { kind: 'again', sinceMs: 60_000, retryAfterMs: null };
    expect(stop(stateOf({ status: 'pending', ...LEASED }, { callbacks }))).toEqual({ changes: [], outcome });
  });
});

describe('a submitted reference', () => {
  const attempt = (values: Parameters<typeof stateOf>[0]) => decide(stateOf(values), { kind: 'reference_attempt' }, MOMENT);

  it('is counted before the operator is asked', () => {
    expect(attempt({ status: 'unresolved', reference_attempts: 2, reference_attempts_given_back: 1 })).toEqual({
      changes: [{ set: { reference_attempts: 3 }, event: { kind: 'reference_submitted', data: { attempt: 4 } } }],
      outcome: null,
    });
  });

  it.each([
    ['unresolved', null, 4, null],
    ['unresolved', null, 5, 'reference_attempts_exhausted'],
    ['pending', 'objectReference', 0, null],
    ['pending', null, 0, 'reference_not_accepted'],
    ['pending', 'amount', 0, 'reference_not_accepted'],
    ['failed', null, 0, 'reference_not_accepted'],
    ['completed', null, 0, 'reference_not_accepted'],
  ] as const)(
    'of a payment that is %s with the difference %s, after %i attempts: %s',
    (status, differences, reference_attempts, refusal) => {
      expect(attempt({ status, differences, reference_attempts }).outcome).toBe(refusal);
    },
  );

  it.each([
    [1, 0, { reference_attempts: 0, reference_attempts_given_back: 1 }],
    [5, 2, { reference_attempts: 4, reference_attempts_given_back: 3 }],
    [5, 3, undefined],
    [0, 0, undefined],
  ])('that the operator did not answer about is given back, three times at most: %i counted, %i given back', (counted, givenBack, set) => {
    const state = stateOf({ status: 'unresolved', reference_attempts: counted, reference_attempts_given_back: givenBack });
    expect(decide(state, { kind: 'reference_returned' }, MOMENT).set).toEqual(set);
  });
});

describe('a second paid payment of an order', () => {
  const resolve = (state: State, resolution: 'received' | 'not_received' | 'closed') =>
    decide(state, { kind: 'resolution', resolution, reason: 'seen', by: 'Hanta' }, MOMENT).changes.map(({ event, webhook }) => [
      event.kind,
      webhook,
    ]);
  const first = paymentRow({ id: 'pay_0' as State['payment']['id'], status: 'completed' });

  it.each([
    [
      'pending',
      null,
      first,
      [
        ['resolved', undefined],
        ['order_overpaid', 'order.overpaid'],
      ],
    ],
    ['pending', 'received', first, [['resolved', undefined]]],
    ['pending', null, { ...first, status: 'failed' }, [['resolved', undefined]]],
    [
      'pending',
      null,
      { ...first, status: 'failed', resolution: 'received' },
      [
        ['resolved', undefined],
        ['order_overpaid', 'order.overpaid'],
      ],
    ],
  ] as const)(
    'is reported when a payment that is %s, with the resolution %s, is recorded as received',
    (status, resolution, other, changes) => {
      const state = stateOf({ status, resolution });
      expect(resolve({ ...state, attempts: [state.payment, other] }, 'received')).toEqual(changes);
    },
  );

  it('is not reported by other resolutions', () => {
    const state = stateOf({ status: 'pending' });
    expect(resolve({ ...state, attempts: [state.payment, first] }, 'not_received')).toEqual([['resolved', undefined]]);
  });
});

describe('a resolution', () => {
  const resolve = (values: Parameters<typeof stateOf>[0], resolution: 'received' | 'not_received' | 'closed', needsReview = true) =>
    decide(
      stateOf(values, { reviewReasons: needsReview ? ['unresolved'] : [] }),
      { kind: 'resolution', resolution, reason: 'seen', by: 'Hanta' },
      MOMENT,
    );

  it.each([
    ['received', { status: 'unresolved' }, true],
    ['not_received', { status: 'pending' }, true],
    ['not_received', { status: 'failed' }, false],
    ['not_received', { status: 'failed', resolution: 'received' }, true],
    ['not_received', { status: 'unresolved', amount_refunded: 1, resolution: 'received' }, false],
    ['received', { status: 'completed' }, false],
    ['closed', { status: 'failed' }, true],
    ['closed', { status: 'completed' }, true],
    ['closed', { status: 'pending' }, false],
  ] as const)('%s of %j: %s', (resolution, values, isRecorded) => {
    expect(resolve(values, resolution).outcome).toBe(isRecorded);
  });

  it('closes only what needs review, and leaves received as it is', () => {
    expect(resolve({ status: 'failed' }, 'closed', false)).toEqual({ changes: [], outcome: false });
    expect(resolve({ status: 'failed', resolution: 'received' }, 'closed').changes[0]?.set).toEqual({});
  });
});

describe('a refund', () => {
  const record = (values: Parameters<typeof stateOf>[0], amount: number, more: object = {}, status: Refund['status'] = 'recorded') =>
    decide(
      stateOf(values),
      { kind: 'refund', refund: { id: 'ref_1', status } as Refund, amount, reason: 'returned', by: 'Hanta', ...more },
      MOMENT,
    );
  const MINUTE = 60_000;

  it.each([
    ['of all that was paid', { status: 'completed' }, 25_000, {}, null],
    ['of what the merchant recorded as received', { status: 'failed', resolution: 'received' }, 1, {}, null],
    ['of more than is left', { status: 'completed', amount_refunded: 20_000 }, 5001, {}, { kind: 'exceeds', remaining: 5000 }],
    ['of a payment that is not paid', { status: 'pending' }, 1, {}, { kind: 'not_possible' }],
    ['in the future', { status: 'completed' }, 1, { refundedAt: NOW + 5 * MINUTE + 1 }, { kind: 'in_future' }],
    ['before its payment', { status: 'completed' }, 1, { refundedAt: NOW - 5 * MINUTE - 1 }, { kind: 'before_payment' }],
    ['by a clock that is five minutes off', { status: 'completed' }, 1, { refundedAt: NOW - 5 * MINUTE }, null],
  ] as const)('%s', (_what, values, amount, more, refusal) => {
    const { outcome, changes } = record(values, amount, more);
    expect(outcome).toEqual(refusal);
    expect(changes).toHaveLength(refusal === null ? 1 : 0);
  });

  it('changes the sum of the payment, and its voiding changes it back', () => {
    expect(record({ status: 'completed', amount_refunded: 1000 }, 500).changes[0]).toMatchObject({
      set: { amount_refunded: 1500 },
      event: { kind: 'refunded', data: { refund: 'ref_1', amount: 500, reason: 'returned', by: 'Hanta' } },
      webhook: 'payment.refunded',
    });
    expect(record({ status: 'completed', amount_refunded: 1500 }, 500, {}, 'voided').changes[0]).toMatchObject({
      set: { amount_refunded: 1000 },
      event: { kind: 'refund_voided' },
      webhook: 'payment.refund_voided',
    });
  });
});

describe('a failed transaction that only a callback names, without details', () => {
  const PARTNER = '0343500004' as Msisdn;
  const answer = { kind: 'state', state: 'failed', operatorStatus: 'failed', objectReference: null } as const;
  const status = { serverCorrelationId: 'sc-1', isNamedByCallback: true, answer } as const;

  it.each([
    ['fails the payment if callbacks name it for no other', false, ['failed']],
    ['changes nothing if callbacks name it for another payment too', true, []],
  ] as const)('%s', (_what, isNamedElsewhere, kinds) => {
    const state = stateOf({ status: 'unresolved' }, { callbacks: [callbackRow({ status: 'failed' })], isNamedElsewhere });
    const input = { kind: 'evidence', fence: 1, status, transactions: [], partnerMsisdn: PARTNER } as const;
    expect(decide(state, input, MOMENT).changes.map(({ event }) => event.kind)).toEqual(kinds);
  });
});

describe('a payment that was not sent', () => {
  const lapsed = (values: Parameters<typeof stateOf>[0], more: Parameters<typeof stateOf>[1] = {}) =>
    decide(stateOf(values, more), { kind: 'lapsed', fence: 1 }, MOMENT).changes.map(({ to, event, webhook }) => [to, event.kind, webhook]);

  it.each([
    ['created', true, [['failed', 'not_sent', 'payment.failed']]],
    [
      'created',
      false,
      [
        ['sending', 'restored', undefined],
        ['unresolved', 'outcome_unknown', 'payment.unresolved'],
      ],
    ],
    ['sending', true, [['unresolved', 'outcome_unknown', 'payment.unresolved']]],
    ['pending', true, []],
  ] as const)('when its process ended in %s, opened here: %s', (status, isOpenedHere, changes) => {
    expect(lapsed({ status }, { isOpenedHere })).toEqual(changes);
  });

  it('after a restore counts as sent', () => {
    expect(decide(stateOf({ status: 'created', sent_at: null }), { kind: 'restored' }, MOMENT)).toMatchObject({
      changes: [{ to: 'sending', set: { sent_at: NOW, next_check_at: NOW, lease_owner: null }, event: { kind: 'restored' } }],
      outcome: true,
    });
  });
});
