import { sql } from 'kysely';
import type { Reader } from '../core/storage/reads.ts';
import type { Storage } from '../core/storage/storage.ts';
import { StorageUnavailable } from '../database/storageFailure.ts';
import type { Log } from '../log/log.ts';
import { steadyFor } from '../time/clock.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Rows in one statement, so that payments do not wait for an erasure. */
const BATCH_ROWS = 500;

/** If the newest payment is older than this, the clock may be wrong. */
const MAX_QUIET_MS = 30 * DAY_MS;

/**
 * Whether the clock is reliable enough to erase by. An erased number cannot be restored, so after a step of the clock,
 * or if the newest payment is old, erasure waits a day in which the clock can be corrected.
 *
 * @param runningForMs how long this process has been running
 */
export async function isTimeCertain({ store, clock }: Storage, runningForMs: number): Promise<boolean> {
  const now = clock.now();
  if (steadyFor(clock) < DAY_MS) return false;
  if (runningForMs >= DAY_MS) return true;
  const { newest } = await store.db
    .selectFrom('payments')
    .select(({ fn }) => fn.max('created_at').as('newest'))
    .executeTakeFirstOrThrow();
  return newest === null || now - Number(newest) <= MAX_QUIET_MS;
}

/**
 * Erases the payer's number and the hash of the address from every payment that ended more than `retainDays` days ago.
 * Amounts, events, references and the masked number stay. A payment that is not final, or that is still checked, keeps
 * its number.
 *
 * @returns the number of payments that it changed
 * @throws StorageUnavailable if SQLite's write-ahead log cannot be emptied, because another process reads the database.
 *   Try again later.
 */
export async function erasePayers(storage: Storage, retainDays: number): Promise<number> {
  const { db, kind, write } = storage.store;
  const before = storage.clock.now() - retainDays * DAY_MS;
  let erased = 0;
  for (;;) {
    const { numUpdatedRows } = await write((writable) =>
      writable
        .updateTable('payments')
        .set({ msisdn: null, address_hash: null })
        .where('id', 'in', (query) =>
          query
            .selectFrom('payments')
            .select('id')
            .where('msisdn', 'is not', null)
            .where('final_at', '<', before)
            .where('next_check_at', 'is', null)
            // Written so that no index of statuses is used: it would read every payment that is erased already.
            .where(sql`status || ''`, 'in', ['completed', 'failed'])
            .limit(BATCH_ROWS),
        )
        .executeTakeFirstOrThrow(),
    );
    erased += Number(numUpdatedRows);
    if (Number(numUpdatedRows) < BATCH_ROWS) break;
  }
  if (kind === 'sqlite') await emptyWriteAheadLog(db);
  return erased;
}

/**
 * SQLite overwrites in its file what is erased, and its write-ahead log still has the numbers. This also runs if
 * nothing was erased now: after an earlier erasure, a crash or another reader may have prevented it.
 */
export async function emptyWriteAheadLog(db: Reader): Promise<void> {
  const { rows } = await sql<{ readonly busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  if (rows[0]?.busy !== 0)
    throw new StorageUnavailable('erased numbers are still in the write-ahead log: another process reads the database');
}

/** How often payers' numbers are erased, ms, and how soon it is tried again where that was not possible. */
const ERASE_INTERVAL_MS = 24 * 60 * 60_000;
const RETRY_INTERVAL_MS = 60 * 60_000;

/** What {@link keepErasing} takes. */
export interface KeepErasingOptions {
  readonly storage: Storage;
  readonly log: Log;
  /** RETAIN_DAYS; null: numbers are kept. */
  readonly retainDays: number | null;
}

/** Erases payers' numbers from old payments once a day, until the returned function is called. */
export function keepErasing({ storage, log, retainDays }: KeepErasingOptions): () => void {
  if (retainDays === null) return () => undefined;
  const startedAt = performance.now();
  let dueAt = startedAt;
  const erase = async () => {
    const now = performance.now();
    if (now < dueAt) return;
    if (!(await isTimeCertain(storage, now - startedAt))) {
      log.info('payers’ numbers are not erased yet: the clock may be wrong');
      return;
    }
    log.info({ erased: await erasePayers(storage, retainDays), retainDays }, 'payers’ numbers erased');
    dueAt = now + ERASE_INTERVAL_MS;
  };
  const run = () => {
    erase().catch((error: unknown) => log.error({ err: error }, 'could not erase payers’ numbers'));
  };
  run();
  const timer = setInterval(run, RETRY_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
