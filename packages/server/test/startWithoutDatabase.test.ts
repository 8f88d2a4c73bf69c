import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyDatabase } from '@tsena/testkit/stores';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../src/storage/store.ts';
import { runCli } from './support/cli.ts';
import { testEnvironment } from './support/stack.ts';

it('`tsena serve` says in one line that the database went away between its opening and the start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tsena-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { url } = await emptyDatabase('postgres');
  const { db, close } = await openStore(url);
  // The first statement that writes to the payments fails as on a full disk.
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'no space left' using errcode = '53100'; end $$`.execute(
    db,
  );
  await sql`create trigger fail before update on payments for each statement execute function fail()`.execute(db);
  await close();

  const run = await runCli(['serve'], {
    ...testEnvironment('http://127.0.0.1:9', 'http://127.0.0.1:9', folder),
    DATABASE_URL: url,
    PORT: '0',
    LOG_LEVEL: 'fatal',
  });
  expect([run.code, run.stdout, run.stderr]).toEqual([1, '', 'the database cannot be opened: no space left\n']);
});
