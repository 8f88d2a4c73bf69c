import { readFileSync } from 'node:fs';
import { runSql } from '@tsena/testkit/postgres';
import { emptyDatabase, STORES } from '@tsena/testkit/stores';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from './store.ts';

describe.each(STORES)('a database on %s', (kind) => {
  /** The contents of the database, read without the code under test. */
  async function contentOf(url: string): Promise<unknown> {
    if (kind === 'sqlite') return readFileSync(url.slice('file:'.length));
    const rows = await runSql(url, 'select xmin::text, name, timestamp from kysely_migration order by name');
    const objects = await runSql(url, 'select oid::text, relname, relfilenode::text from pg_class order by oid');
    return [rows.rows, objects.rows];
  }

  it.each([
    [
      'that a newer version has migrated',
      ['0001_tables_with_shop_failure', '9999_from_a_newer_version'],
      'the database cannot be opened: a newer version of Tsena Checkout has written to it (step 9999_from_a_newer_version), ' +
        'which this older version does not know. Nothing was changed. Run the newer version again; ' +
        'docs/operations.md says under Upgrades what else can be done.',
    ],
    [
      'from before the first release',
      ['0001_first', '0002_settings_and_audit'],
      'the database cannot be opened: a version from before the first release of Tsena Checkout created it, and this ' +
        'version cannot use its tables. Nothing was changed. Set DATABASE_URL to an empty database, or move the file of this one away.',
    ],
  ])('%s is refused with an explanation, and not changed', async (_which, names, message) => {
    const { url, remove } = await emptyDatabase(kind);
    onTestFinished(remove);
    const store = await openStore(url);
    await sql`delete from kysely_migration`.execute(store.db);
    for (const name of names)
      await sql`insert into kysely_migration (name, timestamp) values (${name}, '2031-01-01')`.execute(store.db);
    await store.close();
    const before = await contentOf(url);
    await expect(openStore(url)).rejects.toThrow(message);
    expect(await contentOf(url)).toEqual(before);
  });
});
