import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { runSql } from '@tsena/testkit/postgres';
import { emptyDatabase, STORES, type TestDatabase } from '@tsena/testkit/stores';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../../test/support/cli.ts';
import { testEnvironment } from '../../test/support/stack.ts';
import { openStore } from './store.ts';

const REFUSAL =
  'the database cannot be opened: a newer version of Tsena Checkout has written to it (step 9999_from_a_newer_version), ' +
  'which this older version does not know. Nothing was changed. Run the newer version again; ' +
  'docs/operations.md says under Upgrades what else can be done.';

describe.each(STORES)('a database on %s that a newer version has migrated', (kind) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await emptyDatabase(kind);
    const store = await openStore(database.url);
    await sql`insert into kysely_migration (name, timestamp) values ('9999_from_a_newer_version', '2031-01-01')`.execute(store.db);
    await store.close();
  });
  afterEach(() => database.remove());

  /** The contents of the database, read without the code under test. */
  async function content(): Promise<unknown> {
    if (kind === 'sqlite') return readFileSync(database.url.slice('file:'.length));
    const rows = await runSql(database.url, 'select xmin::text, name, timestamp from kysely_migration order by name');
    const objects = await runSql(database.url, 'select oid::text, relname, relfilenode::text from pg_class order by oid');
    return [rows.rows, objects.rows];
  }

  it('is refused by an older version with an explanation, and not changed', async () => {
    const before = await content();
    await expect(openStore(database.url)).rejects.toThrow(REFUSAL);
    expect(await content()).toEqual(before);
  });

  it('makes `tsena serve` print the explanation and exit with 1', async () => {
    const env = { ...testEnvironment('http://127.0.0.1:1', 'http://127.0.0.1:1', tmpdir()), DATABASE_URL: database.url };
    const { code, stdout, stderr } = await runCli(['serve'], env);
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: `${REFUSAL}\n` });
  });
});
