import { expect, it } from 'vitest';
import { delayToNextCheck } from './statusCheckSchedule.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

it('status checks are spread by 20 % either way', () => {
  expect(delayToNextCheck({ ageMs: MINUTE, hasSubscribers: false, random: 0 })).toBe(8 * SECOND);
  expect(delayToNextCheck({ ageMs: MINUTE, hasSubscribers: false, random: 0.999999 })).toBe(12 * SECOND);
});

it.each([
  ['0 s', 0, 2 * SECOND, 2 * SECOND],
  ['2 s', 2 * SECOND, 3 * SECOND, 2 * SECOND],
  ['5 s', 5 * SECOND, 5 * SECOND, 3 * SECOND],
  ['15 s', 15 * SECOND, 10 * SECOND, 5 * SECOND],
  ['2 min', 2 * MINUTE, 30 * SECOND, 10 * SECOND],
  ['15 min', 15 * MINUTE, 5 * MINUTE, 30 * SECOND],
  ['2 h', 2 * HOUR, HOUR, MINUTE],
])('from the age of %s, status checks keep their distance to the next age', (_age, ageMs, alone, subscribed) => {
  const delay = (age: number, hasSubscribers: boolean) => delayToNextCheck({ ageMs: age, hasSubscribers, random: 0.5 });
  expect([delay(ageMs, false), delay(ageMs, true)]).toEqual([alone, subscribed]);
  if (ageMs > 0) expect(delay(ageMs - 1, false)).toBeLessThan(alone);
});

it('status checks end after three days, also while a payment has subscribers', () => {
  const THREE_DAYS = 72 * HOUR;
  for (const hasSubscribers of [false, true]) {
    expect(delayToNextCheck({ ageMs: THREE_DAYS - 1, hasSubscribers, random: 0.5 })).toBe(
      hasSubscribers ? MINUTE : HOUR,
    );
    expect(delayToNextCheck({ ageMs: THREE_DAYS, hasSubscribers, random: 0.5 })).toBeNull();
  }
});

it('an age below 0 is unknown: status checks take the longest delay of the first day', () => {
  for (const [ageMs, alone, subscribed] of [
    [-5001, HOUR, MINUTE],
    [-96 * HOUR, HOUR, MINUTE],
    // Another instance reads the clock a little earlier.
    [-5000, 2 * SECOND, 2 * SECOND],
  ] as const) {
    const delay = (hasSubscribers: boolean) => delayToNextCheck({ ageMs, hasSubscribers, random: 0.5 });
    expect([delay(false), delay(true)]).toEqual([alone, subscribed]);
  }
});

it('status checks wait as long as the operator asks, and never less than planned', () => {
  expect(delayToNextCheck({ ageMs: 0, hasSubscribers: true, retryAfterMs: 42 * SECOND, random: 0.5 })).toBe(
    42 * SECOND,
  );
  expect(delayToNextCheck({ ageMs: HOUR, hasSubscribers: false, retryAfterMs: SECOND, random: 0.5 })).toBe(5 * MINUTE);
  expect(delayToNextCheck({ ageMs: HOUR, hasSubscribers: false, retryAfterMs: null, random: 0.5 })).toBe(5 * MINUTE);
});
