import { describe, expect, it } from 'vitest';
import { cooldownBy, steadyFor, systemClock, unlessClockStepped } from './clock.ts';

/** The clock's time, and the steps that it reports, for each reading of the wall clock and the monotonic clock. */
function follow(...readings: readonly (readonly [wall: number, mono: number])[]): { times: number[]; steps: number[] } {
  let at = 0;
  const steps: number[] = [];
  const clock = systemClock(
    () => readings[at]?.[0] ?? 0,
    () => readings[at]?.[1] ?? 0,
    (by) => steps.push(by),
  );
  const times = readings.slice(1).map(() => {
    at += 1;
    return clock.now();
  });
  return { times, steps };
}

const HOUR = 3_600_000;
const START = 10 * HOUR;

describe('systemClock', () => {
  it('follows the wall clock forwards, and reports a step', () => {
    expect(follow([1000, 0], [1010, 10], [6010, 20], [6020 + HOUR, 30])).toEqual({
      times: [1010, 6010, 6020 + HOUR],
      steps: [HOUR],
    });
  });

  it('reports a step in whole milliseconds, as the database stores times', () => {
    expect(follow([START, 0], [START - HOUR, 0.85], [START + HOUR, 1.2]).steps).toEqual([-HOUR - 1, 2 * HOUR]);
  });

  it('follows a wall clock that is set back by three hours at once', () => {
    const { times, steps } = follow(
      [START, 0],
      [START + 3 * HOUR + 10, 10],
      [START + 3 * HOUR + 20, 20],
      [START + 30, 30],
    );
    expect(times).toEqual([START + 3 * HOUR + 10, START + 3 * HOUR + 20, START + 30]);
    expect(steps).toEqual([3 * HOUR, -3 * HOUR]);
  });

  it('runs at half speed while it is ahead by up to five seconds', () => {
    expect(follow([10_000, 0], [6000, 1000], [8000, 3000], [12_000, 7000], [14_000, 9000], [15_000, 10_000])).toEqual({
      times: [10_500, 11_500, 13_500, 14_500, 15_000],
      steps: [],
    });
  });

  it('does not go back for a correction of up to five seconds', () => {
    const { times, steps } = follow([10_000, 0.2], [9999, 0.7], [9998, 1.9], [10_001, 2.1], [5003, 2.2], [5004, 3.3]);
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(times.every(Number.isInteger)).toBe(true);
    expect(steps).toEqual([]);
  });
});

describe('unlessClockStepped', () => {
  it('is infinite after a step until the wait has passed by the monotonic clock', () => {
    let [wall, mono] = [START, 0];
    const clock = systemClock(
      () => wall,
      () => mono,
    );
    expect(unlessClockStepped(clock, 90_000)).toBe(90_000);
    [wall, mono] = [START + HOUR, 1000];
    expect(steadyFor(clock)).toBe(0);
    expect(unlessClockStepped(clock, 90_000)).toBe(Number.POSITIVE_INFINITY);
    [wall, mono] = [START + HOUR + 89_999, 90_999];
    expect(unlessClockStepped(clock, 90_000)).toBe(Number.POSITIVE_INFINITY);
    [wall, mono] = [START + HOUR + 90_000, 91_000];
    expect(steadyFor(clock)).toBe(90_000);
    expect(unlessClockStepped(clock, 90_000)).toBe(90_000);
  });
});

describe('cooldownBy', () => {
  it('is infinite until this process has followed the clock for as long, since its start, a gap and a step', () => {
    let [ahead, mono, readFor] = [0, 0, Number.POSITIVE_INFINITY];
    const clock = systemClock(
      () => START + mono + ahead,
      () => mono,
      undefined,
      () => readFor,
    );
    const at = (ms: number) => {
      mono = ms;
      return [cooldownBy(clock, 180_000), unlessClockStepped(clock, 180_000)];
    };
    expect(at(179_999)).toEqual([Number.POSITIVE_INFINITY, 180_000]);
    expect(at(180_000)).toEqual([180_000, 180_000]);
    readFor = 179_999;
    expect(at(190_000)).toEqual([Number.POSITIVE_INFINITY, 180_000]);
    readFor = 180_000;
    expect(at(190_000)).toEqual([180_000, 180_000]);
    ahead = HOUR;
    expect(at(200_000)).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
  });

  it('follows a clock that never steps', () => {
    expect(cooldownBy({ now: () => START }, 180_000)).toBe(180_000);
  });
});
