import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import { PreparedStatements } from './preparedStatements.ts';
import type { Schema } from './schema.ts';
import { isOfEndedSession, isOfStalePlan } from './storageFailure.ts';
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
const BEGIN = [
  'begin isolation level read committed',
  "set local lock_timeout = '5s'",
  "set local statement_timeout = '15s'",
  "set local idle_in_transaction_session_timeout = '15s'",
  'set local random_page_cost = 1.1',
].join('; ');

function isOfAbortedTransaction(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P02';
}

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

class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #connections: Connections;
  #isInTransaction = false;
  /** False after a statement got no answer, or the answer that this session cannot go on. */
  #isUsable = true;
  #isCorked = false;
  /** Why the server ignores all further statements of the transaction. */
  #abortedBy: unknown;

  constructor(client: pg.PoolClient, connections: Connections) {
    this.#client = client;
    this.#connections = connections;
  }

  async begin(): Promise<void> {
    this.#isInTransaction = true;
    await this.executeQuery(CompiledQuery.raw(BEGIN));
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = query;
    const { prepared } = this.#connections;
    this.#corkForThisTurn();
    try {
      const { command, rowCount, rows } = await this.#send({
        name: prepared.nameOf(sql, parameters),
        text: sql,
        values: [...parameters],
      });
      return command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    } catch (error) {
      if (isOfStalePlan(error)) {
        prepared.giveUp();
        // It was refused before it ran. A transaction runs again as a whole.
        if (!this.#isInTransaction) return this.executeQuery(query);
      }
      // Nothing is prepared after the failure of a transaction: who relied on it is not what failed.
      const isAfterFailure = isOfAbortedTransaction(error) || (this.#isInTransaction && this.#abortedBy !== undefined);
      if (isAfterFailure) throw this.#abortedBy ?? error;
      this.#abortedBy = error;
      throw error;
    }
  }

  async #send(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    try {
      return await this.#client.query(statement);
    } catch (error) {
      // Without an answer from the server, a late answer would be taken for that of the next statement.
      if (!(error instanceof pg.DatabaseError)) this.#isUsable = false;
      if (isOfEndedSession(error)) {
        this.#isUsable = false;
        this.#connections.endAllSoFar();
      }
      throw error;
    }
  }

  /** Sends the statements of one turn together: the system call costs more than a statement. */
  #corkForThisTurn(): void {
    if (this.#isCorked) return;
    const { stream } = this.#client.connection;
    this.#isCorked = true;
    stream.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }

  // biome-ignore lint/correctness/useYield: the interface wants a generator; nothing here streams.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new TypeError('This store does not stream.');
  }

  /** @throws Error if the server rolled the transaction back, because a statement of it had failed */
  async commit(): Promise<void> {
    const { command } = await this.#send({ text: 'commit' });
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
  }

  async rollback(): Promise<void> {
    // The server rolls back the transaction of a connection that is closed.
    if (this.#isUsable) await this.executeQuery(CompiledQuery.raw('rollback'));
  }

  release(): void {
    this.#client.release(!this.#isUsable);
  }
}

/** The connections of a pool, and the names of what they prepare. */
class Connections {
  readonly prepared = new PreparedStatements();
  readonly #pool: pg.Pool;
  readonly #open = new Set<pg.PoolClient>();
  /** Those that were open when the server ended the session of one of them. */
  readonly #ended = new WeakSet<pg.PoolClient>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    pool.on('connect', (client) => this.#open.add(client));
    pool.on('remove', (client) => this.#open.delete(client));
  }

  /**
   * Behind a pooler such as PgBouncer, each transaction can run in another session, which knows no name, or has it from
   * another client. A pooler shows in the process that it names when a client connects: it is not the one that runs the
   * statements.
   */
  async init(): Promise<void> {
    const client = await this.#pool.connect();
    try {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      if (!('processID' in client) || client.processID !== rows[0]?.pid) this.prepared.giveUp();
    } finally {
      client.release();
    }
  }

  async acquire(): Promise<PostgresConnection> {
    for (;;) {
      const client = await this.#pool.connect();
      if (!this.#ended.has(client)) return new PostgresConnection(client, this);
      client.release(true);
    }
  }

  /** After a failover, each session that was open is read-only or gone, although it may have answered reads since. */
  endAllSoFar(): void {
    for (const client of this.#open) this.#ended.add(client);
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

function createDriver(connections: Connections): Driver {
  return {
    init: () => connections.init(),
    acquireConnection: () => connections.acquire(),
    beginTransaction: (connection: PostgresConnection) => connection.begin(),
    commitTransaction: (connection: PostgresConnection) => connection.commit(),
    rollbackTransaction: (connection: PostgresConnection) => connection.rollback(),
    releaseConnection: async (connection: PostgresConnection) => connection.release(),
    destroy: () => connections.close(),
  };
}

/** store.ts migrates under a lock that ends with its transaction. Kysely's own lock would end with the connection. */
class PostgresStoreAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/**
 * PostgreSQL, for one or several instances of the companion.
 *
 * @param options.answerTimeoutMs how long a statement may take; 0: no limit
 */
export function postgresDialect(
  url: string,
  { answerTimeoutMs = ANSWER_TIMEOUT_MS }: { readonly answerTimeoutMs?: number } = {},
): Dialect {
  const pool = new pg.Pool({
    ...postgresConnection(url),
    query_timeout: answerTimeoutMs,
    // A transaction sends statements that do not depend on each other without waiting in between.
    pipeline: true,
    max: MAX_CONNECTIONS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
  });
  // The pool replaces a broken connection at its next use. Without these listeners, the error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const connections = new Connections(pool);
  return {
    createAdapter: () => new PostgresStoreAdapter(),
    createDriver: () => createDriver(connections),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/**
 * Runs work in a transaction whose statements are sent in the order in which they are called, each without waiting for
 * the answer to the one before. Kysely's own transaction waits for each.
 */
export function transactPipelined<T>(db: Kysely<Schema>, dialect: Dialect, run: (trx: Trx) => Promise<T>): Promise<T> {
  return db.getExecutor().provideConnection(async (connection) => {
    if (!(connection instanceof PostgresConnection)) throw new TypeError('This dialect is not PostgreSQL.');
    const { trx, end } = endableTrx(db, dialect, { provideConnection: (consumer) => consumer(connection) });
    try {
      const [, result] = await Promise.all([connection.begin(), run(trx)]);
      end();
      await connection.commit();
      return result;
    } catch (error) {
      end();
      await connection.rollback().catch(() => undefined);
      throw error;
    }
  });
}
