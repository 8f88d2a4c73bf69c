import Sqlite from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import type { DatabaseTime } from '../../src/storage/databaseTime.ts';
import { createGroupCommit } from '../../src/storage/groupCommit.ts';
import type { Schema } from '../../src/storage/schema.ts';
import { dialectOf } from '../../src/storage/sqlite.ts';
import { openStore, type Store } from '../../src/storage/store.ts';
import type { Work } from '../../src/storage/transaction.ts';
import type { SimulatedProcess, VirtualTime } from './virtualTime.ts';

/**
 * What happens to transactions. `refused`: they fail at their begin. `full`: they fail after their statements. `answer lost`: they are
 * committed, and the process gets an error, as when the connection to a database server breaks during the commit.
 */
export type DatabaseState = 'up' | 'refused' | 'full' | 'answer lost';

class DiskFull extends Error {
  readonly code = 'SQLITE_FULL';
}

class ConnectionBroken extends Error {
  readonly code = '08006';
}

/** One database in memory, which several simulated processes share. Its transactions run within one step, so none is open between steps. */
export class SimulatedDatabase {
  readonly sqlite: Sqlite.Database;
  readonly db: Kysely<Schema>;
  state: DatabaseState = 'up';
  /** Whether something was committed since this was last reset. */
  hasChanged = false;
  readonly #tables: readonly string[];

  private constructor(sqlite: Sqlite.Database) {
    this.sqlite = sqlite;
    this.db = new Kysely<Schema>({ dialect: dialectOf(sqlite) });
    const tables = sqlite.prepare<[], { name: string }>(`select name from sqlite_master where type = 'table'`).all();
    this.#tables = tables.map(({ name }) => name).filter((name) => !/^(sqlite|kysely)_/.test(name));
  }

  /** Creates a database with the tables of all migrations. */
  static async create(): Promise<SimulatedDatabase> {
    const empty = await openStore('file::memory:');
    const { rows } = await sql<{ sql: string }>`select sql from sqlite_master where sql is not null order by rowid`.execute(empty.db);
    await empty.close();
    const sqlite = new Sqlite(':memory:');
    for (const { sql: statement } of rows) sqlite.exec(statement);
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
   * The store of one process.
   *
   * @param delayMs how long a transaction's answer takes
   * @param databaseTime the clock that several instances share; null for a single one
   */
  storeOf(process: SimulatedProcess, time: VirtualTime, delayMs: () => number, databaseTime: DatabaseTime | null): Store {
    const group = createGroupCommit(this.db);
    const transact = <T>(work: (work: Work) => Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        if (process.isDead) return;
        const { state } = this;
        const answer = (settle: () => void) => {
          this.hasChanged = true;
          time.plan(delayMs(), settle, process);
        };
        if (state === 'refused') {
          answer(() => reject(new DiskFull('database or disk is full')));
          return;
        }
        const run = async (within: Work): Promise<T> => {
          const result = await work(within);
          if (state === 'full') throw new DiskFull('database or disk is full');
          return result;
        };
        group(run).then(
          (result) => answer(() => (state === 'answer lost' ? reject(new ConnectionBroken('connection broken')) : resolve(result))),
          (error: unknown) => answer(() => reject(error)),
        );
      });
    return {
      db: this.db,
      kind: 'sqlite',
      identity: null,
      transact,
      write: transact,
      databaseTime,
      connect: null,
      close: async () => undefined,
    };
  }

  async close(): Promise<void> {
    await this.db.destroy();
  }
}
