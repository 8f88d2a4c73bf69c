import { expect, it } from 'vitest';
import { delayToNextMailAttempt } from './mailSchedule.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

it('an e-mail is tried again after 30 s, 2, 10 and 30 minutes, then each hour', () => {
  const delays = [1, 2, 3, 4, 5, 50].map((attempts) => delayToNextMailAttempt(attempts, 0.5));
  expect(delays).toEqual([MINUTE / 2, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, HOUR]);
});

it('the delays are spread by 10 % either way', () => {
  expect(delayToNextMailAttempt(5, 0)).toBe(54 * MINUTE);
  expect(delayToNextMailAttempt(5, 1)).toBe(66 * MINUTE);
});
