import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { createSandbox } from '@tsena/sandbox';
import { type Payment, paymentSchema } from '@tsena/shared/checkout';
import { freePort } from '@tsena/testkit/port';
import express from 'express';
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { systemClock } from '../src/clock.ts';
import { type AssembledCompanion, assembleCompanion } from '../src/companion.ts';
import { createOrderTokens } from '../src/core/orders/orderToken.ts';
import { type Companion, createCompanion, type EventHandler, readSettings } from '../src/index.ts';
import { createLog } from '../src/log.ts';
import { PAYER, testEnvironment } from './support/stack.ts';
import { useForEach } from './support/use.ts';

describe('the companion in a host’s own Express app', () => {
  let folder: string;
  const sandbox = useForEach(createSandbox);
  let server: Server;
  let companion: AssembledCompanion;
  let port: number;
  beforeEach(async () => {
    folder = mkdtempSync(`${tmpdir()}/tsena-host-`);
    port = await freePort();
  });
  afterEach(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    await companion.stop();
    server.closeAllConnections();
    await closed;
    rmSync(folder, { recursive: true });
  });

  async function host(onEvent: EventHandler): Promise<Payment> {
    const { WEBHOOK_URL: _url, WEBHOOK_SECRET: _secret, ...rest } = testEnvironment(sandbox.url, 'http://unused.invalid', folder);
    const settings = readSettings({ ...rest, PUBLIC_URL: `http://127.0.0.1:${port}/pay` });
    companion = await assembleCompanion({ settings, onEvent, log: createLog('silent') });
    const app = express();
    app.get('/', (_request, response) => void response.send('the host’s own page'));
    app.use('/pay', companion.router);
    server = createServer(app);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    await companion.start();

    const orderToken = await createOrderTokens(settings.orderTokenSecrets, systemClock()).mint({ sub: 'ORDER-1', amount: '25000' }, 60);
    const body = JSON.stringify({ orderToken, msisdn: PAYER });
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`http://127.0.0.1:${port}/pay/v1/payments`, { method: 'POST', headers, body });
    expect(response.status).toBe(201);
    sandbox.approve(sandbox.transactions()[0]?.serverCorrelationId ?? '');
    return z.parse(paymentSchema, await response.json());
  }

  it('calls the host’s handler for each event, and leaves other routes to the host', async () => {
    const events: string[] = [];
    const { id } = await host(async (event) => {
      events.push(`${event.type} ${event.data.id}`);
    });
    await vi.waitFor(() => expect(events).toEqual([`payment.completed ${id}`]), 10_000);
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('the host’s own page');
    expect(sandbox.transactions()[0]?.callbackUrl).toMatch(new RegExp(`^http://127.0.0.1:${port}/pay/v1/callbacks/`));
  });
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
