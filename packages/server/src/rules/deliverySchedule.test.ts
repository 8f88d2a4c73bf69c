import { expect, it } from 'vitest';
import { delayToNextAttempt } from './deliverySchedule.ts';

it('delayToNextAttempt spreads each delay by 10 % either way', () => {
  expect(delayToNextAttempt(1, null, 0)).toBe(4500);
  expect(delayToNextAttempt(1, null, 0.5)).toBe(5000);
  expect(delayToNextAttempt(1, null, 1)).toBe(5500);
});

it('delayToNextAttempt follows Retry-After up to a day, and is never shorter than the schedule', () => {
  expect(delayToNextAttempt(1, 60_000, 0.5)).toBe(60_000);
  expect(delayToNextAttempt(2, 60_000, 0.5)).toBe(300_000);
  expect(delayToNextAttempt(1, 10 * 86_400_000, 0.5)).toBe(86_400_000);
});

it('delayToNextAttempt ends after the eighth attempt', () => {
  expect(delayToNextAttempt(7, null, 0.5)).toBe(36_000_000);
  expect(delayToNextAttempt(8, null, 0.5)).toBeNull();
});
