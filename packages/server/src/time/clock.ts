/** A clock. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Time since the clock last stepped, ms; absent for a clock that never steps. */
  steadyFor?(): number;
  /**
   * Time for which this process has followed the clock and would have seen a step, ms; at most `steadyFor`. Absent:
   * `steadyFor`.
   */
  followedFor?(): number;
}

/** A larger difference means that the wall clock was set and did not drift. */
export const STEP_MS = 5000;

/** The clock for waits within this process: it measures elapsed time, independent of the wall clock. */
export const monotonicClock: Clock = { now: () => Math.floor(performance.timeOrigin + performance.now()) };

/**
 * Creates the clock for stored times. It follows the wall clock, and does not repeat the wall clock's small corrections
 * backwards.
 *
 * If it is ahead by at most {@link STEP_MS}, it runs at half speed until the wall clock catches up. If the difference
 * is larger, in either direction, the wall clock was set, and this clock steps to it at once.
 *
 * @param wall milliseconds since 1970
 * @param mono milliseconds since any fixed moment
 * @param onStep called within `now()` with the size of the step, in whole ms, as times are stored; negative for a step
 *   back
 * @param readFor time for which `wall` has been read without a gap, ms
 */
export function systemClock(
  wall: () => number = Date.now,
  mono: () => number = () => performance.now(),
  onStep: (by: number) => void = () => undefined,
  readFor: () => number = () => Number.POSITIVE_INFINITY,
): Required<Clock> {
  let time = wall();
  let at = mono();
  const startedAt = at;
  let steppedAt = Number.NEGATIVE_INFINITY;

  function advance(): void {
    const real = wall();
    const passed = Math.max(0, mono() - at);
    at += passed;
    const by = real - (time + passed);
    if (Math.abs(by) > STEP_MS) {
      time = real;
      steppedAt = at;
      onStep(Math.round(by));
    } else {
      time = Math.max(real, time + passed / 2);
    }
  }

  return {
    now() {
      advance();
      return Math.floor(time);
    },
    steadyFor() {
      advance();
      return at - steppedAt;
    },
    followedFor() {
      advance();
      return Math.min(at - steppedAt, at - startedAt, readFor());
    },
  };
}

/** Time since a clock last stepped, ms; infinite if it never stepped. */
export function steadyFor(clock: Clock): number {
  return clock.steadyFor?.() ?? Number.POSITIVE_INFINITY;
}

/** Time for which this process has followed a clock without a step, ms; infinite for a clock that never steps. */
export function followedFor(clock: Clock): number {
  return clock.followedFor?.() ?? steadyFor(clock);
}

/**
 * A wait before an action that cannot be undone, ms. Infinite if the clock stepped within that time, because the clock
 * then does not show how much time has passed.
 */
export function unlessClockStepped(clock: Clock, ms: number): number {
  return steadyFor(clock) >= ms ? ms : Number.POSITIVE_INFINITY;
}

/**
 * The cool-down before another payment of an order may begin, ms. Infinite unless this process has followed the clock
 * for as long: a clock that was behind for a while, and is right again, shows a payment that was sent meanwhile as an
 * old one.
 */
export function cooldownBy(clock: Clock, ms: number): number {
  return followedFor(clock) >= ms ? ms : Number.POSITIVE_INFINITY;
}
