import { expect, it } from 'vitest';
import { RAISED_BY } from './reviewReasons.ts';

it('a merchant’s resolution answers a reason if it is later than the history event that raised the reason', () => {
  expect(RAISED_BY).toEqual({ details_mismatch: 'details_mismatch', overpaid: 'order_overpaid', unverified: 'completed' });
});
