import { dayOf } from '@tsena/shared/merchant';
import { sql } from 'kysely';
import type { Trx } from '../../database/transaction.ts';
import { STEP_MS } from '../../time/clock.ts';
import { OPEN_STATUSES } from '../rules/stateMachine.ts';
import type { Storage } from './storage.ts';

/** What {@link correctFutureTimes} takes. */
export interface FutureTimesOptions {
  /** How far the clock was set back, ms; 0 if that is unknown. */
  readonly byMs: number;
  /** How long the companion polls the status of a payment, ms. */
  readonly polledForMs: number;
  /** By the number of delivery attempts: the longest delay until the next one, ms. */
  readonly longestDelaysMs: readonly number[];
  /** The longest delay until an e-mail is tried again, ms. */
  readonly longestMailDelayMs: number;
}

/** How many rows were corrected. */
export interface CorrectedRows {
  readonly payments: number;
  readonly webhooks: number;
}

/**
 * Corrects the times that were stored while the clock was ahead, after it was set back. A time in the future moves back
 * as far as the clock did, or to now if that is unknown; that of a callback moves to now. Afterwards no payment has a
 * negative age, no limit or cool-down lasts longer than its length from now, and no webhook waits longer than its
 * schedule. Payments whose polling stopped too early become due.
 *
 * Refunds, links and statements move back too, so that totals and lists have them where they belong. Events keep their
 * times, and so do idempotency keys: one that is kept too long does no harm, and one that is deleted too early lets a
 * repeated request record twice.
 */
export function correctFutureTimes(storage: Storage, options: FutureTimesOptions): Promise<CorrectedRows> {
  return storage.store.transact(async (trx) => {
    const correction = correctionOf(storage.clock.now(), options.byMs);
    const payments = await correctPayments(trx, correction, options.polledForMs);
    await moveBack(trx, correction);
    const webhooks = await correctWebhooks(trx, correction, options.longestDelaysMs);
    await correctMails(trx, correction, options.longestMailDelayMs);
    return { payments, webhooks };
  });
}

/** How times are corrected. */
interface Correction {
  readonly now: number;
  readonly byMs: number;
  /** Later times are in the future, ms: other instances' clocks may be a little ahead of this one. */
  readonly limit: number;
  /** The earlier of an expression and a time. */
  earlier(one: ReturnType<typeof sql<number>>, other: number): ReturnType<typeof sql<number>>;
  /** A column's time, moved back if it is in the future. */
  back(column: string): ReturnType<typeof sql<number>>;
}

function correctionOf(now: number, byMs: number): Correction {
  const limit = now + STEP_MS;
  const earlier: Correction['earlier'] = (one, other) =>
    sql<number>`case when ${one} < ${other} then ${one} else ${other} end`;
  return {
    now,
    byMs,
    limit,
    earlier,
    back(column) {
      const ref = sql<number>`${sql.ref(column)}`;
      return sql<number>`case when ${ref} > ${limit} then ${earlier(sql`(${ref} - ${byMs})`, now)} else ${ref} end`;
    },
  };
}

async function correctPayments(trx: Trx, { now, byMs, limit, back }: Correction, polledForMs: number): Promise<number> {
  // While the clock was days ahead, these payments seemed too old to poll. A payment that was sent shortly before has
  // moved back too far, and seems old now: that its polling stopped at a time in the future tells it.
  const polledSince = now - polledForMs;
  await trx
    .with('polling_stopped', (rows) => {
      const ids = rows.selectFrom('payments').select('id').where('next_check_at', 'is', null);
      const pending = ids.where('status', '=', 'pending').where('server_correlation_id', 'is not', null);
      const unverified = ids.where(sql<boolean>`verified = 0`);
      // Callbacks may name transactions of these.
      const [unresolved, failed] = [ids.where('status', '=', 'unresolved'), ids.where('status', '=', 'failed')];
      return pending
        .where('created_at', '>', polledSince)
        .unionAll(unverified.where('created_at', '>', polledSince))
        .unionAll(pending.where('last_checked_at', '>', limit))
        .unionAll(unverified.where('last_checked_at', '>', limit))
        .unionAll(unresolved.where('last_checked_at', '>', limit))
        .unionAll(failed.where('created_at', '>', polledSince).where('last_checked_at', '>', limit));
    })
    .updateTable('payments')
    .set({ next_check_at: now })
    .where('id', 'in', (rows) => rows.selectFrom('polling_stopped').select('id'))
    .execute();

  // An open payment that seems too old then began while the clock was less ahead: how far is unknown.
  const recent = (column: 'created_at' | 'sent_at') => {
    const seemsTooOld = sql`${sql.ref(column)} > ${limit} and ${sql.ref(column)} <= ${polledSince + byMs}`;
    return sql<number>`case when final_at is null and ${seemsTooOld} then ${now} else ${back(column)} end`;
  };
  const payments = await trx
    .with('ahead', (rows) => {
      const ids = rows.selectFrom('payments').select('id');
      // Each part uses an index. Not `union`: to remove duplicates, SQLite would read all rows by id.
      return ids
        .where('created_at', '>', limit)
        .unionAll(ids.where('status', 'in', ['completed', 'failed']).where('final_at', '>', limit))
        .unionAll(
          ids
            .where('status', 'in', OPEN_STATUSES)
            .where(({ eb, or }) =>
              or(
                (['sent_at', 'updated_at', 'last_checked_at', 'details_unavailable_since'] as const).map((at) =>
                  eb(at, '>', limit),
                ),
              ),
            ),
        );
    })
    .updateTable('payments')
    .set({
      created_at: recent('created_at'),
      updated_at: back('updated_at'),
      sent_at: recent('sent_at'),
      uncorrected_sent_at: sql<
        number | null
      >`case when sent_at > ${limit} then coalesce(uncorrected_sent_at, sent_at) else uncorrected_sent_at end`,
      final_at: back('final_at'),
      resolution_at: back('resolution_at'),
      last_checked_at: back('last_checked_at'),
      details_unavailable_since: back('details_unavailable_since'),
    })
    .where('id', 'in', (rows) => rows.selectFrom('ahead').select('id'))
    .executeTakeFirstOrThrow();

  // Not as far back as the clock: it may have been less ahead when the callback came, which would then seem too old to
  // be checked.
  await trx
    .updateTable('callbacks')
    .set({ received_at: now })
    .where('received_at', '>', limit)
    .where('payment_id', 'in', (rows) =>
      rows.selectFrom('payments').select('id').where('next_check_at', 'is not', null),
    )
    .execute();
  return Number(payments.numUpdatedRows);
}

/**
 * Rows of other tables: the first of the columns tells which are in the future. The conditions let both databases use
 * an index.
 */
const MOVED = [
  // Who recorded a refund may have named an earlier time, which stays.
  { table: 'refunds', columns: ['created_at', 'refunded_at'], where: sql`true` },
  { table: 'refunds', columns: ['voided_at'], where: sql`status = 'voided'` },
  // `expires_at` stays: who created the link decided it.
  { table: 'links', columns: ['created_at'], where: sql`source in ('merchant', 'shop')` },
  // RETAIN_DAYS counts from it.
  { table: 'statements', columns: ['created_at'], where: sql`status in ('importing', 'ready', 'removed')` },
  { table: 'outbox', columns: ['created_at', 'delivered_at'], where: sql`true` },
] as const;

async function moveBack(trx: Trx, { limit, back }: Correction): Promise<void> {
  for (const { table, columns, where } of MOVED) {
    const set = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${back(column)}`));
    await sql`update ${sql.table(table)} set ${set} where ${where} and ${sql.ref(columns[0])} > ${limit}`.execute(trx);
  }
}

async function correctWebhooks(
  trx: Trx,
  { now, byMs, earlier }: Correction,
  longestDelaysMs: readonly number[],
): Promise<number> {
  let webhooks = 0;
  for (const [attempts, delayMs] of longestDelaysMs.entries()) {
    const { numUpdatedRows } = await trx
      .updateTable('outbox')
      .set({ next_attempt_at: earlier(sql`(next_attempt_at - ${byMs})`, now + delayMs) })
      .where('status', '=', 'pending')
      .where('next_attempt_at', '>', now + Math.max(delayMs, STEP_MS))
      .where('delivery_attempts', '=', attempts)
      .executeTakeFirstOrThrow();
    webhooks += Number(numUpdatedRows);
  }
  return webhooks;
}

async function correctMails(
  trx: Trx,
  { now, byMs, limit, back }: Correction,
  longestMailDelayMs: number,
): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ created_at: back('created_at'), sent_at: back('sent_at') })
    .where(({ eb, or }) => or([eb('created_at', '>', limit), eb('sent_at', '>', limit)]))
    .execute();
  await trx
    .updateTable('mails')
    .set({ next_attempt_at: now })
    .where('status', '=', 'pending')
    .where('next_attempt_at', '>', now + longestMailDelayMs)
    .execute();
  // The summary of a day that is not over is sent again, complete.
  if (byMs > 0) await trx.deleteFrom('mails').where('day', '>=', dayOf(now)).execute();
}
