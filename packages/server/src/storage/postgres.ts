import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import pg from 'pg';

const INT8 = 20;
const MAX_CONNECTIONS = 10;
const CONNECT_WITHIN = 5000;
/** After which a statement without an answer is given up, with its connection: a server can vanish without a word, ms. */
const ANSWER_WITHIN = 20_000;
const IDLE = 30_000;

/**
 * A stalled instance must not keep others from a row. The bounds go with each transaction rather than with the connection:
 * behind PgBouncer a connection is anybody's.
 */
const BEGIN = [
  'begin isolation level read committed',
  "set local lock_timeout = '5s'",
  "set local statement_timeout = '15s'",
  "set local idle_in_transaction_session_timeout = '15s'",
].join('; ');

/** How this process reaches PostgreSQL. 64-bit integers hold ms and Ariary, which a number holds exactly. */
export function postgresConnection(url: string): pg.ClientConfig {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 ? (text: string) => Number(text) : pg.types.getTypeParser(oid, format as 'text'),
  };
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_WITHIN,
    query_timeout: ANSWER_WITHIN,
    keepAlive: true,
    types,
    fallback_application_name: 'tsena',
  };
}

class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  #isSound = true;

  /** False once an answer failed to come. */
  get isSound(): boolean {
    return this.#isSound;
  }

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const { command, rowCount, rows } = await this.#client.query(sql, [...parameters]);
      return command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    } catch (error) {
      // Anything but the server's own word: its answer may still come, and would come to the next one's question.
      this.#isSound &&= error instanceof pg.DatabaseError;
      throw error;
    }
  }

  // biome-ignore lint/correctness/useYield: the interface wants a generator; nothing here streams.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new TypeError('This store does not stream.');
  }

  release(): void {
    this.#client.release(!this.#isSound);
  }
}

class PostgresDriver implements Driver {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    return new PostgresConnection(await this.#pool.connect());
  }

  async beginTransaction(connection: PostgresConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(BEGIN));
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    // The server undoes by itself what a connection that is given up had begun.
    if (connection.isSound) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

/** The store migrates under a lock that ends with its transaction; Kysely's own would end with the connection. */
class PostgresStoreAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/**
 * PostgreSQL for several companions on one storage.
 *
 * @param options.answerTimeoutMs how long a statement may take, ms; 0: as long as it likes
 */
export function postgresDialect(url: string, { answerTimeoutMs = ANSWER_WITHIN }: { readonly answerTimeoutMs?: number } = {}): Dialect {
  const pool = new pg.Pool({ ...postgresConnection(url), query_timeout: answerTimeoutMs, max: MAX_CONNECTIONS, idleTimeoutMillis: IDLE });
  // A connection that breaks, idle or lent, is replaced at the next use; without listeners it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    createAdapter: () => new PostgresStoreAdapter(),
    createDriver: () => new PostgresDriver(pool),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}
