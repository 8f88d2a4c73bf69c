import { type Kysely, sql } from 'kysely';
import type { Log } from '../log/log.ts';
import { STEP_MS } from '../time/clock.ts';
import type { Schema } from './schema.ts';
import { StorageUnavailable } from './storageFailure.ts';

/** The database server's clock, in SQL: ms since 1970. */
export const DATABASE_NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** A reading is wrong by at most half the time it took. Readings that took longer than this are ignored. */
const MAX_READING_MS = 1000;
const FIRST_READINGS = 3;
/** How often an instance reads the database's clock. */
const READ_INTERVAL_MS = 3000;
/** Between readings that lie further apart, the clock may have been wrong and right again. One may fail. */
const MAX_READING_GAP_MS = 2 * READ_INTERVAL_MS + MAX_READING_MS;
/** A larger difference between this machine's clock and the database's breaks order tokens and webhook signatures. */
export const MAX_CLOCK_OFFSET_MS = 30_000;

/** The time by the database's clock, without a query for each use. */
export interface DatabaseTime {
  /** Whole ms since 1970: the newest reading, plus the time that the monotonic clock has counted since. */
  now(): number;
  /** Reads the database's clock. If that fails, it rejects and `now` continues from the previous reading. */
  read(): Promise<void>;
  /** Time for which the clock has been read without a gap, ms; 0 while the last reading is too old. */
  readFor(): number;
}

/** Measures for how long readings have followed each other without a gap. */
export function followReadings(mono: () => number) {
  let readAt = mono();
  let since = readAt;
  const hasGap = () => mono() - readAt > MAX_READING_GAP_MS;
  return {
    /** The clock was read. */
    read(): void {
      if (hasGap()) since = mono();
      readAt = mono();
    },
    readFor: () => (hasGap() ? 0 : mono() - since),
  };
}

/**
 * Reads the clock that all instances on a database share. The times that they store come from it, so an instance with a
 * wrong clock does not affect the others.
 */
export async function readDatabaseTime(
  db: Kysely<Schema>,
  mono: () => number = () => performance.now(),
): Promise<DatabaseTime> {
  let best = await readOnce(db, mono);
  for (let reading = 1; reading < FIRST_READINGS; reading += 1) {
    const next = await readOnce(db, mono);
    if (next.took < best.took) best = next;
  }
  const readings = followReadings(mono);
  return {
    now: () => Math.floor(mono() + best.offset),
    async read() {
      const next = await readOnce(db, mono);
      if (next.took > MAX_READING_MS) return;
      best = next;
      readings.read();
    },
    readFor: readings.readFor,
  };
}

/** How far the database's clock is ahead of the monotonic one, and how long the reading took, ms. */
async function readOnce(
  db: Kysely<Schema>,
  mono: () => number,
): Promise<{ readonly offset: number; readonly took: number }> {
  // Get the connection first: waiting for one would count as part of the reading.
  return db.connection().execute(async (connection) => {
    const asked = mono();
    const { now } = await connection.selectNoFrom(DATABASE_NOW.as('now')).executeTakeFirstOrThrow();
    const answered = mono();
    return { offset: Number(now) - (asked + answered) / 2, took: answered - asked };
  });
}

/**
 * Requires that the time is the database's at this moment. It is not if this machine was suspended since the last
 * reading, for the monotonic clock stood still, or if the server's clock was set: then what this instance writes has
 * ended already for the others.
 *
 * @throws StorageUnavailable if it is not
 */
export async function requireCurrentTime(trx: Kysely<Schema>, time: DatabaseTime): Promise<void> {
  const before = time.now();
  const { now } = await trx.selectNoFrom(DATABASE_NOW.as('now')).executeTakeFirstOrThrow();
  if (now >= before - STEP_MS && now <= time.now() + STEP_MS) return;
  throw new StorageUnavailable(
    'the database’s clock is another one than when it was read; it is read again in a moment',
  );
}

/**
 * How far a clock is ahead of the database's, ms (below 0: behind); 0 if the difference is at most MAX_CLOCK_OFFSET_MS.
 */
export function excessiveClockOffset(time: DatabaseTime, wall: () => number): number {
  const ahead = Math.round(wall() - time.now());
  return Math.abs(ahead) > MAX_CLOCK_OFFSET_MS ? ahead : 0;
}

/**
 * Reads the database's clock regularly, and logs when this machine's clock differs too much from it.
 *
 * @param wall this machine's clock, ms since 1970
 * @returns a function that stops; it resolves when the current reading has ended
 */
export function followDatabaseTime(time: DatabaseTime, wall: () => number, log: Log): () => Promise<void> {
  let differs = false;
  let reading: Promise<void> | undefined;

  function compare(): void {
    const aheadMs = excessiveClockOffset(time, wall);
    if ((aheadMs !== 0) === differs) return;
    differs = !differs;
    if (differs)
      log.error(
        { aheadMs },
        'this machine’s clock differs from the database’s; order tokens and webhook signatures use this machine’s',
      );
    else log.info('this machine’s clock agrees with the database’s again');
  }

  function read(): void {
    reading ??= time
      .read()
      .then(compare, (error: unknown) =>
        log.warn({ err: error }, 'the database’s clock could not be read; the previous reading is used'),
      )
      .finally(() => {
        reading = undefined;
      });
  }

  compare();
  const timer = setInterval(read, READ_INTERVAL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await reading;
  };
}
