import type { PaymentStatus } from '@tsena/shared/checkout';
import { expect, it } from 'vitest';
import { OPEN_STATUSES, statusesBefore } from './stateMachine.ts';

const STATUSES = ['created', 'sending', 'pending', 'unresolved', 'failed', 'completed'] as const;

/** Row: from this status. Column: whether the payment may change to this one, in the order of STATUSES. */
const MAY_FOLLOW: readonly (readonly [PaymentStatus, readonly boolean[]])[] = [
  ['created', [false, true, false, false, true, false]],
  ['sending', [false, false, true, true, true, false]],
  ['pending', [false, false, false, false, true, true]],
  ['unresolved', [false, false, true, false, true, true]],
  ['failed', [false, false, false, false, false, true]],
  ['completed', [false, false, false, false, false, false]],
];

it.each(MAY_FOLLOW)('a payment that is %s changes to no other status than those of the table', (from, expected) => {
  expect(STATUSES.map((to) => statusesBefore(to).includes(from))).toEqual(expected);
});

it('a payment is open in each status but failed and completed', () => {
  expect(OPEN_STATUSES).toEqual(['created', 'sending', 'pending', 'unresolved']);
});
