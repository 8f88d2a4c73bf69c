import { sql } from 'kysely';
import type { Ledger } from './ledger.ts';

const DAY = 24 * 60 * 60_000;
/** Rows in one statement, so that payments need not wait for a sweep. */
const BATCH = 500;

/**
 * Takes the payer's number and the hash of the address off every payment that ended more than so many days ago. Amounts,
 * events, references and the masked number stay: the books are whole. What is not final keeps what it may still need.
 *
 * @returns how many payments it was taken off
 */
export async function forgetPayers(ledger: Ledger, retainDays: number): Promise<number> {
  const { db, kind } = ledger.store;
  const before = ledger.clock.now() - retainDays * DAY;
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
