import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from './schema.ts';
import { isNotPermitted } from './storageFailure.ts';

/**
 * Parts that together differ between two PostgreSQL databases, and between a database before and after a restore. A new
 * server has another system identifier; a server restored from its archive or promoted from a standby has another
 * timeline; a new database has another oid; a table that was created again or truncated has another file.
 */
const PARTS = [
  sql<string>`(select system_identifier::text from pg_control_system())`,
  sql<string>`substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)`,
  sql<string>`(select oid::text from pg_database where datname = current_database())`,
  sql<string>`pg_relation_filenode('payments')::text`,
] as const;

/**
 * Builds an expression for the identity of a PostgreSQL database at the moment when a statement runs. It leaves out a
 * part that a managed server does not permit to read.
 */
export async function readDatabaseIdentity(db: Kysely<Schema>): Promise<RawBuilder<string>> {
  const parts: RawBuilder<string>[] = [];
  for (const part of PARTS) parts.push((await mayRead(db, part)) ? part : sql<string>`'-'`);
  return sql<string>`concat_ws('/', ${sql.join(parts)})`;
}

async function mayRead(db: Kysely<Schema>, part: RawBuilder<string>): Promise<boolean> {
  try {
    await sql`select ${part}`.execute(db);
    return true;
  } catch (error) {
    if (isNotPermitted(error)) return false;
    throw error;
  }
}
