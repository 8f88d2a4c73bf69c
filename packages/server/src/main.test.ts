import { closeSync, existsSync, openSync } from 'node:fs';
import type { PaymentId } from '@tsena/shared/checkout';
import { freePort } from '@tsena/testkit/port';
import { afterEach, expect, it, onTestFailed, vi } from 'vitest';
import * as z from 'zod/mini';
import { type CompanionProcess, startProcess } from '../test/support/process.ts';
import { PAYER, type Stack, startStack } from '../test/support/stack.ts';
import { systemClock } from './clock.ts';
import { readSettings } from './config/readSettings.ts';
import { createOrderTokens } from './core/orders/orderToken.ts';
import { findPayment } from './core/storage/reads.ts';

let stack: Stack;
let companion: CompanionProcess | undefined;
afterEach(async () => {
  companion?.kill('SIGTERM');
  await companion?.ended;
  companion = undefined;
  await stack.close();
});

const line = z.looseObject({
  msg: z.string(),
  requestId: z.optional(z.string()),
  payment: z.optional(z.string()),
  event: z.optional(z.string()),
  correlationId: z.optional(z.string()),
});

it('the log links a payment’s request, operator answer and webhook by its ids', async () => {
  stack = await startStack();
  await stack.served.stop();
  const port = String(await freePort());
  const env = { ...stack.env, PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, LOG_LEVEL: 'info' };
  companion = startProcess(env);
  await companion.ready;

  const orderToken = await createOrderTokens(readSettings(env).orderTokenSecrets, systemClock()).mint(
    { sub: 'ORDER-1', amount: '25000' },
    60,
  );
  const body = JSON.stringify({ orderToken, msisdn: PAYER });
  const response = await fetch(`http://127.0.0.1:${port}/v1/payments`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  const { id } = z.parse(z.looseObject({ id: z.string() }), await response.json());
  await fetch(`http://127.0.0.1:${port}/v1/payments`, { method: 'OPTIONS', headers: { Origin: 'https://shop.example' } });
  await fetch(`http://127.0.0.1:${port}/pay/unknown`);
  const [transaction] = stack.sandbox.transactions();
  stack.sandbox.approve(transaction?.serverCorrelationId ?? '');

  const lines = await vi.waitFor(() => {
    const read = (companion?.stderr() ?? '')
      .trim()
      .split('\n')
      .map((text) => z.parse(line, JSON.parse(text)));
    expect(read.some(({ msg, payment }) => msg === 'webhook delivered' && payment === id)).toBe(true);
    return read;
  }, 10_000);
  const requestId = response.headers.get('X-Request-Id');
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'request', requestId, path: '/v1/payments', status: 201 }));
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'request', method: 'OPTIONS', path: '/v1/payments' }));
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'request', path: '/pay/unknown', status: 404 }));
  expect(lines.filter(({ payment }) => payment === id).map(({ event, msg }) => event ?? msg)).toEqual(
    expect.arrayContaining(['created', 'sending', 'accepted', 'completed', 'webhook delivered']),
  );
  const created = lines.find(({ event }) => event === 'created');
  expect(created).toMatchObject({ requestId, payment: id });
  expect(created?.correlationId).toBe(transaction?.correlationId);
});

it('the companion erases payers’ numbers after RETAIN_DAYS when it starts', async () => {
  stack = await startStack();
  const { body } = await stack.pay('ORDER-1');
  stack.sandbox.reject(stack.sandbox.transactions()[0]?.serverCorrelationId ?? '');
  await stack.until(body.id, 'failed');
  const old = Date.now() - 8 * 24 * 60 * 60_000;
  const read = async () => findPayment(stack.served.companion.storage.store.db, body.id as PaymentId);
  await stack.served.companion.storage.store.db.updateTable('payments').set({ final_at: old }).execute();

  await stack.restart();
  expect((await read())?.msisdn).toBe('0343500003');
  await stack.restart({ RETAIN_DAYS: '7' });
  await vi.waitFor(async () => expect((await read())?.msisdn).toBeNull());
});

async function serveAndStop(started: CompanionProcess, port: string): Promise<void> {
  companion = started;
  await companion.ready;
  companion.child.stderr?.destroy();
  // Each request makes a log line that cannot be written.
  for (let time = 0; time < 5; time += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(10_000) });
    expect(response.status).toBe(200);
  }
  onTestFailed(() => started.kill('SIGKILL'));
  companion.kill('SIGTERM');
  expect(await companion.ended).toBe(0);
}

// On Linux's /dev/full, every write fails as on a full disk.
it.runIf(existsSync('/dev/full'))('the companion serves and stops while the disk for its log is full', async () => {
  stack = await startStack();
  await stack.served.stop();
  const port = String(await freePort());
  const full = openSync('/dev/full', 'w');
  const started = startProcess({ ...stack.env, PORT: port, LOG_LEVEL: 'info' }, undefined, { stderr: full });
  closeSync(full);
  await serveAndStop(started, port);
});

it('the companion serves and stops while no process reads its log', async () => {
  stack = await startStack();
  await stack.served.stop();
  const port = String(await freePort());
  await serveAndStop(startProcess({ ...stack.env, PORT: port, LOG_LEVEL: 'info' }), port);
});
