import { emptyDatabase, STORES } from '@tsena/testkit/stores';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { untilTestEnds } from '../../test/support/use.ts';
import { openStore } from '../database/store.ts';
import { readNewestBackup, recordBackup } from './backupRecords.ts';

describe.each(STORES)('the records of backups on %s', (kind) => {
  it('have the newest backup, and each once, also before an upgrade', async () => {
    const { url, remove } = await emptyDatabase(kind);
    onTestFinished(remove);
    const store = await untilTestEnds(openStore(url));
    expect(await readNewestBackup(store.db)).toBeNull();
    // As in a database that this version would migrate.
    await sql`delete from kysely_migration`.execute(store.db);
    await recordBackup(url, 2000);
    await recordBackup(url, 1000);
    await recordBackup(url, 2000);
    expect(await readNewestBackup(store.db)).toBe(2000);
    expect(await store.db.selectFrom('backups').selectAll().orderBy('recorded_at').execute()).toEqual([
      { recorded_at: 1000 },
      { recorded_at: 2000 },
    ]);
    expect((await sql`select name from kysely_migration`.execute(store.db)).rows).toEqual([]);
  });

  it('are not written where there is no database', async () => {
    const { url, remove } = await emptyDatabase(kind);
    await expect(recordBackup(url, 1000)).rejects.toThrow(/backups/);
    remove();
  });
});
