import { closeSync, existsSync, openSync } from 'node:fs';
import type { PaymentId } from '@tsena/shared/checkout';
import { afterEach, expect, it, onTestFailed, vi } from 'vitest';
import * as z from 'zod/mini';
import { finish, settleNewest } from '../test/support/merchant.ts';
import { type CompanionProcess, startProcess } from '../test/support/process.ts';
import { startStack } from '../test/support/stack.ts';
import { useForEach } from '../test/support/use.ts';
import { findPayment } from './core/storage/reads.ts';

const stack = useForEach(startStack);

const started: CompanionProcess[] = [];
afterEach(async () => {
  for (const companion of started.splice(0)) {
    companion.kill('SIGTERM');
    await companion.ended;
  }
});

/** Ends the stack's companion, and starts one as a process at its address. */
async function startAsProcess(options?: Parameters<typeof startProcess>[2]): Promise<CompanionProcess> {
  await stack.served.stop();
  const companion = startProcess({ ...stack.env, LOG_LEVEL: 'info' }, undefined, options);
  started.push(companion);
  return companion;
}

const line = z.looseObject({
  msg: z.string(),
  requestId: z.optional(z.string()),
  payment: z.optional(z.string()),
  event: z.optional(z.string()),
  correlationId: z.optional(z.string()),
});

it('the log links a payment’s request, operator answer and webhook by its ids', async () => {
  const companion = await startAsProcess();
  await companion.ready;
  const { headers, body } = await stack.pay('ORDER-1');
  const { id } = body;
  await fetch(`${stack.env.PUBLIC_URL}/v1/payments`, {
    method: 'OPTIONS',
    headers: { Origin: 'https://shop.example' },
  });
  await fetch(`${stack.env.PUBLIC_URL}/pay/unknown`);
  const [transaction] = stack.sandbox.transactions();
  settleNewest(stack, 'approve');

  const lines = await vi.waitFor(() => {
    const read = companion
      .stderr()
      .trim()
      .split('\n')
      .map((text) => z.parse(line, JSON.parse(text)));
    expect(read.some(({ msg, payment }) => msg === 'webhook delivered' && payment === id)).toBe(true);
    return read;
  }, 10_000);
  const requestId = headers.get('X-Request-Id');
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'request', requestId, path: '/v1/payments', status: 201 }),
  );
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
  const { body } = await stack.pay('ORDER-1');
  await finish(stack, body.id, 'reject');
  const old = Date.now() - 8 * 24 * 60 * 60_000;
  const read = async () => findPayment(stack.served.companion.storage.store.db, body.id as PaymentId);
  // The callback makes one more check due, and that check needs the number.
  await vi.waitFor(async () => expect((await read())?.next_check_at).toBeNull());
  await stack.served.companion.storage.store.db.updateTable('payments').set({ final_at: old }).execute();

  await stack.restart();
  expect((await read())?.msisdn).toBe('0343500003');
  await stack.restart({ RETAIN_DAYS: '7' });
  await vi.waitFor(async () => expect((await read())?.msisdn).toBeNull());
});

async function serveAndStop(companion: CompanionProcess): Promise<void> {
  onTestFailed(() => companion.kill('SIGKILL'));
  await companion.ready;
  companion.child.stderr?.destroy();
  // Each request makes a log line that cannot be written.
  for (let time = 0; time < 5; time += 1) {
    const response = await fetch(`${stack.env.PUBLIC_URL}/healthz`, { signal: AbortSignal.timeout(10_000) });
    expect(response.status).toBe(200);
  }
  companion.kill('SIGTERM');
  expect(await companion.ended).toBe(0);
}

// On Linux's /dev/full, every write fails as on a full disk.
it.runIf(existsSync('/dev/full'))('the companion serves and stops while the disk for its log is full', async () => {
  const full = openSync('/dev/full', 'w');
  const companion = await startAsProcess({ stderr: full });
  closeSync(full);
  await serveAndStop(companion);
});

it('the companion serves and stops while no process reads its log', async () => {
  await serveAndStop(await startAsProcess());
});
