import Sqlite from 'better-sqlite3';
import { expect, it, vi } from 'vitest';
import { startStack } from '../../test/support/stack.ts';
import { untilTestEnds } from '../../test/support/use.ts';
import { StorageUnavailable } from '../database/storageFailure.ts';
import { createCallbackRetries } from './callbackRetries.ts';

const AT_ONCE = { timeoutMs: 30_000, waitMs: 0 };

it('a callback that finds the database locked is stored once it is free: the payment whose answer was lost completes', async () => {
  const stack = await untilTestEnds(startStack({ sandbox: { faults: [{ on: 'initiate', do: 'accept-then-reset' }] } }));
  const { body: payment } = await stack.pay('ORDER-1');
  expect(payment.status).toBe('unresolved');
  const other = new Sqlite(stack.env.DATABASE_URL?.slice('file:'.length));
  other.exec('begin immediate');
  const [transaction] = stack.sandbox.transactions();
  stack.sandbox.approve(transaction?.serverCorrelationId ?? '');
  // The callback could not be stored.
  await vi.waitFor(async () => expect((await stack.get('/readyz')).status).toBe(503), { timeout: 15_000 });
  other.exec('rollback');
  other.close();
  await stack.until(payment.id, 'completed');
});

it('callbacks with unknown secrets are 404 while the database is locked: none of them waits', async () => {
  const stack = await untilTestEnds(startStack());
  const other = new Sqlite(stack.env.DATABASE_URL?.slice('file:'.length));
  other.exec('begin immediate');
  const unknown = Array.from({ length: 300 }, (_, n) =>
    stack.send('PUT', `/v1/callbacks/${String(n).padStart(43, 'x')}`, {}),
  );
  const statuses = (await Promise.all(unknown)).map(({ status }) => status);
  other.exec('rollback');
  other.close();
  expect(statuses.filter((status) => status !== 404).filter((status) => status !== 503)).toEqual([]);
  expect(statuses.filter((status) => status === 404).length).toBeGreaterThanOrEqual(200);
});

it('callbacks above 200 that wait are refused at once, and those before them go on waiting', async () => {
  const retries = createCallbackRetries(new AbortController().signal, AT_ONCE);
  let isLocked = true;
  const store = async () => {
    if (isLocked) throw new StorageUnavailable('locked');
    return 'stored';
  };
  const waiting = Array.from({ length: 200 }, () => retries(store));
  await expect(retries(async () => expect.unreachable())).rejects.toThrow('too many callbacks wait');
  isLocked = false;
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['stored']));
  expect(await retries(store)).toBe('stored');
});

it('a callback waits no longer once the companion stops, and not after another failure than the storage’s', async () => {
  const stopping = new AbortController();
  const retries = createCallbackRetries(stopping.signal, AT_ONCE);
  const waiting = retries(async () => {
    throw new StorageUnavailable('locked');
  });
  stopping.abort();
  await expect(waiting).rejects.toThrow('locked');
  const broken = createCallbackRetries(new AbortController().signal, AT_ONCE);
  await expect(broken(() => Promise.reject(new TypeError('a fault of ours')))).rejects.toThrow('a fault of ours');
});
