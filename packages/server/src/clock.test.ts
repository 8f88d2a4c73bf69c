import { expect, test } from 'vitest';
import { systemClock } from './clock.ts';

/** Wall and monotonic clock as a list of readings. */
function readings(...pairs: readonly (readonly [wall: number, mono: number])[]): number[] {
  let at = 0;
  const clock = systemClock(
    () => pairs[at]?.[0] ?? 0,
    () => pairs[at]?.[1] ?? 0,
  );
  return pairs.slice(1).map(() => {
    at += 1;
    return clock.now();
  });
}

const HOUR = 3_600_000;

test('it follows the wall clock forwards, jumps included', () => {
  expect(readings([1000, 0], [1010, 10], [1000 + HOUR, 20])).toEqual([1010, 1000 + HOUR]);
});

test('set back by an hour, it goes on by the monotonic clock', () => {
  const start = 10 * HOUR;
  expect(readings([start, 0], [start - HOUR, 50], [start - HOUR + 25, 75], [start - HOUR + 5000, 5050])).toEqual([
    start + 50,
    start + 75,
    start + 5050,
  ]);
});

test('it follows the wall clock again once that has caught up', () => {
  expect(readings([1000, 0], [500, 100], [1099, 150], [2000, 200])).toEqual([1100, 1150, 2000]);
});

test('it never goes back, and gives whole milliseconds', () => {
  const given = readings([1000, 0.2], [999, 0.7], [998, 1.9], [1001, 2.1], [1, 2.2]);
  expect(given).toEqual([...given].sort((one, other) => one - other));
  expect(given.every(Number.isInteger)).toBe(true);
});

test('the system clock is the time', () => {
  const before = Date.now();
  const now = systemClock().now();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});
