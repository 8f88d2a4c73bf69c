import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import { keepPrivate } from './privateFiles.ts';
import { isStorageFailure } from './storageFailure.ts';

/** How long a statement waits for another process's write, ms. This process stands still meanwhile, so it is short. */
const BUSY_TIMEOUT = 50;
/** How long a transaction waits for its begin, ms, while the rest of the process goes on. */
const BEGIN_WITHIN = 1000;
const BEGIN_AGAIN_AFTER = 20;
/** More than there are; only lists of different lengths make new ones. */
const MAX_STATEMENTS = 500;

/**
 * Takes the write lock, waiting for another process's write while the rest of this one goes on.
 *
 * @param within how long it waits, ms
 */
export async function beginImmediate(begin: () => Promise<unknown>, within: number): Promise<void> {
  const giveUpAt = performance.now() + within;
  for (;;) {
    try {
      await begin();
      return;
    } catch (error) {
      if (!isStorageFailure(error) || performance.now() > giveUpAt) throw error;
      await sleep(BEGIN_AGAIN_AFTER);
    }
  }
}

/** A transaction takes the write lock at once: one that read first could otherwise fail half-way when it comes to write. */
class ImmediateDriver extends SqliteDriver {
  readonly #database: Sqlite.Database;

  constructor(database: Sqlite.Database) {
    super({ database: reusingStatements(database) });
    this.#database = database;
  }

  override beginTransaction(connection: DatabaseConnection): Promise<void> {
    return beginImmediate(() => connection.executeQuery(CompiledQuery.raw('begin immediate')), BEGIN_WITHIN);
  }

  /** On some failures (a full disk) SQLite has ended the transaction itself; the failure is to be told, not that there is none any more. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
}

/**
 * SQLite for one companion: write-ahead log, and every commit on the disk before it is answered (synchronous=FULL).
 *
 * @param path a file, or `:memory:`
 */
export function sqliteDialect(path: string): SqliteDialect {
  if (path !== ':memory:') keepPrivate(path);
  const database = new Sqlite(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma(`busy_timeout = ${BUSY_TIMEOUT}`);
  return new (class extends SqliteDialect {
    override createDriver(): Driver {
      return new ImmediateDriver(database);
    }
  })({ database });
}

/** To prepare a statement takes several times as long as to run it, so each is prepared once. */
function reusingStatements(database: Sqlite.Database): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = statements.get(sql);
      if (known !== undefined) return known;
      if (statements.size >= MAX_STATEMENTS) statements.clear();
      const statement = database.prepare(sql);
      statements.set(sql, statement);
      return statement;
    },
  };
}
