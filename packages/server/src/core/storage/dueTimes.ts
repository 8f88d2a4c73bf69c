import { makeAllDue } from './leases.ts';
import type { Storage } from './storage.ts';

/** The longest delays of what waits for another try. */
export interface LongestDelays {
  /** By the number of delivery attempts: the longest delay until the next one, ms. */
  readonly longestDelaysMs: readonly number[];
}

/**
 * Makes what is due later than its longest delay due now: that was planned while the clock was ahead, before it was set
 * back. Payments, whose delays differ with their age, are all due now. What the e-mails have reported does not reach into
 * the future: what happens from now on is new to them. No other time changes.
 */
export async function lowerDueTimes(storage: Storage, { longestDelaysMs }: LongestDelays): Promise<void> {
  await makeAllDue(storage);
  const { write } = storage.store;
  const now = storage.clock.now();
  await write((db) =>
    db
      .updateTable('outbox')
      .set({ next_attempt_at: now })
      .where('status', '=', 'pending')
      // For the index.
      .where('next_attempt_at', '>', now)
      .where(({ eb, and, or }) =>
        or(
          longestDelaysMs.map((delayMs, attempts) =>
            and([eb('delivery_attempts', '=', attempts), eb('next_attempt_at', '>', now + delayMs)]),
          ),
        ),
      )
      .execute(),
  );
  await write((db) =>
    db
      .updateTable('mail_kinds')
      .set({ reported_until: now, next_attempt_at: now })
      .where('reported_until', '>', now)
      .execute(),
  );
}
