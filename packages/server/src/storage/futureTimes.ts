import { sql } from 'kysely';
import { STEP_MS } from '../clock.ts';
import { OPEN_STATUSES } from '../rules/stateMachine.ts';
import type { Storage } from './storage.ts';

/** What {@link correctFutureTimes} goes by. */
export interface FutureTimesOptions {
  /** How far the clock went back just now, ms; 0 where that is not known. */
  readonly by: number;
  /** How long a payment's status is checked, ms. */
  readonly followedFor: number;
  /** By how often a webhook was tried: the longest until it is tried again, ms. */
  readonly longestDelays: readonly number[];
}

/** How many rows were put right. */
export interface CorrectedRows {
  readonly payments: number;
  readonly webhooks: number;
}

/**
 * Puts right what was stored by a clock that was ahead, now that it was set back: a time that has not come yet moves back as far as the
 * clock did, and to now where that is not known. So no payment has an age below zero, no limit and no cool-down holds for longer than
 * its length from now on, and no webhook waits for longer than its schedule says. Payments that seemed too old to be checked are due.
 *
 * The audit trail stays as it was written.
 */
export function correctFutureTimes(storage: Storage, { by, followedFor, longestDelays }: FutureTimesOptions): Promise<CorrectedRows> {
  return storage.store.transact(async (work) => {
    const now = storage.clock.now();
    // Other instances' clocks may be a little ahead of this one.
    const limit = now + STEP_MS;
    const least = (one: ReturnType<typeof sql<number>>, other: number) =>
      sql<number>`case when ${one} < ${other} then ${one} else ${other} end`;
    const back = (column: string) => {
      const ref = sql<number>`${sql.ref(column)}`;
      return sql<number>`case when ${ref} > ${limit} then ${least(sql`(${ref} - ${by})`, now)} else ${ref} end`;
    };

    const payments = await work
      .with('ahead', (rows) => {
        const ids = rows.selectFrom('payments').select('id');
        // Each part has an index; to leave doubles out SQLite would go through all rows by id.
        return ids
          .where('created_at', '>', limit)
          .unionAll(ids.where('status', 'in', ['completed', 'failed']).where('final_at', '>', limit))
          .unionAll(
            ids
              .where('status', 'in', OPEN_STATUSES)
              .where(({ eb, or }) =>
                or((['sent_at', 'updated_at', 'last_checked_at', 'details_unavailable_since'] as const).map((at) => eb(at, '>', limit))),
              ),
          );
      })
      .updateTable('payments')
      .set({
        created_at: back('created_at'),
        updated_at: back('updated_at'),
        sent_at: back('sent_at'),
        uncorrected_sent_at: sql<
          number | null
        >`case when sent_at > ${limit} then coalesce(uncorrected_sent_at, sent_at) else uncorrected_sent_at end`,
        final_at: back('final_at'),
        last_checked_at: back('last_checked_at'),
        details_unavailable_since: back('details_unavailable_since'),
      })
      .where('id', 'in', (rows) => rows.selectFrom('ahead').select('id'))
      .executeTakeFirstOrThrow();

    // A clock that was years ahead made them look older than a payment is followed.
    const followedSince = now - followedFor;
    await work
      .with('polling_stopped', (rows) => {
        const ids = rows.selectFrom('payments').select('id').where('next_check_at', 'is', null).where('created_at', '>', followedSince);
        return ids
          .where('status', '=', 'pending')
          .where('server_correlation_id', 'is not', null)
          .unionAll(ids.where(sql<boolean>`verified = 0`));
      })
      .updateTable('payments')
      .set({ next_check_at: now })
      .where('id', 'in', (rows) => rows.selectFrom('polling_stopped').select('id'))
      .execute();

    await work
      .updateTable('callbacks')
      .set({ received_at: back('received_at') })
      .where('received_at', '>', limit)
      .where('payment_id', 'in', (rows) => rows.selectFrom('payments').select('id').where('next_check_at', 'is not', null))
      .execute();

    await work
      .updateTable('outbox')
      .set({ created_at: back('created_at'), delivered_at: back('delivered_at') })
      .where('created_at', '>', limit)
      .execute();
    let webhooks = 0;
    for (const [tries, delay] of longestDelays.entries()) {
      const { numUpdatedRows } = await work
        .updateTable('outbox')
        .set({ next_attempt_at: least(sql`(next_attempt_at - ${by})`, now + delay) })
        .where('status', '=', 'pending')
        .where('next_attempt_at', '>', now + Math.max(delay, STEP_MS))
        .where('delivery_attempts', '=', tries)
        .executeTakeFirstOrThrow();
      webhooks += Number(numUpdatedRows);
    }
    return { payments: Number(payments.numUpdatedRows), webhooks };
  });
}
