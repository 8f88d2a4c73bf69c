import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, onTestFinished, vi } from 'vitest';
import { seedPayment } from '../../../test/support/seed.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import type { StoredPayment } from '../../database/schema.ts';
import { createLog } from '../../log/log.ts';
import { createRemoteChanges } from './remoteChanges.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';

const storages = useStorages('sqlite');
let subscriptions: Subscriptions;
let publish: MockInstance<Subscriptions['publish']>;
let broughtForward: PaymentId[];
let lines: string[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  subscriptions = createSubscriptions(() => 0);
  publish = vi.spyOn(subscriptions, 'publish');
  [broughtForward, lines] = [[], []];
});
afterEach(() => {
  vi.useRealTimers();
});
const published = () => publish.mock.calls.map(([{ id }]) => id);

/** Without notifications, as on SQLite. */
function startRemoteChanges(): void {
  const remote = createRemoteChanges({
    storage: storages.storage,
    subscriptions,
    watchers: { notify: () => undefined },
    log: createLog('warn', { write: (line: string) => lines.push(line) }),
    notifications: null,
    bringForward: ({ id }) => broughtForward.push(id),
    reloadSettings: async () => undefined,
  });
  onTestFinished(() => remote.stop());
  remote.start();
}

async function pass(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  // Lets reads that have begun end.
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
}

/** A payment whose page is open in this process. */
async function subscribed(order: string): Promise<PaymentId> {
  const values = { order_reference: order as OrderReference, status: 'pending' } as const;
  const id = await seedPayment(storages.storage.store, values);
  subscriptions.subscribe({ id, ...values } as StoredPayment, () => undefined);
  return id;
}

describe('the payments with subscribers', () => {
  it('are published with the others of their order, and all of them are checked sooner', async () => {
    const id = await subscribed('ORDER-1');
    const other = await seedPayment(storages.storage.store, {
      order_reference: 'ORDER-1' as OrderReference,
      attempt_number: 2,
    });
    startRemoteChanges();
    await pass(5000);
    expect(published().toSorted()).toEqual([id, other].toSorted());
    expect(broughtForward.toSorted()).toEqual([id, other].toSorted());
  });

  it('are read again after a read that failed, which the log shows', async () => {
    const id = await subscribed('ORDER-1');
    startRemoteChanges();
    const { db } = storages.storage.store;
    await sql`alter table payments rename to payments_away`.execute(db);
    await pass(5000);
    await sql`alter table payments_away rename to payments`.execute(db);
    expect(published()).toEqual([]);
    expect(lines).toEqual([expect.stringContaining('could not read the payments with subscribers again')]);
    await pass(5000);
    expect(published()).toEqual([id]);
  });
});
