import type { Msisdn } from '@tsena/shared';
import { PAYMENT_VIEW_MEANINGS, PAYMENT_VIEWS, type PaymentId, type PaymentView } from '@tsena/shared/checkout';
import { describe, expect, it } from 'vitest';
import { NOW, paymentRow } from '../../../test/support/paymentState.ts';
import type { StoredPayment } from './payment.ts';
import { findPaidBy, findView, followedUntil, shownPaymentOf, viewChangesAt } from './view.ts';

type Columns = Partial<StoredPayment>;

const MINUTE = 60_000;
const FULL = { amount_refunded: 25_000 };
const PART = { amount_refunded: 24_999 };
const OTHER_PAYER = { msisdn: '0343500005' as Msisdn };

const COMPLETED: Columns = { status: 'completed', final_at: NOW, verified: 1 };
const RECEIVED: Columns = { status: 'unresolved', resolution: 'received' };
const FAILED: Columns = { status: 'failed', final_at: NOW };
const POLLED: Columns = { status: 'pending', next_check_at: NOW + 5000 };
const LEASED: Columns = { status: 'sending', lease_until: NOW + 1, next_check_at: NOW + 1 };
const LOST: Columns = { status: 'unresolved' };
const DIFFERS: Columns = { differences: 'amount' };
const REPORTED: Columns = { ...POLLED, details_unavailable_since: NOW - 10 * MINUTE + 1 };
const REPORTED_FOR_LONG: Columns = { ...POLLED, details_unavailable_since: NOW - 10 * MINUTE };

/** The payments of an order, the first of which is shown, by the view that is true of it. */
const CASES: Readonly<Record<PaymentView, readonly (readonly [shown: Columns, ...others: Columns[]])[]>> = {
  paid_twice: [
    [COMPLETED, COMPLETED],
    [COMPLETED, RECEIVED],
    [{ ...COMPLETED, ...PART }, COMPLETED],
    // Also a payment that did not pay, and one that was given back.
    [FAILED, COMPLETED, COMPLETED],
    [{ ...COMPLETED, ...FULL }, COMPLETED, COMPLETED],
    [POLLED, RECEIVED, RECEIVED],
  ],
  paid: [
    [COMPLETED],
    [RECEIVED],
    [{ ...RECEIVED, status: 'failed' }],
    [{ ...COMPLETED, verified: 0 }],
    [{ ...COMPLETED, ...DIFFERS }],
    [{ ...COMPLETED, ...PART }],
    [COMPLETED, FAILED],
    [COMPLETED, LOST],
    [COMPLETED, { ...FAILED, ...DIFFERS }],
    [COMPLETED, { ...COMPLETED, ...FULL }],
  ],
  refunded: [
    [{ ...COMPLETED, ...FULL }],
    [{ ...RECEIVED, ...FULL }],
    [{ ...COMPLETED, ...FULL }, COMPLETED],
    [FAILED, { ...COMPLETED, ...FULL }],
    [LOST, { ...COMPLETED, ...FULL }, { ...COMPLETED, ...FULL }],
  ],
  paid_by_another: [
    [FAILED, COMPLETED],
    [POLLED, COMPLETED],
    [LOST, RECEIVED],
    [
      { ...POLLED, ...DIFFERS },
      { ...COMPLETED, ...PART },
    ],
    [FAILED, COMPLETED, { ...COMPLETED, ...FULL }],
  ],
  review: [
    [{ ...FAILED, ...DIFFERS }],
    [{ ...POLLED, ...DIFFERS }],
    [{ ...LOST, ...DIFFERS }],
    [REPORTED_FOR_LONG],
    [{ ...REPORTED_FOR_LONG, status: 'unresolved' }],
    [POLLED, { ...FAILED, ...DIFFERS }],
    [FAILED, REPORTED_FOR_LONG],
    [REPORTED, { ...FAILED, ...DIFFERS }],
  ],
  confirming: [
    [REPORTED],
    [{ ...REPORTED, status: 'unresolved', next_check_at: null }],
    [FAILED, REPORTED],
    [POLLED, REPORTED],
  ],
  waiting: [
    [{ status: 'created', lease_until: NOW + 1 }],
    [{ status: 'created', lease_until: NOW }],
    [LEASED],
    [POLLED],
    [FAILED, POLLED],
    [LOST, LEASED],
    [{ ...POLLED, resolution: 'not_received' }, POLLED],
  ],
  unresolved: [
    [LOST],
    [{ ...LOST, next_check_at: NOW + 5000 }],
    [{ status: 'sending', lease_until: NOW, next_check_at: NOW }],
    [{ status: 'pending', next_check_at: null }],
    [FAILED, LOST],
  ],
  failed: [
    [FAILED],
    [FAILED, FAILED],
    [{ ...LOST, resolution: 'not_received' }],
    [{ ...POLLED, resolution: 'not_received' }],
    [{ ...FAILED, ...DIFFERS, resolution: 'not_received' }],
    [{ ...FAILED, ...DIFFERS, resolution: 'closed' }],
    [{ ...REPORTED_FOR_LONG, resolution: 'not_received' }],
  ],
};

/** Payments of one order, the first given being the newest. */
function orderOf(columns: readonly Columns[]): readonly [StoredPayment, ...StoredPayment[]] {
  const [newest = paymentRow(), ...older] = columns.map((one, index) =>
    paymentRow({ id: `pay_${columns.length - index}` as PaymentId, attempt_number: columns.length - index, ...one }),
  );
  return [newest, ...older];
}

describe.each(PAYMENT_VIEWS)('the view %s', (view) => {
  it.each(CASES[view])(`fits if ${PAYMENT_VIEW_MEANINGS[view]}: %o`, (...columns) => {
    const attempts = orderOf(columns);
    expect(findView(attempts[0], attempts, NOW)).toBe(view);
    // Which attempt of the order is the newest does not matter.
    expect(findView(attempts[0], attempts.toReversed(), NOW)).toBe(view);
  });
});

describe('paidBy', () => {
  it.each([
    [[FAILED, COMPLETED], 'pay_1'],
    [[FAILED, { ...COMPLETED, ...FULL }, RECEIVED], 'pay_1'],
    [[FAILED, { ...COMPLETED, ...FULL }], 'pay_1'],
    [[FAILED, { ...COMPLETED, ...OTHER_PAYER }], null],
    // Their numbers were erased: they may be those of two people.
    [
      [
        { ...FAILED, msisdn: null },
        { ...COMPLETED, msisdn: null },
      ],
      null,
    ],
    [[COMPLETED, COMPLETED], null],
    [[FAILED, FAILED], null],
  ] as const)('of an order with %j is %s', (columns, paidBy) => {
    const attempts = orderOf(columns);
    expect(findPaidBy(attempts[0], attempts)).toBe(paidBy);
  });
});

it.each([
  ['the one that paid and was not given back, though it is older', [{ ...COMPLETED, ...FULL }, COMPLETED], 'pay_1'],
  [
    'the newest of two that were given back',
    [
      { ...COMPLETED, ...FULL },
      { ...COMPLETED, ...FULL },
    ],
    'pay_2',
  ],
  ['the newest that failed', [FAILED, FAILED], 'pay_2'],
] as const)('of an order is shown %s', (_which, columns, id) => {
  expect(shownPaymentOf(orderOf(columns))?.id).toBe(id);
});

describe('a page follows an order', () => {
  const forEver = Number.POSITIVE_INFINITY;
  it.each([
    ['while a payment is polled', [POLLED], forEver],
    ['while the answer is lost', [LOST], forEver],
    ['while another payment of a paid order is open', [COMPLETED, POLLED], forEver],
    ['while it needs review', [{ ...FAILED, ...DIFFERS }], forEver],
    ['while it is being confirmed', [{ ...REPORTED, status: 'unresolved' }], forEver],
    ['for ten minutes after it has failed', [FAILED], NOW + 10 * MINUTE],
    ['for ten minutes after the last failure', [{ ...FAILED, final_at: NOW - MINUTE }, FAILED], NOW + 10 * MINUTE],
    ['no longer once it is paid', [COMPLETED, FAILED], 0],
    // The operator may still complete it: the receipt then has a number, and another payment is one too many.
    ['while one recorded as received has no result of the operator', [RECEIVED], forEver],
    ['while one recorded as not received has none', [{ ...LOST, resolution: 'not_received' }], forEver],
    ['no longer once one recorded as received has failed', [{ ...FAILED, resolution: 'received' }], 0],
  ] as const)('%s', (_when, columns, until) => {
    expect(followedUntil(orderOf(columns), NOW)).toBe(until);
  });
});

describe('the view changes by the passing of time', () => {
  it.each([
    ['when a lease ends', [FAILED, LEASED], NOW + 1],
    ['when a reported payment has lacked its details for ten minutes', [{ ...REPORTED, lease_until: null }], NOW + 1],
    ['never, if neither is ahead', [{ ...LEASED, lease_until: NOW }, REPORTED_FOR_LONG], Number.POSITIVE_INFINITY],
  ] as const)('%s', (_when, columns, at) => {
    expect(viewChangesAt(orderOf(columns), NOW)).toBe(at);
  });
});
