import { type Kysely, sql } from 'kysely';
import type { Log } from '../log.ts';
import type { Schema } from './schema.ts';

/** The database server's clock, in SQL: ms since 1970. */
export const DATABASE_NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** A reading is off by half the time it took at most; one that took longer than this is left out, ms. */
const MAX_READING_MS = 1000;
const FIRST_READINGS = 3;
/** How long an instance goes on by its own count of time, ms. */
const READ_EVERY_MS = 3000;
/** Further apart than shops and operators bear well, ms. */
export const MAX_CLOCK_OFFSET_MS = 30_000;

/** The time by the database's clock, known without asking it each time. */
export interface DatabaseTime {
  /** Milliseconds since 1970: the newest reading, and what the monotonic clock has counted since. */
  now(): number;
  /** Reads the database's clock. Rejects while it cannot be read; the reading before then still counts. */
  read(): Promise<void>;
}

/**
 * Reads the clock that all instances on a database share. What they store they stamp by it, so that an instance whose own clock is
 * wrong does no harm to the others.
 */
export async function readDatabaseTime(db: Kysely<Schema>, mono: () => number = () => performance.now()): Promise<DatabaseTime> {
  let best = await readOnce(db, mono);
  for (let reading = 1; reading < FIRST_READINGS; reading += 1) {
    const next = await readOnce(db, mono);
    if (next.took < best.took) best = next;
  }
  return {
    now: () => mono() + best.offset,
    async read() {
      const next = await readOnce(db, mono);
      if (next.took <= MAX_READING_MS) best = next;
    },
  };
}

/** How far the database's clock is ahead of the monotonic one, and how long it took to find out, ms. */
async function readOnce(db: Kysely<Schema>, mono: () => number): Promise<{ readonly offset: number; readonly took: number }> {
  // On a connection that is at hand: to wait for one would count as a part of the reading.
  return db.connection().execute(async (connection) => {
    const asked = mono();
    const { now } = await connection.selectNoFrom(DATABASE_NOW.as('now')).executeTakeFirstOrThrow();
    const answered = mono();
    return { offset: Number(now) - (asked + answered) / 2, took: answered - asked };
  });
}

/** How far a clock is ahead of the database's, ms, where that is more than shops and operators bear; else 0. */
export function excessiveClockOffset(time: DatabaseTime, wall: () => number): number {
  const ahead = Math.round(wall() - time.now());
  return Math.abs(ahead) > MAX_CLOCK_OFFSET_MS ? ahead : 0;
}

/**
 * Reads the database's clock now and then, and says so where this machine's own is far from it.
 *
 * @param wall this machine's clock, ms since 1970
 * @returns stops; resolves when the reading that is under way has ended
 */
export function followDatabaseTime(time: DatabaseTime, wall: () => number, log: Log): () => Promise<void> {
  let isApart = false;
  let reading: Promise<void> | undefined;

  function compare(): void {
    const aheadMs = excessiveClockOffset(time, wall);
    if ((aheadMs !== 0) === isApart) return;
    isApart = !isApart;
    if (isApart) log.error({ aheadMs }, 'this machine’s clock and the database’s are apart: order tokens and webhooks go by the first');
    else log.info('this machine’s clock and the database’s agree again');
  }

  function read(): void {
    reading ??= time
      .read()
      .then(compare, (error: unknown) => log.warn({ err: error }, 'the database’s clock could not be read; its last reading counts'))
      .finally(() => {
        reading = undefined;
      });
  }

  compare();
  const timer = setInterval(read, READ_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await reading;
  };
}
