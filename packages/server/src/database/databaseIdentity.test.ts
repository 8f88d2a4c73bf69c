import { createDatabase, runSql } from '@tsena/testkit/postgres';
import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { untilTestEnds } from '../../test/support/use.ts';
import { readDatabaseIdentity } from './databaseIdentity.ts';
import { openStore, type Store } from './store.ts';

async function identityOf({ db }: Store): Promise<string | undefined> {
  const { rows } = await sql<{ identity: string }>`select ${await readDatabaseIdentity(db)} as identity`.execute(db);
  return rows[0]?.identity;
}

it('the identity of a database has its server, timeline, name and file of payments', async () => {
  const url = await createDatabase(inject('postgres'));
  const store = await untilTestEnds(openStore(url));
  const { rows } = await runSql(
    url,
    `select (select system_identifier::text from pg_control_system()) || '/00000001/'
       || (select oid from pg_database where datname = current_database()) || '/' || pg_relation_filenode('payments') as expected`,
  );
  expect(await identityOf(store)).toBe(rows[0].expected);
  expect(await identityOf(store)).toBe(rows[0].expected);
  await runSql(url, 'truncate payments cascade');
  expect(await identityOf(store)).not.toBe(rows[0].expected);
});
