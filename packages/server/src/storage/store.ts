import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_MIGRATION_TABLE, Kysely, Migrator, type RawBuilder, sql } from 'kysely';
import { readDatabaseIdentity } from './databaseIdentity.ts';
import { type DatabaseTime, readDatabaseTime } from './databaseTime.ts';
import { createGroupCommit } from './groupCommit.ts';
import { migrations } from './migrations.ts';
import { postgresDialect } from './postgres.ts';
import type { Schema } from './schema.ts';
import { beginImmediate, sqliteDialect } from './sqlite.ts';
import { isRolledBack, isStartingUp, StorageUnavailable } from './storageFailure.ts';
import type { Transact, Work } from './transaction.ts';

/** An open storage database. */
export interface Store {
  readonly db: Kysely<Schema>;
  readonly kind: 'sqlite' | 'postgres';
  readonly transact: Transact;
  /** Tells this database from another one, and from itself after a restore; null on SQLite, where `tsena restore` is the way. */
  readonly identity: RawBuilder<string> | null;
  /** Runs one statement that writes, durable when this resolves. It shares a commit with others where that is for us to do. */
  readonly write: <T>(statement: (db: Kysely<Schema>) => Promise<T>) => Promise<T>;
  /** The clock that all instances share; null where there is one process, which goes by its own. */
  readonly databaseTime: DatabaseTime | null;
  close(): Promise<void>;
}

/** Any number that nothing else in the database locks under. */
const MIGRATION_LOCK = 7_306_514;
/** How long a process waits while another one migrates the same file, ms. */
const MIGRATED_WITHIN = 60_000;
/** How long a PostgreSQL that is starting up is waited for, ms. */
const STARTED_WITHIN = 30_000;
const ASK_AGAIN = 250;
const MAX_RUNS = 5;

/**
 * Opens the storage and brings it up to date.
 *
 * @param url `file:./data/tsena.db`, `file::memory:` or `postgres://…`
 * @throws StorageUnavailable if it cannot be opened or migrated
 */
export async function openStore(url: string): Promise<Store> {
  try {
    return url.startsWith('file:') ? await openSqlite(url.slice('file:'.length)) : await openPostgres(url);
  } catch (cause) {
    throw new StorageUnavailable(`the database cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

async function openSqlite(path: string): Promise<Store> {
  const db = new Kysely<Schema>({ dialect: sqliteDialect(path) });
  await orDestroy(db, () => migrate(db, (connection) => beginImmediate(() => sql`begin immediate`.execute(connection), MIGRATED_WITHIN)));
  const transact = createGroupCommit(db);
  return { db, kind: 'sqlite', identity: null, transact, write: transact, databaseTime: null, close: () => db.destroy() };
}

async function openPostgres(url: string): Promise<Store> {
  await untilStarted(() => migratePostgres(url));
  const db = new Kysely<Schema>({ dialect: postgresDialect(url) });
  const databaseTime = await orDestroy(db, () => readDatabaseTime(db));
  const identity = await orDestroy(db, () => readDatabaseIdentity(db));
  return {
    db,
    databaseTime,
    kind: 'postgres',
    identity,
    transact: (work) => transactAgain(db, work),
    write: (statement) => statement(db),
    close: () => db.destroy(),
  };
}

/** PostgreSQL undoes one of two transactions that wait for each other. */
async function transactAgain<T>(db: Kysely<Schema>, work: (work: Work) => Promise<T>): Promise<T> {
  for (let run = 1; ; run += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (run === MAX_RUNS || !isRolledBack(error)) throw error;
    }
  }
}

/** A server that is starting up says so, and is worth waiting for; any other fault is told at once. */
async function untilStarted(open: () => Promise<void>): Promise<void> {
  const giveUpAt = performance.now() + STARTED_WITHIN;
  for (;;) {
    try {
      await open();
      return;
    } catch (error) {
      if (!isStartingUp(error) || performance.now() > giveUpAt) throw error;
      await sleep(ASK_AGAIN);
    }
  }
}

async function migratePostgres(url: string): Promise<void> {
  // A migration of a large table may take its time; nothing else may.
  const patient = new Kysely<Schema>({ dialect: postgresDialect(url, { answerTimeoutMs: 0 }) });
  await orDestroy(patient, () =>
    migrate(patient, (connection) => sql.raw(`begin; select pg_advisory_xact_lock(${MIGRATION_LOCK})`).execute(connection)),
  );
  await patient.destroy();
}

async function orDestroy<T>(db: Kysely<Schema>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Migrates in one transaction that keeps other processes out: of several that start at once the others wait, and find it done. */
async function migrate(db: Kysely<Schema>, begin: (connection: Kysely<Schema>) => Promise<unknown>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await begin(connection);
    try {
      await refuseNewer(connection);
      const migrator = new Migrator({ db: connection, provider: migrations, disableTransactions: true });
      const { error } = await migrator.migrateToLatest();
      if (error !== undefined) throw error;
      await sql`commit`.execute(connection);
    } catch (error) {
      await sql`rollback`.execute(connection);
      throw error;
    }
  });
}

/** An older version must not write to what a newer one has changed. */
async function refuseNewer(connection: Kysely<Schema>): Promise<void> {
  const tables = await connection.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return;
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(connection);
  const known = Object.keys(await migrations.getMigrations());
  const unknown = rows.map(({ name }) => name).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new Error(
    `a newer version of Tsena Checkout has written to it (step ${unknown.join(', ')}), which this older version does not know. ` +
      'Nothing was changed. Run the newer version again; docs/operations.md says under Upgrades what else can be done.',
  );
}
