import type { Clock } from '../clock.ts';
import type { GuardedLookups, Lookups } from './lookups.ts';
import type { Unavailable } from './outcome.ts';

/**
 * Look-ups that somebody outside can cause: a shopper who submits a reference, a stranger who found a callback address.
 * They have a bulkhead, a breaker and a budget of their own, so that whoever spends them stops no status check.
 */
export interface BudgetedLookups {
  /**
   * Runs work that makes one look-up, or says at once why none may go out now: nothing waits in a queue.
   *
   * @param key the payment that the look-up is about; one at a time for each
   */
  run<Result>(key: string, work: (lookups: Lookups) => Promise<Result>): Promise<Result | Unavailable>;
}

/** How many look-ups may be under way, and how many may begin. */
export interface Budget {
  readonly atOnce: number;
  /** How many may begin at the same moment after a quiet time. */
  readonly burst: number;
  readonly perSecond: number;
}

const BUSY_MS = 1_000;

/** Puts look-ups under a budget. Counted in this process: each instance has one. */
export function createBudget(lookups: GuardedLookups, { atOnce, burst, perSecond }: Budget, clock: Clock): BudgetedLookups {
  const underWay = new Set<string>();
  let left = burst;
  let countedAt = clock.now();

  /** How long until one more may begin, ms; takes it where that is 0. */
  function take(): number {
    const now = clock.now();
    // A clock that was set back gives nothing and takes nothing.
    left = Math.min(burst, left + (Math.max(0, now - countedAt) / 1000) * perSecond);
    countedAt = now;
    if (left < 1) return Math.ceil(((1 - left) / perSecond) * 1000);
    left -= 1;
    return 0;
  }

  function refusal(key: string): Unavailable | null {
    const blocked = lookups.blocked();
    if (blocked !== null) return blocked;
    if (underWay.has(key)) return { kind: 'unavailable', reason: 'another look-up for this payment is under way', retryAfterMs: BUSY_MS };
    if (underWay.size >= atOnce) return { kind: 'unavailable', reason: 'too many look-ups are under way', retryAfterMs: BUSY_MS };
    const wait = take();
    return wait > 0 ? { kind: 'unavailable', reason: 'too many look-ups in a short time', retryAfterMs: wait } : null;
  }

  return {
    async run(key, work) {
      const refused = refusal(key);
      if (refused !== null) return refused;
      underWay.add(key);
      try {
        return await work(lookups);
      } finally {
        underWay.delete(key);
      }
    },
  };
}
