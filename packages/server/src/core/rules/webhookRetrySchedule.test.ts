import { expect, it } from 'vitest';
import { delayToNextAttempt } from './webhookRetrySchedule.ts';

it('delayToNextAttempt spreads each delay by 10 % either way', () => {
  expect(delayToNextAttempt(1, null, 0)).toBe(4500);
  expect(delayToNextAttempt(1, null, 0.5)).toBe(5000);
  expect(delayToNextAttempt(1, null, 1)).toBe(5500);
});

it('delayToNextAttempt follows Retry-After up to a day, and is never too short', () => {
  expect(delayToNextAttempt(1, 60_000, 0.5)).toBe(60_000);
  expect(delayToNextAttempt(2, 60_000, 0.5)).toBe(300_000);
  expect(delayToNextAttempt(1, 10 * 86_400_000, 0.5)).toBe(86_400_000);
});

it('a webhook is delivered again after 5 s, 5 and 30 min, 2, 5, 10 and 10 h', () => {
  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;
  const delays = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => delayToNextAttempt(attempts, null, 0.5));
  expect(delays).toEqual([5000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR, null]);
});
