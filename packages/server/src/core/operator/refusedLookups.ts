import type { Log } from '../../log/log.ts';
import type { Clock } from '../../time/clock.ts';
import { describe, type Reply, refusesLookups } from './outcome.ts';

/**
 * How long lookups use a token that was refused as soon as it was issued, ms: at first, twice as long each time, and at
 * most.
 */
const FIRST_MS = 10_000;
const MAX_MS = 10 * 60_000;

/** What is looked up. */
export type Lookup = 'status' | 'details';

/** Lookups that the operator refuses until somebody changes a setting. */
export interface RefusedLookups {
  /**
   * Whether a 401 is a reason to fetch another token: not while the last one that was fetched for it was refused too.
   */
  mayRenew(lookup: Lookup): boolean;
  /** @param isRenewed whether another token was fetched for this reply */
  note(lookup: Lookup, reply: Reply, isRenewed: boolean): void;
}

/** Creates {@link RefusedLookups}, of which the log has one line until they are answered again. */
export function createRefusedLookups(clock: Clock, log: Log): RefusedLookups {
  const refused = new Map<Lookup, { renewals: number; renewAt: number }>();

  return {
    mayRenew: (lookup) => clock.now() >= (refused.get(lookup)?.renewAt ?? 0),
    note(lookup, reply, isRenewed) {
      const before = refused.get(lookup);
      if (refusesLookups(reply)) {
        const { renewals, renewAt } = before ?? { renewals: 0, renewAt: 0 };
        // Lookups that ran side by side share one renewal.
        const isCounted = isRenewed && clock.now() >= renewAt;
        const pauseMs = Math.min(MAX_MS, FIRST_MS * 2 ** renewals);
        refused.set(
          lookup,
          isCounted ? { renewals: renewals + 1, renewAt: clock.now() + pauseMs } : { renewals, renewAt },
        );
        if (before === undefined)
          log.warn({ lookup, reason: describe(reply) }, 'the operator refuses lookups; run tsena doctor');
      } else if (before !== undefined && reply.kind === 'answer' && reply.status < 500 && reply.status !== 429) {
        refused.delete(lookup);
        log.info({ lookup }, 'the operator answers lookups again');
      }
    },
  };
}
