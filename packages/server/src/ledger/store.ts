import { Kysely, Migrator, type Transaction } from 'kysely';
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
    const { error } = await new Migrator({ db, provider: migrations }).migrateToLatest();
    if (error !== undefined) throw error;
    return { db, kind, close: () => db.destroy() };
  } catch (cause) {
    throw new StoreUnavailable(`the database cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
