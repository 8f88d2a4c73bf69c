import { expect, it } from 'vitest';
import { delayToNextCheck, POLLED_FOR_MS } from './statusCheckSchedule.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

function checkTimes(hasSubscribers: boolean): number[] {
  const at: number[] = [];
  for (let age = 0; ; ) {
    const delay = delayToNextCheck({ ageMs: age, hasSubscribers, random: 0.5 });
    if (delay === null) return at;
    age += delay;
    at.push(age);
  }
}

it('status checks are frequent at first, rarer later, and end after three days', () => {
  const at = checkTimes(false);
  expect(at.slice(0, 6)).toEqual([2, 5, 10, 15, 25, 35].map((seconds) => seconds * SECOND));
  const within = (from: number, to: number) => at.filter((age) => age > from && age <= to).length;
  expect(within(2 * MINUTE, 15 * MINUTE)).toBe(26);
  expect(within(15 * MINUTE, 2 * HOUR)).toBe(21);
  expect(within(2 * HOUR, POLLED_FOR_MS)).toBe(70);
  expect(at.at(-1)).toBeGreaterThanOrEqual(POLLED_FOR_MS);
});

it('status checks are more frequent while a payment has subscribers', () => {
  for (const age of [10 * SECOND, MINUTE, 10 * MINUTE, HOUR, 24 * HOUR]) {
    const [subscribed, alone] = [true, false].map((hasSubscribers) => delayToNextCheck({ ageMs: age, hasSubscribers, random: 0.5 }) ?? 0);
    expect(subscribed).toBeLessThan(alone ?? 0);
  }
});

it('status checks are spread by 20 % either way', () => {
  expect(delayToNextCheck({ ageMs: MINUTE, hasSubscribers: false, random: 0 })).toBe(8 * SECOND);
  expect(delayToNextCheck({ ageMs: MINUTE, hasSubscribers: false, random: 0.999999 })).toBe(12 * SECOND);
});

it('status checks wait as long as the operator’s Retry-After asks', () => {
  expect(delayToNextCheck({ ageMs: 0, hasSubscribers: true, retryAfterMs: 42 * SECOND, random: 0.5 })).toBe(42 * SECOND);
});
