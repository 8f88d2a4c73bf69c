import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhenResult, type IBackoff } from 'cockatiel';
import type { Clock } from '../clock.ts';

/** Stops calls to a service that fails: after some failures in a row, for a while, then one call tries. */
export interface Breaker<Result> {
  /** For how many ms no call goes through; 0 if one may. */
  blockedFor(): number;
  /** @throws BrokenCircuitError while `blockedFor()` is not 0 */
  execute(call: () => Promise<Result>): Promise<Result>;
}

/** When a breaker opens, and for how long. */
export interface BreakerOptions<Result> {
  readonly failuresInARow: number;
  readonly openMs: number;
  readonly clock: Clock;
  isFailure(result: Result): boolean;
  onOpen(): void;
}

/** How long to wait for the one call that tries. */
const PROBE_MS = 1_000;

/** Cockatiel's breaker on the companion's clock: by its own, a wall clock set back by an hour would keep it open for an hour. */
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
