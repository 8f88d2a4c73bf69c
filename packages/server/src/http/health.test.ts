import { serve } from '@tsena/testkit/serve';
import express from 'express';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testSettings } from '../../test/support/operatorFixture.ts';
import { untilTestEnds } from '../../test/support/use.ts';
import { openStore } from '../database/store.ts';
import { createLog } from '../log.ts';
import { healthRoutes } from './health.ts';
import { problemHandler } from './problem.ts';
import { serveRoutes } from './route.ts';

test('GET /readyz is 503 after a write has failed, until one succeeds', async () => {
  const store = await untilTestEnds(openStore('file::memory:'));
  const app = express().use(
    serveRoutes(healthRoutes, {
      storage: { store },
      stopping: new AbortController().signal,
      current: () => testSettings('https://operator.test'),
    }),
    problemHandler(createLog('silent')),
  );
  const { url } = await untilTestEnds(serve(app));
  const ask = async (path: string) => (await fetch(`${url}${path}`)).status;
  const writeOrders = () => store.write((db) => db.updateTable('orders').set({ amount: 1 }).execute());

  expect(await ask('/readyz')).toBe(200);
  await sql`pragma query_only = on`.execute(store.db);
  await expect(writeOrders()).rejects.toThrow(/readonly/);
  expect([await ask('/readyz'), await ask('/readyz'), await ask('/healthz')]).toEqual([503, 503, 200]);

  await sql`pragma query_only = off`.execute(store.db);
  expect(await ask('/readyz')).toBe(200);
});
