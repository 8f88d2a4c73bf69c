import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { seedPayment } from '../../../test/support/seed.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import type { NotificationHandlers, Notifications, PaymentNotification } from '../../database/notifications.ts';
import type { StoredPayment } from '../../database/schema.ts';
import { createLog } from '../../log.ts';
import { createRemoteChanges, type RemoteChanges } from './remoteChanges.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';

/** Notifications that the test delivers. */
interface TestNotifications extends Notifications {
  handlers: NotificationHandlers | undefined;
  listening: boolean;
  stops: number;
  readonly posted: PaymentNotification[];
}

function testNotifications(): TestNotifications {
  return {
    handlers: undefined,
    listening: true,
    stops: 0,
    posted: [],
    start(handlers) {
      this.handlers = handlers;
    },
    post(notification) {
      this.posted.push(notification);
    },
    isListening() {
      return this.listening;
    },
    async stop() {
      this.stops += 1;
    },
  };
}

const storages = useStorages('sqlite');
let subscriptions: Subscriptions;
let published: PaymentId[];
let broughtForward: PaymentId[];
let watched: (PaymentId | null)[];
let lines: string[];
let reloads: number;
const running: RemoteChanges[] = [];
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const local = createSubscriptions(() => 0);
  published = [];
  broughtForward = [];
  watched = [];
  lines = [];
  reloads = 0;
  subscriptions = {
    ...local,
    publish(payment) {
      published.push(payment.id);
      local.publish(payment);
    },
  };
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((remote) => remote.stop()));
  vi.useRealTimers();
});

function remoteChanges(notifications: Notifications | null): RemoteChanges {
  const remote = createRemoteChanges({
    storage: storages.storage,
    subscriptions,
    watchers: { notify: (id) => watched.push(id) },
    log: createLog('warn', { write: (line: string) => lines.push(line) }),
    notifications,
    bringForward: ({ id }) => broughtForward.push(id),
    reloadSettings: async () => {
      reloads += 1;
    },
  });
  running.push(remote);
  return remote;
}

/** Lets reads that have begun end. */
async function readsEnd(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
}

async function pass(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  await readsEnd();
}

const seed = (order: string) => seedPayment(storages.storage.store, { order_reference: order as OrderReference, status: 'pending' });
const stored = (id: PaymentId, order: string) => ({ id, order_reference: order, status: 'pending' }) as StoredPayment;

/** A payment whose page is open in this process. */
async function subscribed(order: string): Promise<PaymentId> {
  const id = await seed(order);
  subscriptions.subscribe(stored(id, order), () => undefined);
  return id;
}

describe('the payments with subscribers', () => {
  it('are published with the others of their order, and alone are checked sooner', async () => {
    const id = await subscribed('ORDER-1');
    const other = await seedPayment(storages.storage.store, { order_reference: 'ORDER-1' as OrderReference, attempt_number: 2 });
    remoteChanges(null).start();
    await pass(5000);
    expect(published.toSorted()).toEqual([id, other].toSorted());
    expect(broughtForward).toEqual([id]);
  });

  it('are read again after a read that failed, which the log shows', async () => {
    const id = await subscribed('ORDER-1');
    remoteChanges(null).start();
    const { db } = storages.storage.store;
    await sql`alter table payments rename to payments_away`.execute(db);
    await pass(5000);
    await sql`alter table payments_away rename to payments`.execute(db);
    expect(published).toEqual([]);
    expect(lines).toEqual([expect.stringContaining('could not read the payments with subscribers again')]);
    await pass(5000);
    expect(published).toEqual([id]);
  });
});

describe('a change of another instance', () => {
  it('is published to the subscribers of its order, and the watchers learn of it', async () => {
    const id = await subscribed('ORDER-1');
    const notifications = testNotifications();
    remoteChanges(notifications).start();
    notifications.handlers?.onNotification({ id, order: 'ORDER-1' as OrderReference });
    await readsEnd();
    expect([published, watched]).toEqual([[id], [id]]);
    expect(broughtForward).toEqual([]);
  });

  it('of the settings is read at once, and the watchers learn of it', () => {
    const notifications = testNotifications();
    remoteChanges(notifications).start();
    notifications.handlers?.onSettings();
    expect([reloads, watched]).toEqual([1, [null]]);
  });
});
