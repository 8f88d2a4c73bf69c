import { statSync } from 'node:fs';
import { DEFAULT_MIGRATION_TABLE, type Dialect, Kysely, Migrator, sql } from 'kysely';
import type { Client } from 'pg';
import { type DatabaseTime, readDatabaseTime } from './databaseTime.ts';
import { createGroupCommit } from './groupCommit.ts';
import { compareMigrations, migrations } from './migrations.ts';
import { retry } from './retry.ts';
import type { Schema } from './schema.ts';
import { beginImmediate, sqliteDialect } from './sqlite.ts';
import { cannotBeOpened, isRolledBack, isStartingUp, isStorageFailure, isUniqueViolation } from './storageFailure.ts';
import type { Transact } from './transaction.ts';

/** An open database. */
export interface Store {
  readonly db: Kysely<Schema>;
  readonly kind: 'sqlite' | 'postgres';
  readonly transact: Transact;
  /** Runs one statement that writes; it is durable when this resolves. On SQLite it shares a commit with others. */
  readonly write: <T>(statement: (db: Kysely<Schema>) => Promise<T>) => Promise<T>;
  /**
   * Whether the SQLite file was deleted or replaced since it was opened: what is written since would be lost with this
   * process.
   */
  readonly isFileGone: () => boolean;
  /**
   * Resolves if payments can be stored: the tables that they are written to take a write now. It writes something if a
   * write has failed since the last call that resolved, for a full disk shows only then.
   */
  readonly requireReady: () => Promise<void>;
  /** The clock that all instances share; null on SQLite, where the only process uses its own. */
  readonly databaseTime: DatabaseTime | null;
  /** Makes a connection outside the pool, to listen on; null on SQLite. */
  readonly connect: (() => Client) | null;
  close(): Promise<void>;
}

/** The key of the advisory lock, which no other lock in the database uses. */
const MIGRATION_LOCK = 7_306_514;
/** How long a process waits while another one migrates the same file. */
const MIGRATION_TIMEOUT_MS = 60_000;
/** How long a process waits for a PostgreSQL server that is starting. */
const START_TIMEOUT_MS = 30_000;
const START_RETRY_MS = 250;
/** How often a transaction runs before its rollback by PostgreSQL is an error. */
const MAX_RUNS = 5;

/**
 * Opens a database and runs the migrations that it lacks.
 *
 * @param url `file:./data/tsena.db`, `file::memory:` or `postgres://…`
 * @throws StorageUnavailable if it cannot be opened or migrated
 */
export async function openStore(url: string): Promise<Store> {
  try {
    return url.startsWith('file:') ? await openSqlite(url.slice('file:'.length)) : await openPostgres(url);
  } catch (cause) {
    throw cannotBeOpened(cause);
  }
}

async function openSqlite(path: string): Promise<Store> {
  const dialect = sqliteDialect(path);
  const db = new Kysely<Schema>({ dialect });
  await orDestroy(db, () =>
    migrate(db, (connection) => beginImmediate(() => sql`begin immediate`.execute(connection), MIGRATION_TIMEOUT_MS)),
  );
  const transact = createGroupCommit(db, dialect);
  const store = {
    db,
    kind: 'sqlite',
    transact,
    write: transact,
    databaseTime: null,
    connect: null,
  } as const;
  const opened = fileAt(path);
  return watchWrites({
    ...store,
    isFileGone: () => path !== ':memory:' && fileAt(path) !== opened,
    close: () => db.destroy(),
  });
}

/** Names the file to which a path leads; undefined if it leads to none. */
function fileAt(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}/${ino}`;
  } catch {
    // A volume that is gone has other errors than a file that is gone.
    return undefined;
  }
}

async function openPostgres(url: string): Promise<Store> {
  // Loaded only where it is used: on SQLite it would take time and memory for nothing.
  const { createClient, migrationDialect, postgresDialect, transactPipelined } = await import('./postgres.ts');
  const whileStarting = { isTemporary: isStartingUp, timeoutMs: START_TIMEOUT_MS, waitMs: START_RETRY_MS };
  await retry(() => migratePostgres(migrationDialect(url)), whileStarting);
  const dialect = postgresDialect(url);
  const db = new Kysely<Schema>({ dialect });
  const databaseTime = await orDestroy(db, () => readDatabaseTime(db));
  return watchWrites({
    db,
    databaseTime,
    kind: 'postgres',
    transact: (work) => withRetry(() => transactPipelined(db, dialect, work)),
    write: (statement) => withRetry(() => statement(db)),
    isFileGone: () => false,
    connect: () => createClient(url),
    close: () => db.destroy(),
  });
}

/** The tables into which a payment is written. SQLite has one lock for all of them, which each transaction takes. */
const LOCK_PAYMENT_TABLES = `set local lock_timeout = '1s'; lock table orders, payments, callbacks, events, outbox in row exclusive mode`;

/** A database that can be read may be locked, read-only, or its disk full. */
function watchWrites(store: Omit<Store, 'requireReady'>): Store {
  let hasFailed = false;
  let checking: Promise<void> | undefined;

  async function watch<T>(written: Promise<T>): Promise<T> {
    try {
      return await written;
    } catch (error) {
      if (isStorageFailure(error)) hasFailed = true;
      throw error;
    }
  }

  async function checkWrites(): Promise<void> {
    await store.transact(async (trx) => {
      if (store.kind === 'postgres') await sql.raw(LOCK_PAYMENT_TABLES).execute(trx);
      if (!hasFailed) return;
      // Writes of the workers may change no row, and such a write succeeds on a full disk too.
      await trx.insertInto('properties').values({ name: 'readiness', value: '' }).execute();
      await trx.deleteFrom('properties').where('name', '=', 'readiness').execute();
    });
    hasFailed = false;
  }

  return {
    ...store,
    transact: (work) => watch(store.transact(work)),
    write: (statement) => watch(store.write(statement)),
    requireReady() {
      // One check for all who ask meanwhile: a locked table makes it wait, with a connection.
      checking ??= checkWrites().finally(() => {
        checking = undefined;
      });
      return checking;
    },
  };
}

/**
 * Runs a transaction, or a single statement, again after PostgreSQL rolled it back, as it does with one of two that
 * wait for each other, or that write the same unique value: the second run reads what the other one wrote.
 */
async function withRetry<T>(write: () => Promise<T>): Promise<T> {
  for (let run = 1; ; run += 1) {
    try {
      return await write();
    } catch (error) {
      if (run === MAX_RUNS || !(isRolledBack(error) || isUniqueViolation(error))) throw error;
    }
  }
}

async function migratePostgres(dialect: Dialect): Promise<void> {
  const db = new Kysely<Schema>({ dialect });
  await orDestroy(db, () =>
    migrate(db, (connection) => sql.raw(`begin; select pg_advisory_xact_lock(${MIGRATION_LOCK})`).execute(connection)),
  );
  await db.destroy();
}

async function orDestroy<T>(db: Kysely<Schema>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * Migrates in one transaction under a lock. Of several processes that start at the same time, the others wait and find
 * it done.
 */
async function migrate(db: Kysely<Schema>, begin: (connection: Kysely<Schema>) => Promise<unknown>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await begin(connection);
    try {
      await requireUsable(connection);
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

/**
 * A version must not write to a database that a newer one has migrated, and cannot use one that none of the released
 * versions has created.
 */
async function requireUsable(connection: Kysely<Schema>): Promise<void> {
  const tables = await connection.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return;
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(connection);
  const state = compareMigrations(rows.map(({ name }) => name));
  if (state.kind === 'newer')
    throw new Error(
      `a newer version of Tsena Checkout has written to it (step ${state.unknown.join(', ')}), which this older version does not know. ` +
        'Nothing was changed. Run the newer version again; docs/operations.md says under Upgrades what else can be done.',
    );
  if (state.kind === 'unreleased')
    throw new Error(
      'a version from before the first release of Tsena Checkout created it, and this version cannot use its tables. ' +
        'Nothing was changed. Set DATABASE_URL to an empty database, or move the file of this one away.',
    );
}
