import { serve } from '@tsena/testkit/serve';
import { emptyDatabase } from '@tsena/testkit/stores';
import Sqlite from 'better-sqlite3';
import express from 'express';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { testSettings } from '../../test/support/operatorFixture.ts';
import { untilTestEnds } from '../../test/support/use.ts';
import { createFileCheck } from '../database/fileCheck.ts';
import { openStore, type Store } from '../database/store.ts';
import { createLog } from '../log/log.ts';
import { healthRoutes } from './health.ts';
import { problemHandler } from './kit/problem.ts';
import { serveRoutes } from './kit/route.ts';

/** Asks the health routes of a companion on this store. */
async function serveHealth(store: Store): Promise<(path: string) => Promise<number>> {
  const app = express().use(
    serveRoutes(healthRoutes, {
      storage: { store },
      databaseFile: createFileCheck(store, createLog('silent')),
      stopping: new AbortController().signal,
      current: () => testSettings('https://operator.test'),
      installationId: 'b3BlbiBzZXNhbWU',
    }),
    problemHandler(createLog('silent')),
  );
  const { url } = await untilTestEnds(serve(app));
  return async (path) => (await fetch(`${url}${path}`)).status;
}

test('GET /readyz is 503 after a write has failed, until one succeeds', async () => {
  const store = await untilTestEnds(openStore('file::memory:'));
  const ask = await serveHealth(store);
  const writeOrders = () => store.write((db) => db.updateTable('orders').set({ amount: 1 }).execute());

  expect(await ask('/readyz')).toBe(200);
  await sql`pragma query_only = on`.execute(store.db);
  await expect(writeOrders()).rejects.toThrow(/readonly/);
  expect([await ask('/readyz'), await ask('/readyz'), await ask('/healthz')]).toEqual([503, 503, 200]);

  await sql`pragma query_only = off`.execute(store.db);
  expect(await ask('/readyz')).toBe(200);
});

test('GET /readyz is 503 while only the events are locked on PostgreSQL, before any write has failed', async () => {
  const { url } = await emptyDatabase('postgres');
  const ask = await serveHealth(await untilTestEnds(openStore(url)));
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query('begin');
  await other.query('lock table events in exclusive mode');
  expect(await Promise.all([ask('/readyz'), ask('/readyz')])).toEqual([503, 503]);
  await other.query('rollback');
  await other.end();
  expect(await ask('/readyz')).toBe(200);
});

test('GET /readyz is 503 while another process has locked the SQLite file, before any write has failed', async () => {
  const { url, remove } = await emptyDatabase('sqlite');
  onTestFinished(remove);
  const ask = await serveHealth(await untilTestEnds(openStore(url)));
  const other = new Sqlite(url.slice('file:'.length));
  other.exec('begin immediate');
  expect(await ask('/readyz')).toBe(503);
  other.exec('rollback').close();
  expect(await ask('/readyz')).toBe(200);
});
