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
import { checkNativePart } from './nativePart.ts';
import { keepPrivate } from './privateFiles.ts';
import { retry } from './retry.ts';
import { isStorageFailure } from './storageFailure.ts';

/** How long a statement waits for another process's write. It is short, because it blocks this process. */
const BUSY_TIMEOUT_MS = 50;
/** How long a transaction waits for the write lock, without blocking this process. */
const BEGIN_TIMEOUT_MS = 1000;
const BEGIN_RETRY_MS = 20;
/** More than the companion has. Only lists of another length make new ones. */
const MAX_STATEMENTS = 500;

/**
 * Takes the write lock. It waits for another process's write without blocking this process.
 *
 * @param timeoutMs how long it waits
 */
export async function beginImmediate(begin: () => Promise<unknown>, timeoutMs: number): Promise<void> {
  await retry(begin, { isTemporary: isStorageFailure, timeoutMs, waitMs: BEGIN_RETRY_MS });
}

/**
 * Every transaction takes the write lock at its begin. If it took the lock at its first write, it could fail half-way.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #database: Sqlite.Database;

  constructor(database: Sqlite.Database) {
    super({ database: reusingStatements(database) });
    this.#database = database;
  }

  override beginTransaction(connection: DatabaseConnection): Promise<void> {
    return beginImmediate(() => connection.executeQuery(CompiledQuery.raw('begin immediate')), BEGIN_TIMEOUT_MS);
  }

  /**
   * On some failures (a full disk), SQLite has ended the transaction already. A rollback would replace the error by
   * another one.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
}

/**
 * SQLite, for one instance of the companion: write-ahead log, and a commit returns when it is on the disk
 * (synchronous=FULL).
 *
 * @param path a file, or `:memory:`
 */
export function sqliteDialect(path: string): SqliteDialect {
  checkNativePart();
  if (path !== ':memory:') keepPrivate(path);
  const database = new Sqlite(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  // 16 MB. A page that many commits change is written to the database file once for all of them.
  database.pragma('wal_autocheckpoint = 4000');
  // What undoes a statement on many rows, or sorts them, would go into a temporary file: on a full /tmp, no payment
  // could be stored.
  database.pragma('temp_store = MEMORY');
  database.pragma('foreign_keys = ON');
  // From the first write on: an update also leaves copies of a row behind, and later nothing would overwrite them.
  database.pragma('secure_delete = ON');
  database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  return dialectOf(database);
}

/** The dialect of a connection that is already open. */
export function dialectOf(database: Sqlite.Database): SqliteDialect {
  return new (class extends SqliteDialect {
    override createDriver(): Driver {
      return new ImmediateDriver(database);
    }
  })({ database });
}

/** Preparing a statement takes several times as long as running it, so each is prepared once. */
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
