/** A clock. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** How long ago it last stepped, ms; left out where a clock never does. */
  steadyFor?(): number;
}

/** What is further away than this from where it should be was set, and did not drift, ms. */
export const STEP_MS = 5000;

/** For waits within this process: it is right about how much time has passed, whatever becomes of the wall clock. */
export const monotonicClock: Clock = { now: () => Math.floor(performance.timeOrigin + performance.now()) };

/**
 * The time that is stored: it follows the wall clock without its small corrections backwards.
 *
 * Ahead by at most {@link STEP_MS}, it runs at half speed until the wall clock has caught up. Further apart, whichever way, the wall
 * clock was set: it steps there at once.
 *
 * @param wall milliseconds since 1970
 * @param mono milliseconds since any fixed moment
 * @param onStep called within `now()` with how far it stepped, ms; below 0 it went back
 */
export function systemClock(
  wall: () => number = Date.now,
  mono: () => number = () => performance.now(),
  onStep: (by: number) => void = () => undefined,
): Clock & { steadyFor(): number } {
  let time = wall();
  let at = mono();
  let steppedAt = Number.NEGATIVE_INFINITY;

  function advance(): void {
    const real = wall();
    const passed = Math.max(0, mono() - at);
    at += passed;
    const by = real - (time + passed);
    if (Math.abs(by) > STEP_MS) {
      time = real;
      steppedAt = at;
      onStep(by);
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
  };
}

/** How long ago a clock last stepped, ms; infinite if it never did. */
export function steadyFor(clock: Clock): number {
  return clock.steadyFor?.() ?? Number.POSITIVE_INFINITY;
}

/**
 * A wait after which something happens that nobody can take back, ms: endless while the clock cannot tell whether so much time has
 * passed, because it stepped meanwhile.
 */
export function surely(clock: Clock, ms: number): number {
  return steadyFor(clock) >= ms ? ms : Number.POSITIVE_INFINITY;
}
