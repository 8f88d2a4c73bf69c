import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhenResult, type IBackoff } from 'cockatiel';
import type { Clock } from '../../time/clock.ts';

/** A circuit breaker: opens after failures in a row, and after a while lets one call through as a test. */
export interface Breaker<Result> {
  /** The time until a call may go through, ms; 0 if one may now. */
  blockedFor(): number;
  /** @throws BrokenCircuitError while `blockedFor()` is not 0 */
  execute(call: () => Promise<Result>): Promise<Result>;
}

/** When a circuit breaker opens, and for how long. */
export interface BreakerOptions<Result> {
  readonly failuresInARow: number;
  readonly openMs: number;
  readonly clock: Clock;
  isFailure(result: Result): boolean;
  onOpen(): void;
}

/** How long other calls wait for the test call. */
const PROBE_MS = 1_000;

/** Cockatiel's circuit breaker with our clock: its own follows the wall clock, which can be set back. */
export function createBreaker<Result>(options: BreakerOptions<Result>): Breaker<Result> {
  const { clock, openMs } = options;
  let openUntil = 0;

  const backoff: IBackoff<unknown> = {
    get duration() {
      return clock.now() < openUntil ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    },
    next: () => backoff,
  };
  const policy = circuitBreaker(
    handleWhenResult((result) => options.isFailure(result as Result)),
    { breaker: new ConsecutiveBreaker(options.failuresInARow), halfOpenAfter: backoff },
  );
  policy.onBreak(() => {
    openUntil = clock.now() + openMs;
    options.onOpen();
  });

  return {
    blockedFor() {
      if (policy.state === CircuitState.Open) return Math.max(0, openUntil - clock.now());
      return policy.state === CircuitState.HalfOpen ? PROBE_MS : 0;
    },
    execute: (call) => policy.execute(call),
  };
}
