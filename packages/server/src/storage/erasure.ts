import { sql } from 'kysely';
import { steadyFor } from '../clock.ts';
import type { Storage } from './storage.ts';

const DAY = 24 * 60 * 60_000;
/** Rows in one statement, so that payments need not wait for a sweep. */
const BATCH = 500;

/** A shop that took no payment for so long may be quiet, or its clock may be wrong, ms. */
const QUIET_MS = 30 * DAY;

/**
 * Whether the time is certain enough to erase by. What is erased too early cannot be had back, so a clock that stepped, or that says
 * long after the newest payment, is given a day to be put right.
 *
 * @param runningFor how long this process has been running, ms
 */
export async function isTimeCertain({ store, clock }: Storage, runningFor: number): Promise<boolean> {
  const now = clock.now();
  if (steadyFor(clock) < DAY) return false;
  if (runningFor >= DAY) return true;
  const { newest } = await store.db
    .selectFrom('payments')
    .select(({ fn }) => fn.max('created_at').as('newest'))
    .executeTakeFirstOrThrow();
  return newest === null || now - Number(newest) <= QUIET_MS;
}

/**
 * Takes the payer's number and the hash of the address off every payment that ended more than so many days ago. Amounts,
 * events, references and the masked number stay: the books are whole. What is not final keeps what it may still need.
 *
 * @returns how many payments it was taken off
 */
export async function erasePayers(storage: Storage, retainDays: number): Promise<number> {
  const { db, kind } = storage.store;
  const before = storage.clock.now() - retainDays * DAY;
  // What is removed is overwritten in the file, rather than left in it until the room is used again.
  if (kind === 'sqlite') await sql`pragma secure_delete = on`.execute(db);
  let forgotten = 0;
  for (;;) {
    const { numUpdatedRows } = await db
      .updateTable('payments')
      .set({ msisdn: null, address_hash: null })
      .where('id', 'in', (query) =>
        query
          .selectFrom('payments')
          .select('id')
          .where('msisdn', 'is not', null)
          .where('final_at', '<', before)
          // Spelled so that no index of states is taken: it would lead through all that are forgotten already.
          .where(sql`status || ''`, 'in', ['completed', 'failed'])
          .limit(BATCH),
      )
      .executeTakeFirstOrThrow();
    forgotten += Number(numUpdatedRows);
    if (Number(numUpdatedRows) < BATCH) break;
  }
  if (kind === 'sqlite' && forgotten > 0) await sql`pragma wal_checkpoint(truncate)`.execute(db);
  return forgotten;
}
