import { readFileSync } from 'node:fs';
import { runSql } from '@tsena/testkit/postgres';
import { emptyDatabase, STORES } from '@tsena/testkit/stores';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from './store.ts';

describe.each(STORES)('a database on %s that a newer version has migrated', (kind) => {
  /** The contents of the database, read without the code under test. */
  async function contentOf(url: string): Promise<unknown> {
    if (kind === 'sqlite') return readFileSync(url.slice('file:'.length));
    const rows = await runSql(url, 'select xmin::text, name, timestamp from kysely_migration order by name');
    const objects = await runSql(url, 'select oid::text, relname, relfilenode::text from pg_class order by oid');
    return [rows.rows, objects.rows];
  }

  it('is refused by an older version with an explanation, and not changed', async () => {
    const { url, remove } = await emptyDatabase(kind);
    onTestFinished(remove);
    const store = await openStore(url);
    await sql`insert into kysely_migration (name, timestamp) values ('9999_from_a_newer_version', '2031-01-01')`.execute(
      store.db,
    );
    await store.close();
    const before = await contentOf(url);
    await expect(openStore(url)).rejects.toThrow(
      'the database cannot be opened: a newer version of Tsena Checkout has written to it (step 9999_from_a_newer_version), ' +
        'which this older version does not know. Nothing was changed. Run the newer version again; ' +
        'docs/operations.md says under Upgrades what else can be done.',
    );
    expect(await contentOf(url)).toEqual(before);
  });
});
