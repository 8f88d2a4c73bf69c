import { type Kysely as Database, Kysely, Migrator, sql, type Transaction } from 'kysely';
import { StoreUnavailable } from './failure.ts';
import { migrations } from './migrations.ts';
import { postgresDialect } from './postgres.ts';
import type { Schema } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';

/** An open ledger database. */
export interface Store {
  readonly db: Kysely<Schema>;
  readonly kind: 'sqlite' | 'postgres';
  close(): Promise<void>;
}

/** A transaction on the ledger. */
export type Work = Transaction<Schema>;

/** Any number that nothing else in the database locks under. */
const MIGRATION_LOCK = 7_306_514;

/**
 * Opens the ledger and brings it up to date.
 *
 * @param url `file:./data/tsena.db`, `file::memory:` or `postgres://…`
 * @throws StoreUnavailable if it cannot be opened or migrated
 */
export async function openStore(url: string): Promise<Store> {
  const kind = url.startsWith('file:') ? 'sqlite' : 'postgres';
  try {
    const dialect = kind === 'sqlite' ? sqliteDialect(url.slice('file:'.length)) : postgresDialect(url);
    const db = new Kysely<Schema>({ dialect });
    await migrate(db, kind);
    return { db, kind, close: () => db.destroy() };
  } catch (cause) {
    throw new StoreUnavailable(`the database cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** Migrates in one transaction, one process at a time: of several that start at once the others wait, and find it done. */
async function migrate(db: Database<Schema>, kind: Store['kind']): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql.raw(kind === 'sqlite' ? 'begin immediate' : 'begin').execute(connection);
    try {
      if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(connection);
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
