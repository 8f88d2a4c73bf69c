import type { OrderReference } from '@tsena/shared/checkout';
import { createDatabase, runSql } from '@tsena/testkit/postgres';
import { startWire, type Wire, withoutNotifications } from '@tsena/testkit/wire';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import { createNotifications, type Notifications, type PaymentNotification } from './notifications.ts';
import { newPaymentId } from './storage.ts';
import { openStore, type Store } from './store.ts';

interface Instance {
  readonly board: Notifications;
  readonly notices: PaymentNotification[];
  /** How often it began to hear. */
  readonly began: () => number;
}

describe('notices between instances', () => {
  let url: string;
  let wire: Wire;
  const stores: Store[] = [];
  const boards: Notifications[] = [];

  beforeEach(async () => {
    url = await createDatabase(inject('postgres'));
    wire = await startWire(url);
  });
  afterEach(async () => {
    await Promise.all(boards.splice(0).map((board) => board.stop()));
    await Promise.all(stores.splice(0).map((store) => store.close()));
    await wire.close();
  });

  async function instance(address = url): Promise<Instance> {
    const store = await openStore(address);
    const board = createNotifications({ url: address, store, log: createLog('silent') });
    const notices: PaymentNotification[] = [];
    let times = 0;
    board.start({
      onNotification: (notice) => notices.push(notice),
      onListening: () => {
        times += 1;
      },
    });
    stores.push(store);
    boards.push(board);
    return { board, notices, began: () => times };
  }

  const notice = (order: string): PaymentNotification => ({ id: newPaymentId(), order: order as OrderReference });

  it('arrive at the others, and not at whoever posted them', async () => {
    const [one, two] = [await instance(), await instance()];
    await vi.waitFor(() => expect([one.began(), two.began()]).toEqual([1, 1]));
    const posted = [notice('ORDER-1'), notice('an order with spaces, and an é')];
    for (const each of posted) one.board.post(each);
    await vi.waitFor(() => expect(two.notices).toEqual(posted));
    expect(one.notices).toEqual([]);
  });

  it('of one payment that changes quickly are gathered into one', async () => {
    const [one, two] = [await instance(), await instance()];
    await vi.waitFor(() => expect(two.began()).toBe(1));
    const busy = notice('ORDER-1');
    for (let times = 0; times < 100; times += 1) one.board.post(busy);
    const last = notice('ORDER-2');
    one.board.post(last);
    await vi.waitFor(() => expect(two.notices).toContainEqual(last));
    expect(two.notices).toEqual([busy, last]);
  });

  it('hold no number, name or amount', async () => {
    const client = await import('pg').then(({ default: pg }) => new pg.Client({ connectionString: url }));
    const heard: (string | undefined)[] = [];
    client.on('notification', ({ payload }) => heard.push(payload));
    await client.connect();
    await client.query('listen tsena_payments');
    const { board } = await instance();
    const posted = notice('ORDER-1');
    board.post(posted);
    await vi.waitFor(() => expect(heard.some((payload) => payload?.endsWith(` ${posted.id} ORDER-1`))).toBe(true));
    await client.end();
  });

  it('arrive again after the connection broke, and the instance is told that it may have missed some', async () => {
    const [cut, other] = [await instance(wire.url), await instance()];
    await vi.waitFor(() => expect(cut.board.isListening()).toBe(true));
    wire.cut();
    await vi.waitFor(() => expect(cut.board.isListening()).toBe(false));
    await vi.waitFor(() => expect(cut.began()).toBe(2), { timeout: 10_000 });
    const posted = notice('ORDER-1');
    other.board.post(posted);
    await vi.waitFor(() => expect(cut.notices).toEqual([posted]));
  });

  it('are known not to arrive where the connection works and nothing is heard on it', async () => {
    wire.rewrite(withoutNotifications);
    const behind = await instance(wire.url);
    const other = await instance();
    await vi.waitFor(async () => {
      const { rows } = await runSql(url, `select 1 from pg_stat_activity where query = 'listen tsena_payments'`);
      expect(rows).toHaveLength(1);
    }, 10_000);
    expect(behind.began()).toBe(0);
    expect(behind.board.isListening()).toBe(false);
    // It still tells the others.
    const posted = notice('ORDER-1');
    behind.board.post(posted);
    await vi.waitFor(() => expect(other.notices).toEqual([posted]));
  });

  it('that are left over are posted at the stop', async () => {
    const [one, two] = [await instance(), await instance()];
    await vi.waitFor(() => expect(two.began()).toBe(1));
    const posted = notice('ORDER-1');
    one.board.post(posted);
    await one.board.stop();
    await vi.waitFor(() => expect(two.notices).toEqual([posted]));
  });
});
