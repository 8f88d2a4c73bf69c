import type { OrderReference } from '@tsena/shared/checkout';
import { createDatabase, runSql } from '@tsena/testkit/postgres';
import { startWire, withoutNotifications } from '@tsena/testkit/wire';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { untilTestEnds, useForEach } from '../../test/support/use.ts';
import { newPaymentId } from '../core/storage/storage.ts';
import { createLog } from '../log/log.ts';
import { createNotifications, type PaymentNotification } from './notifications.ts';
import { openStore } from './store.ts';

describe('notifications between instances', () => {
  const wire = useForEach(async () => {
    const url = await createDatabase(inject('postgres'));
    return Object.assign(await startWire(url), { direct: url });
  });

  async function instance(address = wire.direct) {
    const store = await untilTestEnds(openStore(address));
    if (store.connect === null) throw new TypeError('The store has no connections.');
    const notifications = createNotifications({ connect: store.connect, store, log: createLog('silent') });
    onTestFinished(() => notifications.stop());
    const received: PaymentNotification[] = [];
    let count = 0;
    notifications.start({
      onNotification: (notification) => received.push(notification),
      onSettings: () => undefined,
      onListening: () => {
        count += 1;
      },
    });
    /** How often it began to listen. */
    const began = () => count;
    return { notifications, received, began };
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

  it('contain no phone number, name or amount', async () => {
    const client = await import('pg').then(({ default: pg }) => new pg.Client({ connectionString: wire.direct }));
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
      const { rows } = await runSql(
        wire.direct,
        `select 1 from pg_stat_activity where query = 'listen tsena_payments' and datname = current_database()`,
      );
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
