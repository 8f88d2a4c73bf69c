import { Kysely } from 'kysely';
import type { Reader } from '../core/storage/reads.ts';
import type { Schema } from '../database/schema.ts';
import { sqliteDialect } from '../database/sqlite.ts';

/**
 * Records that a backup of a database is complete. Runs no migration, because a backup comes before an upgrade, while
 * the companion of the version before still runs.
 *
 * @param databaseUrl as the setting DATABASE_URL
 * @param at ms since 1970
 */
export async function recordBackup(databaseUrl: string, at: number): Promise<void> {
  const dialect = databaseUrl.startsWith('file:')
    ? sqliteDialect(databaseUrl.slice('file:'.length))
    : // Only where it is needed: `pg` takes long to load.
      (await import('../database/postgres.ts')).postgresDialect(databaseUrl);
  const db = new Kysely<Schema>({ dialect });
  try {
    await db
      .insertInto('backups')
      .values({ recorded_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } finally {
    await db.destroy();
  }
}

/** When the newest recorded backup was complete, ms since 1970; null if none is recorded. */
export async function readNewestBackup(db: Reader): Promise<number | null> {
  const row = await db
    .selectFrom('backups')
    .select('recorded_at')
    .orderBy('recorded_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.recorded_at ?? null;
}
