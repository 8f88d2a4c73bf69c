import {
  CompiledQuery,
  type Dialect,
  type Kysely,
  PostgresAdapter,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import pg from 'pg';
import { PreparedStatements } from './preparedStatements.ts';
import type { Schema } from './schema.ts';
import { isOfEndedSession, isOfPreparedStatement } from './storageFailure.ts';
import { endableTrx, type Trx } from './transaction.ts';

const INT8 = 20;
const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 5000;
/**
 * After this time without an answer, a statement and its connection are abandoned: a server can vanish without closing
 * connections.
 */
const ANSWER_TIMEOUT_MS = 20_000;
const IDLE_TIMEOUT_MS = 30_000;

/**
 * A stalled instance must not lock rows for long. PostgreSQL keeps the plan of a prepared statement: with its own
 * costs, which are those of slow disks, it reads all of a table that is still small, and goes on to do so while the
 * table grows. The settings belong to each transaction, not to the connection, because PgBouncer gives one connection
 * to many clients.
 */
const BEGIN = CompiledQuery.raw(
  [
    'begin isolation level read committed',
    "set local lock_timeout = '5s'",
    "set local statement_timeout = '15s'",
    "set local idle_in_transaction_session_timeout = '15s'",
    'set local random_page_cost = 1.1',
  ].join('; '),
);
const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');

/** Makes a connection that belongs to no pool; it is not yet open. */
export function createClient(url: string): pg.Client {
  return new pg.Client(postgresConnection(url));
}

/**
 * The settings of a connection to PostgreSQL. 64-bit integers are read as numbers: they are ms and Ariary, which fit
 * exactly.
 */
function postgresConnection(url: string): pg.ClientConfig {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 ? (text: string) => Number(text) : pg.types.getTypeParser(oid, format as 'text'),
  };
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
    types,
    fallback_application_name: 'tsena',
  };
}

/** A connection as Kysely's dialect uses it: its statements are prepared under names. */
class NamingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #connections: Connections;
  /** False after a statement got no answer: a late one would be taken for that of the next statement. */
  #isUsable = true;

  constructor(client: pg.PoolClient, connections: Connections) {
    this.#client = client;
    this.#connections = connections;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(sql: string | PostgresCursor<unknown>, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== 'string') throw new TypeError('This store does not stream.');
    return this.#run(sql, parameters);
  }

  /** @throws Error if it is a commit, and the server rolled back, because a statement of the transaction had failed */
  async #run(text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    const result = await this.#send(text, [...parameters]);
    if (text === COMMIT.sql && result.command === 'ROLLBACK') throw new Error('the transaction was rolled back');
    return result;
  }

  async #send(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const { prepared } = this.#connections;
    const name = prepared.nameOf(text, values);
    try {
      return await this.#client.query({ name, text, values });
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) this.#isUsable = false;
      if (isOfEndedSession(error)) this.#connections.endAllSoFar();
      if (name === undefined || !isOfPreparedStatement(error)) throw error;
      prepared.giveUp();
      // It was refused before it ran. A transaction, whose other statements are ignored now, runs again as a whole.
      if (this.#client.getTransactionStatus() !== 'I') throw error;
      return this.#client.query({ text, values });
    }
  }

  release(): void {
    this.#client.release(!this.#isUsable || this.#connections.isEnded(this.#client));
  }
}

/** The connections to a server, and the names of what they prepare. */
class Connections implements PostgresPool {
  readonly prepared = new PreparedStatements();
  readonly #pool: pg.Pool;
  /** In which generation each was opened. */
  readonly #generations = new WeakMap<pg.PoolClient, number>();
  /** How often the server has ended the session of a connection. */
  #generation = 0;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    pool.on('connect', (client) => this.#generations.set(client, this.#generation));
  }

  async connect(): Promise<NamingClient> {
    for (;;) {
      const client = await this.#pool.connect();
      if (!this.isEnded(client)) return new NamingClient(client, this);
      client.release(true);
    }
  }

  /** After a failover, each session that was open is read-only or gone, although it may have answered reads since. */
  endAllSoFar(): void {
    this.#generation += 1;
  }

  isEnded(client: pg.PoolClient): boolean {
    return this.#generations.get(client) !== this.#generation;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

function createPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ max: MAX_CONNECTIONS, idleTimeoutMillis: IDLE_TIMEOUT_MS, ...config });
  // The pool replaces a broken connection at its next use. Without these listeners, the error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * PostgreSQL, for one or several instances of the companion.
 *
 * @param options.answerTimeoutMs how long a statement may take
 */
export function postgresDialect(
  url: string,
  { answerTimeoutMs = ANSWER_TIMEOUT_MS }: { readonly answerTimeoutMs?: number } = {},
): Dialect {
  // A transaction sends statements that do not depend on each other without waiting in between.
  const config = { ...postgresConnection(url), query_timeout: answerTimeoutMs, pipeline: true };
  return new PostgresDialect({ pool: new Connections(createPool(config)) });
}

/** store.ts migrates under a lock that ends with its transaction. Kysely's own lock would end with the connection. */
class UnlockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/**
 * PostgreSQL for the migrations: the one of a large table may take long, and nothing is named, for behind a pooler a
 * name that another client has left would end the transaction.
 */
export function migrationDialect(url: string): Dialect {
  const pool = createPool({ ...postgresConnection(url), query_timeout: 0 });
  return new (class extends PostgresDialect {
    override createAdapter(): PostgresAdapter {
      return new UnlockedAdapter();
    }
  })({ pool });
}

/**
 * Runs work in a transaction whose statements are sent in the order in which they are called, each without waiting for
 * the answer to the one before. Kysely's own transaction waits for each.
 */
export function transactPipelined<T>(db: Kysely<Schema>, dialect: Dialect, run: (trx: Trx) => Promise<T>): Promise<T> {
  return db.getExecutor().provideConnection(async (connection) => {
    const { trx, end } = endableTrx(db, dialect, { provideConnection: (consumer) => consumer(connection) });
    try {
      const [, result] = await Promise.all([connection.executeQuery(BEGIN), run(trx)]);
      end();
      await connection.executeQuery(COMMIT);
      return result;
    } catch (error) {
      end();
      // The server rolls back the transaction of a connection that is closed.
      await connection.executeQuery(ROLLBACK).catch(() => undefined);
      throw error;
    }
  });
}
