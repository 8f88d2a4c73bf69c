import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { paymentSchema } from '@tsena/shared/checkout';
import { expect, expectTypeOf, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { type Companion, createCompanion, readSettings } from '../src/index.ts';
import { createLog } from '../src/log.ts';
import { startHost } from './support/host.ts';
import { testEnvironment } from './support/stack.ts';
import { untilTestEnds } from './support/use.ts';

it('the companion in a host’s app calls its handler for each event, and leaves other routes to it', async () => {
  const events: string[] = [];
  const host = await untilTestEnds(
    startHost({
      mountPath: '/pay',
      before: (app) => void app.get('/', (_request, response) => void response.send('the host’s own page')),
      onEvent: async (event) => void events.push(`${event.type} ${event.data.id}`),
    }),
  );
  const response = await host.pay('ORDER-1');
  expect(response.status).toBe(201);
  const { id } = z.parse(paymentSchema, await response.json());
  host.sandbox.approve(host.sandbox.transactions()[0]?.serverCorrelationId ?? '');
  await vi.waitFor(() => expect(events).toEqual([`payment.completed ${id}`]), 10_000);
  expect(await (await fetch(`${host.url}/`)).text()).toBe('the host’s own page');
  expect(host.sandbox.transactions()[0]?.callbackUrl).toMatch(new RegExp(`^${host.companionUrl}/v1/callbacks/`));
});

it('createCompanion returns router, metrics, start and stop, and no internals', async () => {
  const folder = mkdtempSync(`${tmpdir()}/tsena-host-`);
  const { WEBHOOK_URL: _url, WEBHOOK_SECRET: _secret, ...env } = testEnvironment('http://127.0.0.1:1', 'http://unused.invalid', folder);
  const companion = await createCompanion({ settings: readSettings(env), log: createLog('silent') });
  await companion.stop();
  rmSync(folder, { recursive: true });
  expect(Object.keys(companion).sort()).toEqual(['metrics', 'router', 'start', 'stop']);
  expectTypeOf<keyof Companion>().toEqualTypeOf<'metrics' | 'router' | 'start' | 'stop'>();
});
