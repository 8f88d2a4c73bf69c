import { renameSync, rmSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { startServe } from './support/process.ts';
import { startStack } from './support/stack.ts';
import { untilTestEnds } from './support/use.ts';

it('once the SQLite file is deleted, no payment begins, /readyz is 503, and the log names what is in progress', async () => {
  const stack = await untilTestEnds(startStack({ callbacks: false }));
  await stack.served.stop();
  const companion = startServe({ ...stack.env, LOG_LEVEL: 'error' });
  await companion.ready;
  const path = stack.env.DATABASE_URL?.slice('file:'.length) ?? '';
  expect((await stack.pay('ORDER-1')).status).toBe(201);
  expect((await stack.get('/readyz')).status).toBe(200);
  const [transaction] = stack.sandbox.transactions();

  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`);
  const { status, body } = await stack.pay('ORDER-2');
  expect([status, body]).toMatchObject([503, { code: 'storage_unavailable' }]);
  expect((await stack.get('/readyz')).status).toBe(503);
  expect(stack.sandbox.transactions()).toHaveLength(1);
  await vi.waitFor(() => {
    const lines = companion
      .stderr()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 50, order: 'ORDER-1', correlationId: transaction?.correlationId }),
    );
  });
  expect(companion.stderr().match(/ORDER-1/g)).toHaveLength(1);

  // What is in progress goes on as long as the process runs: the shop learns that it was paid.
  stack.sandbox.approve(transaction?.serverCorrelationId ?? '');
  await vi.waitFor(() => expect(stack.receiver.webhooks.map(({ event }) => event.type)).toEqual(['payment.completed']));
  await companion.end('SIGTERM');
  await stack.restart();
});

it('a SQLite file that another one has replaced is as lost as a deleted one', async () => {
  const stack = await untilTestEnds(startStack({ callbacks: false }));
  const path = stack.env.DATABASE_URL?.slice('file:'.length) ?? '';
  renameSync(path, `${path}.away`);
  expect((await stack.get('/readyz')).status).toBe(503);
  expect(
    (await stack.send('POST', '/v1/merchant/links', {}, { Authorization: `Bearer ${stack.env.MERCHANT_API_KEY}` }))
      .status,
  ).toBe(503);
  const page = await fetch(`${stack.served.url}/pay`, {
    method: 'POST',
    headers: { 'Accept-Language': 'en' },
    body: new URLSearchParams({ token: 'x' }),
  });
  expect([page.status, page.headers.get('Content-Type')]).toEqual([503, 'text/html; charset=utf-8']);
  renameSync(`${path}.away`, path);
  expect((await stack.get('/readyz')).status).toBe(200);
});
