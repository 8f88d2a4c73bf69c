import type { Clock } from '../../time/clock.ts';
import type { Unavailable } from '../rules/operatorAnswers.ts';
import type { GuardedLookups, Lookups } from './lookups.ts';

/**
 * Lookups that others cause: shoppers who submit references, strangers who found a callback address. They have their
 * own bulkhead, circuit breaker and budget, so that a flood of them does not stop the status checks.
 */
export interface BudgetedLookups {
  /**
   * Runs work that makes lookups one after another, or returns at once why none may start now; it has no queue.
   *
   * @param key of work with the same key, one runs at a time
   */
  run<Result>(key: string, work: (lookups: Lookups) => Promise<Result>): Promise<Result | Unavailable>;
}

/** How many lookups may run at once, and how many may start. */
export interface Budget {
  readonly atOnce: number;
  /** How many may start at the same moment after a pause. */
  readonly burst: number;
  readonly perSecond: number;
}

const BUSY_RETRY_MS = 1_000;

/** Limits lookups to a budget. Each instance counts its own. */
export function createBudget(
  lookups: GuardedLookups,
  { atOnce, burst, perSecond }: Budget,
  clock: Clock,
): BudgetedLookups {
  const running = new Set<string>();
  let left = burst;
  let countedAt = clock.now();

  /** The time until one more may start, ms. If it is 0, takes one from the budget. */
  function take(): number {
    const now = clock.now();
    // A clock that was set back changes nothing.
    left = Math.min(burst, left + (Math.max(0, now - countedAt) / 1000) * perSecond);
    countedAt = now;
    if (left < 1) return Math.ceil(((1 - left) / perSecond) * 1000);
    left -= 1;
    return 0;
  }

  function refusal(key: string): Unavailable | null {
    const blocked = lookups.blocked();
    if (blocked !== null) return blocked;
    if (running.has(key))
      return { kind: 'unavailable', reason: 'another lookup of this kind is running', retryAfterMs: BUSY_RETRY_MS };
    if (running.size >= atOnce)
      return { kind: 'unavailable', reason: 'too many lookups are running', retryAfterMs: BUSY_RETRY_MS };
    return spend();
  }

  function spend(): Unavailable | null {
    const wait = take();
    return wait > 0 ? { kind: 'unavailable', reason: 'too many lookups in a short time', retryAfterMs: wait } : null;
  }

  /** Lookups of which one is paid for: each further one takes from the budget, or is not made. */
  function spending(): Lookups {
    let isPaidFor = true;
    function within<Answer>(lookup: () => Promise<Answer>): Promise<Answer | Unavailable> {
      const refused = isPaidFor ? null : spend();
      isPaidFor = false;
      return refused === null ? lookup() : Promise.resolve(refused);
    }
    return {
      status: (serverCorrelationId) => within(() => lookups.status(serverCorrelationId)),
      details: (transactionId) => within(() => lookups.details(transactionId)),
    };
  }

  return {
    async run<Result>(key: string, work: (lookups: Lookups) => Promise<Result>): Promise<Result | Unavailable> {
      const refused = refusal(key);
      if (refused !== null) return refused;
      running.add(key);
      try {
        return await work(spending());
      } finally {
        running.delete(key);
      }
    },
  };
}
