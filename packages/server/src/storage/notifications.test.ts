import { EventEmitter } from 'node:events';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import { createDatabase, runSql } from '@tsena/testkit/postgres';
import { startWire, type Wire, withoutNotifications } from '@tsena/testkit/wire';
import { type CompiledQuery, DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import { createNotifications, type Notifications, type PaymentNotification } from './notifications.ts';
import type { Schema } from './schema.ts';
import { newPaymentId } from './storage.ts';
import { openStore, type Store } from './store.ts';

interface Instance {
  readonly notifications: Notifications;
  readonly received: PaymentNotification[];
  /** How often it began to listen. */
  readonly began: () => number;
}

describe('notifications between instances', () => {
  let url: string;
  let wire: Wire;
  const stores: Store[] = [];
  const notifiers: Notifications[] = [];

  beforeEach(async () => {
    url = await createDatabase(inject('postgres'));
    wire = await startWire(url);
  });
  afterEach(async () => {
    await Promise.all(notifiers.splice(0).map((notifications) => notifications.stop()));
    await Promise.all(stores.splice(0).map((store) => store.close()));
    await wire.close();
  });

  async function instance(address = url): Promise<Instance> {
    const store = await openStore(address);
    if (store.connect === null) throw new TypeError('The store has no connections.');
    const notifications = createNotifications({ connect: store.connect, store, log: createLog('silent') });
    const received: PaymentNotification[] = [];
    let count = 0;
    notifications.start({
      onNotification: (notification) => received.push(notification),
      onListening: () => {
        count += 1;
      },
    });
    stores.push(store);
    notifiers.push(notifications);
    return { notifications, received, began: () => count };
  }

  const notification = (order: string): PaymentNotification => ({ id: newPaymentId(), order: order as OrderReference });

  it('arrive at the other instances, and not at the one that posted them', async () => {
    const [one, two] = [await instance(), await instance()];
    await vi.waitFor(() => expect([one.began(), two.began()]).toEqual([1, 1]));
    const posted = [notification('ORDER-1'), notification('an order with spaces, and an é')];
    for (const each of posted) one.notifications.post(each);
    await vi.waitFor(() => expect(two.received).toEqual(posted));
    expect(one.received).toEqual([]);
  });

  it('of one payment that changes quickly are sent once', async () => {
    const [one, two] = [await instance(), await instance()];
    await vi.waitFor(() => expect(two.began()).toBe(1));
    const busy = notification('ORDER-1');
    for (let post = 0; post < 100; post += 1) one.notifications.post(busy);
    const last = notification('ORDER-2');
    one.notifications.post(last);
    await vi.waitFor(() => expect(two.received).toContainEqual(last));
    expect(two.received).toEqual([busy, last]);
  });

  it('contain no phone number, name or amount', async () => {
    const client = await import('pg').then(({ default: pg }) => new pg.Client({ connectionString: url }));
    const payloads: (string | undefined)[] = [];
    client.on('notification', ({ payload }) => payloads.push(payload));
    await client.connect();
    await client.query('listen tsena_payments');
    const { notifications } = await instance();
    const posted = notification('ORDER-1');
    notifications.post(posted);
    await vi.waitFor(() => expect(payloads.some((payload) => payload?.endsWith(` ${posted.id} ORDER-1`))).toBe(true));
    await client.end();
  });

  it('arrive again after the connection broke, and some may have been missed', async () => {
    const [cut, other] = [await instance(wire.url), await instance()];
    await vi.waitFor(() => expect(cut.notifications.isListening()).toBe(true));
    wire.cut();
    await vi.waitFor(() => expect(cut.notifications.isListening()).toBe(false));
    await vi.waitFor(() => expect(cut.began()).toBe(2), { timeout: 10_000 });
    const posted = notification('ORDER-1');
    other.notifications.post(posted);
    await vi.waitFor(() => expect(cut.received).toEqual([posted]));
  });

  it('are reported as not arriving when the connection passes none on', async () => {
    wire.rewrite(withoutNotifications);
    const behind = await instance(wire.url);
    const other = await instance();
    await vi.waitFor(() => expect(other.began()).toBe(1));
    await vi.waitFor(async () => {
      const { rows } = await runSql(url, `select 1 from pg_stat_activity where query = 'listen tsena_payments'`);
      expect(rows).toHaveLength(1);
    }, 10_000);
    expect(behind.began()).toBe(0);
    expect(behind.notifications.isListening()).toBe(false);
    // It still notifies the others.
    const posted = notification('ORDER-1');
    behind.notifications.post(posted);
    await vi.waitFor(() => expect(other.received).toEqual([posted]));
  });

  it('that are waiting are sent at the stop', async () => {
    const [one, two] = [await instance(), await instance()];
    await vi.waitFor(() => expect(two.began()).toBe(1));
    const posted = notification('ORDER-1');
    one.notifications.post(posted);
    await one.notifications.stop();
    await vi.waitFor(() => expect(two.received).toEqual([posted]));
  });
});

/** A connection to listen on, whose events the test causes. */
class TestClient extends EventEmitter {
  readonly queries: string[] = [];
  ends = 0;
  failsTo: 'connect' | undefined;

  async connect(): Promise<void> {
    if (this.failsTo === 'connect') throw new Error('refused');
  }
  async query(text: string): Promise<void> {
    this.queries.push(text);
  }
  async end(): Promise<void> {
    this.ends += 1;
  }
}

describe('the connection that listens', () => {
  const SECOND = 1000;
  let clients: TestClient[];
  let sent: string[][];
  let lines: { msg: string; reason?: string; retryInMs?: number; notifications?: number }[];
  let isDatabaseGone: boolean;
  let nextFailsTo: TestClient['failsTo'];
  let received: PaymentNotification[];
  let began: number;
  let notifications: Notifications;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(Math, 'random').mockReturnValue(1);
    [clients, sent, lines, received, began] = [[], [], [], [], 0];
    isDatabaseGone = false;
    nextFailsTo = undefined;
    notifications = createNotifications({
      connect: () => {
        const client = new TestClient();
        client.failsTo = nextFailsTo;
        clients.push(client);
        return client as unknown as Client;
      },
      store: { db: recordingDatabase() } as unknown as Store,
      log: createLog('warn', { write: (line: string) => lines.push(JSON.parse(line)) }),
    });
  });
  afterEach(async () => {
    await notifications.stop();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  /** A database that keeps the texts of pg_notify. */
  function recordingDatabase(): Kysely<Schema> {
    const connection = {
      async executeQuery({ parameters }: CompiledQuery) {
        if (isDatabaseGone) throw new Error('the connection was reset');
        expect(parameters[0]).toBe('tsena_payments');
        sent.push([...(parameters[1] as string[])]);
        return { rows: [] };
      },
      streamQuery: () => expect.unreachable(),
    };
    return new Kysely<Schema>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
        createDriver: () => Object.assign(new DummyDriver(), { acquireConnection: async () => connection }),
      },
    });
  }

  const client = () => clients.at(-1) ?? expect.unreachable();
  const pings = () => sent.flat().filter((text) => text.split(' ')[1] === 'ping');
  const posts = () => sent.filter(([text]) => text?.split(' ')[1] !== 'ping');
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const change = (index: number): PaymentNotification => ({ id: `pay_${index}` as PaymentId, order: `ORDER ${index}` as OrderReference });

  /** The database passes the last ping on. */
  const pong = () => client().emit('notification', { channel: 'tsena_payments', payload: pings().at(-1) });

  async function begin(): Promise<void> {
    notifications.start({
      onNotification: (notification) => received.push(notification),
      onListening: () => {
        began += 1;
      },
    });
    await pass(0);
  }
  async function listening(): Promise<void> {
    await begin();
    pong();
  }

  it('is replaced at once if notifications stop to arrive', async () => {
    await listening();
    await pass(23 * SECOND);
    expect([notifications.isListening(), client().ends]).toEqual([false, 1]);
    expect(lines).toMatchObject([{ reason: 'broken', retryInMs: 250 }]);
    await pass(250);
    pong();
    expect([clients.length, notifications.isListening(), began]).toEqual([2, true, 2]);
  });

  it('that breaks is replaced later and later, after at most ten seconds', async () => {
    nextFailsTo = 'connect';
    await begin();
    for (let round = 0; round < 7; round += 1) await pass(lines.at(-1)?.retryInMs ?? 0);
    expect(lines.map(({ retryInMs }) => retryInMs)).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
    nextFailsTo = undefined;
    await pass(10_000);
    pong();
    client().emit('end');
    expect(lines.at(-1)?.retryInMs).toBe(250);
  });

  it('posts later changes after one could not be posted, which the log shows', async () => {
    await listening();
    isDatabaseGone = true;
    notifications.post(change(1));
    notifications.post(change(2));
    await pass(10);
    expect(lines).toMatchObject([{ notifications: 2, msg: 'other instances could not be notified of changes; they read them later' }]);
    isDatabaseGone = false;
    notifications.post(change(3));
    await pass(10);
    expect(posts()).toHaveLength(1);
  });
});
