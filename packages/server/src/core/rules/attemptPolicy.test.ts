import { describe, expect, it } from 'vitest';
import { NOW, paymentRow } from '../../../test/support/paymentState.ts';
import {
  currentPaymentOf,
  isUnderWay,
  mayFollow,
  orderPositions,
  refuseOpening,
  retryableFrom,
  unsentRetryAfter,
} from './attemptPolicy.ts';

const COOLDOWN = 60_000;
const attempt = (change: Parameters<typeof paymentRow>[0] = {}) =>
  paymentRow({ status: 'failed', created_at: NOW - 30_000, sent_at: NOW - 30_000, ...change });
const failed = attempt();
const from = (change: Parameters<typeof attempt>[0]) => retryableFrom(attempt(change), NOW, COOLDOWN);

describe('another payment of the order', () => {
  it.each([
    ['failed', { status: 'failed' }],
    ['is recorded as not received', { status: 'unresolved', resolution: 'not_received' }],
    [
      'is recorded so, and its details differ',
      { status: 'pending', differences: 'amount', resolution: 'not_received' },
    ],
  ] as const)('may follow at once if the payment %s', (_name, change) => {
    expect(from(change)).toBe(NOW);
    expect(mayFollow(attempt(change), NOW, COOLDOWN)).toBe(true);
  });

  it.each([
    ['is completed', { status: 'completed' }],
    ['is recorded as received', { status: 'unresolved', resolution: 'received' }],
    ['has details that differ', { status: 'pending', differences: 'amount' }],
    ['failed, and has details that differ', { status: 'failed', differences: 'amount' }],
    ['is reported as completed while its details cannot be read', { status: 'pending', details_unavailable_since: 1 }],
    [
      'is unresolved, and reported so by a callback’s transaction',
      { status: 'unresolved', details_unavailable_since: 1 },
    ],
    ['is superseded', { status: 'failed', superseded: 1 }],
    ['is about to be sent', { status: 'created', sent_at: null, lease_until: NOW + 5000 }],
    ['was about to be sent, and nobody has decided yet', { status: 'created', sent_at: null, lease_until: NOW - 1 }],
    ['is the fifth that was sent', { status: 'failed', sent_attempt_number: 5 }],
  ] as const)('may never follow if the payment %s', (_name, change) => {
    expect(from(change)).toBeNull();
    expect(mayFollow(attempt(change), NOW + 1_000_000_000, COOLDOWN)).toBe(false);
  });

  it('may follow four payments that were sent, and any number that were not', () => {
    expect(from({ sent_attempt_number: 4 })).toBe(NOW);
    expect(from({ sent_attempt_number: 5, sent_at: null })).toBe(NOW);
    expect(from({ sent_attempt_number: 6, sent_at: null })).toBeNull();
  });

  it.each(['pending', 'unresolved', 'sending'] as const)(
    'waits for the cool-down since a payment that is %s was sent',
    (status) => {
      expect(from({ status })).toBe(NOW + 30_000);
      expect(from({ status, sent_at: null, created_at: NOW - 50_000 })).toBe(NOW + 10_000);
      expect(from({ status, sent_at: NOW - 60_001 })).toBe(NOW);
      expect(mayFollow(attempt({ status }), NOW + 29_999, COOLDOWN)).toBe(false);
      expect(mayFollow(attempt({ status }), NOW + 30_000, COOLDOWN)).toBe(true);
    },
  );

  it.each([
    [
      'waits for that of one that is being sent',
      { status: 'sending', sent_at: NOW - 55_000, lease_until: NOW + 11_000 },
      NOW + 11_000,
    ],
    [
      'waits for the cool-down if that is longer',
      { status: 'sending', sent_at: NOW - 30_000, lease_until: NOW + 5000 },
      NOW + 30_000,
    ],
    [
      'does not wait for a lease that is longer than any: the clock was ahead',
      { status: 'sending', sent_at: NOW - 70_000, lease_until: NOW + 90_000 },
      NOW,
    ],
    [
      'does not wait for the lease of a status check',
      { status: 'pending', sent_at: NOW - 70_000, lease_until: NOW + 5000 },
      NOW,
    ],
  ] as const)('%s', (_what, change, at) => {
    expect(from(change)).toBe(at);
  });
});

it.each([
  ['created', NOW + 1, true],
  ['created', NOW - 1, true],
  ['created', null, true],
  ['sending', NOW + 1, true],
  ['sending', NOW - 1, false],
  ['sending', null, false],
  ['pending', NOW + 1, false],
  ['unresolved', NOW + 1, false],
] as const)('a payment that is %s, with a lease until %s, is under way: %s', (status, lease_until, is) => {
  expect(isUnderWay({ status, lease_until }, NOW)).toBe(is);
});

describe('the current payment of an order', () => {
  const newest = attempt({ status: 'pending' });
  const received = attempt({ status: 'unresolved', resolution: 'received' });
  const differing = attempt({ status: 'pending', differences: 'amount' });
  const completed = attempt({ status: 'completed' });
  it.each([
    ['the completed one', [newest, differing, received, completed], completed],
    ['the one recorded as received', [newest, differing, received], received],
    ['the one whose details differ', [newest, differing, failed], differing],
    ['the newest', [newest, failed], newest],
    ['none', [], undefined],
  ])('is %s', (_name, payments, current) => {
    expect(currentPaymentOf(payments)).toBe(current);
  });
});

describe('the opening of another payment', () => {
  const sending = attempt({ status: 'sending', lease_until: NOW + 1 });
  const completed = attempt({ status: 'completed' });
  const unsent = attempt({ sent_at: null });
  const four = Array<typeof failed>(4).fill(failed);

  it.each([
    [
      'is allowed after four that were sent, and any number that were not',
      [...four, ...Array<typeof failed>(9).fill(unsent)],
      null,
    ],
    ['is refused by an older one that a process is about to send', [failed, sending], 'exists: sending'],
    ['is refused by the completed one, however many failed after it', [failed, failed, completed], 'exists: completed'],
    ['is refused by the completed one, although a newer one is under way', [sending, completed], 'exists: completed'],
    ['is refused as exhausted once five were sent', [failed, ...four], 'exhausted: failed'],
    ['is refused as exhausted if the newest was not sent', [unsent, failed, ...four], 'exhausted: failed'],
    ['is refused by the fifth while it is pending', [attempt({ status: 'pending' }), ...four], 'exists: pending'],
    [
      'is refused by the fifth while its details differ',
      [attempt({ differences: 'amount' }), ...four],
      'exists: failed',
    ],
    ['counts a stale row anew: superseded, or the sixth', [attempt({ superseded: 1, sent_attempt_number: 6 })], null],
  ])('%s', (_what, payments, expected) => {
    const refusal = refuseOpening(payments, 25_000, NOW, COOLDOWN);
    expect(refusal && `${refusal.kind}: ${refusal.payment.status}`).toBe(expected);
  });
});

it('the positions of an order’s payments: superseded, and how many were sent', () => {
  const unsent = attempt({ sent_at: null });
  const pending = attempt({ status: 'pending' });
  const positions = orderPositions([pending, unsent, failed]);
  expect(positions.map(({ superseded, sent_attempt_number }) => [superseded, sent_attempt_number])).toEqual([
    [1, 1],
    [1, 2],
    [null, 2],
  ]);
  expect(positions.map(({ payment }) => payment)).toEqual([failed, unsent, pending]);
});

describe('an order whose payments end without being sent', () => {
  const unsent = (count: number, created_at: number) =>
    Array.from({ length: count }, () => ({ sent_at: null, created_at }));
  it('waits once there are twenty within ten minutes', () => {
    expect(unsentRetryAfter(unsent(19, NOW - 1000), NOW)).toBeNull();
    expect(unsentRetryAfter(unsent(20, NOW - 1000), NOW)).toBe(599_000);
    expect(unsentRetryAfter([...unsent(19, NOW - 1000), ...unsent(1, NOW - 500_000)], NOW)).toBe(100_000);
    expect(unsentRetryAfter(unsent(20, NOW - 600_000), NOW)).toBeNull();
  });

  it('waits ten minutes at most, also for payments of a clock that was ahead', () => {
    expect(unsentRetryAfter(unsent(20, NOW + 1000), NOW)).toBe(600_000);
    expect(unsentRetryAfter(unsent(20, NOW + 600_000), NOW)).toBe(600_000);
  });

  it('does not count those that were sent', () => {
    expect(unsentRetryAfter([...unsent(19, NOW), { sent_at: NOW, created_at: NOW }], NOW)).toBeNull();
  });
});
