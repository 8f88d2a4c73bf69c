import Sqlite from 'better-sqlite3';
import { type CompiledQuery, type DatabaseConnection, type Dialect, Kysely, sql } from 'kysely';
import type { DatabaseTime } from '../../src/database/databaseTime.ts';
import { createGroupCommit } from '../../src/database/groupCommit.ts';
import type { Schema } from '../../src/database/schema.ts';
import { dialectOf } from '../../src/database/sqlite.ts';
import { openStore, type Store } from '../../src/database/store.ts';
import type { Trx } from '../../src/database/transaction.ts';
import type { SimulatedProcess, VirtualTime } from './virtualTime.ts';

/**
 * What happens to transactions. `refused`: they fail at their begin. `full`: they fail after their statements. `answer
 * lost`: they are committed, and the process gets an error, as when the connection to a database server breaks during
 * the commit.
 */
export type DatabaseState = 'up' | 'refused' | 'full' | 'answer lost';

class DiskFull extends Error {
  readonly code = 'SQLITE_FULL';
}

class ConnectionBroken extends Error {
  readonly code = '08006';
}

/** How long the database takes for a process, ms. */
export interface DatabaseDelays {
  /** Before a transaction, and before a statement outside one: meanwhile, others run theirs. */
  statement(): number;
  /** Before the process learns that its transaction is committed. */
  commit(): number;
}

/**
 * One database in memory, which several simulated processes share. Its transactions run within one step, so none is
 * open between steps.
 */
export class SimulatedDatabase {
  readonly sqlite: Sqlite.Database;
  readonly db: Kysely<Schema>;
  state: DatabaseState = 'up';
  /** The server's clock, ms since 1970. */
  clock: () => number = Date.now;
  /** Whether something was committed since this was last reset. */
  hasChanged = false;
  readonly #tables: readonly string[];
  #observe: (() => void) | undefined;

  private constructor(sqlite: Sqlite.Database) {
    this.sqlite = sqlite;
    this.db = new Kysely<Schema>({ dialect: dialectOf(sqlite) });
    const tables = sqlite.prepare<[], { name: string }>(`select name from sqlite_master where type = 'table'`).all();
    this.#tables = tables.map(({ name }) => name).filter((name) => !/^(sqlite|kysely)_/.test(name));
  }

  /** Creates a database with the tables of all migrations. */
  static async create(): Promise<SimulatedDatabase> {
    const empty = await openStore('file::memory:');
    const { rows } = await sql<{
      sql: string;
    }>`select sql from sqlite_master where sql is not null order by rowid`.execute(empty.db);
    await empty.close();
    const sqlite = new Sqlite(':memory:');
    for (const { sql: statement } of rows) sqlite.exec(statement);
    sqlite.pragma('temp_store = MEMORY');
    sqlite.pragma('foreign_keys = ON');
    return new SimulatedDatabase(sqlite);
  }

  /** Deletes all rows. */
  wipe(): void {
    this.state = 'up';
    this.sqlite.pragma('foreign_keys = OFF');
    for (const table of this.#tables) this.sqlite.exec(`delete from ${table}`);
    this.sqlite.pragma('foreign_keys = ON');
  }

  /**
   * Makes a request whose answer is judged: `observe` is called at the begin of its first transaction, which sees the
   * same rows.
   */
  judging<T>(observe: () => void, request: () => T): T {
    this.#observe = observe;
    try {
      return request();
    } finally {
      this.#observe = undefined;
    }
  }

  /**
   * The store of one process.
   *
   * @param databaseTime the clock that several instances share; null for a single one, whose transactions share commits
   */
  storeOf(
    process: SimulatedProcess,
    time: VirtualTime,
    delays: DatabaseDelays,
    databaseTime: DatabaseTime | null,
  ): Store {
    const takeTurn = () => new Promise<void>((resolve) => time.plan(delays.statement(), resolve, process));
    const dialect = takingTurns(this.sqlite, takeTurn, () => this.clock());
    const db = new Kysely<Schema>({ dialect });
    const inOwn = <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work);
    const begin = databaseTime === null ? createGroupCommit(db, dialect) : inOwn;
    const transact = <T>(work: (trx: Trx) => Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        if (process.isDead) return;
        const observe = this.#observe;
        this.#observe = undefined;
        const { state } = this;
        const answer = (settle: () => void) => {
          this.hasChanged = true;
          time.plan(delays.commit(), settle, process);
        };
        if (state === 'refused') {
          answer(() => reject(new DiskFull('database or disk is full')));
          return;
        }
        const run = async (within: Trx): Promise<T> => {
          observe?.();
          const result = await work(within);
          if (state === 'full') throw new DiskFull('database or disk is full');
          return result;
        };
        begin(run).then(
          (result) =>
            answer(() =>
              state === 'answer lost' ? reject(new ConnectionBroken('connection broken')) : resolve(result),
            ),
          (error: unknown) => answer(() => reject(error)),
        );
      });
    return {
      db,
      kind: 'sqlite',
      transact,
      write: transact,
      isFileGone: () => false,
      requireReady: async () => undefined,
      databaseTime,
      connect: null,
      close: async () => undefined,
    };
  }

  async close(): Promise<void> {
    await this.db.destroy();
  }
}

/**
 * Each transaction, and each statement outside one, is a step of its own: what was read before may no longer be true.
 */
function takingTurns(sqlite: Sqlite.Database, takeTurn: () => Promise<void>, clock: () => number): Dialect {
  const dialect = dialectOf(sqlite);
  const driver = dialect.createDriver();
  const acquire = driver.acquireConnection.bind(driver);
  const connections = new WeakMap<DatabaseConnection, DatabaseConnection>();
  driver.acquireConnection = async () => {
    await takeTurn();
    const connection = await acquire();
    const known = connections.get(connection) ?? withClock(connection, clock);
    connections.set(connection, known);
    return known;
  };
  return Object.assign(dialect, { createDriver: () => driver });
}

/** Answers the question for the server's time, which only several companions ask, in the words of PostgreSQL. */
function withClock(connection: DatabaseConnection, clock: () => number): DatabaseConnection {
  return {
    executeQuery: async <Row>(query: CompiledQuery) =>
      query.sql.includes('clock_timestamp()')
        ? { rows: [{ now: clock() } as Row] }
        : connection.executeQuery<Row>(query),
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  };
}
