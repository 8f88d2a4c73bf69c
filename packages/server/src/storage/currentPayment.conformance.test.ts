import { STORES } from '@tsena/testkit/stores';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { attempt, changed, openStorages, pending, type Storages } from '../../test/support/storages.ts';
import { changePayment } from './changes.ts';
import type { Storage } from './storage.ts';

const COMPLETED = { to: 'completed', event: { kind: 'completed' }, webhook: 'payment.completed' } as const;

describe.each(STORES)('changes decide which payment of an order is current, on %s', (kind) => {
  let storages: Storages;
  let storage: Storage;
  beforeAll(async () => {
    storages = await openStorages(kind, 3);
    storage = storages.storage;
  });
  beforeEach(() => storages.empty());
  afterAll(() => storages.close());

  const twoOf = async (order: string) => {
    const first = await pending(storage, order);
    storages.clock.advance(90_000);
    return { first, second: await pending(storage, order) };
  };

  const SILENT = { event: { kind: 'test' } } as const;
  const positions = async (order: string) => {
    const rows = await storage.store.db
      .selectFrom('payments')
      .select(['superseded', 'sent_attempt_number'])
      .where('order_reference', '=', attempt(order).claims.sub)
      .orderBy('attempt_number')
      .execute();
    return rows.map(({ superseded, sent_attempt_number }) => [superseded, sent_attempt_number]);
  };

  it.each([
    ['completes', COMPLETED],
    ['is recorded as received', { ...SILENT, set: { resolution: 'received' } }],
    ['has details that differ', { ...SILENT, set: { differences: 'amount' } }],
    ['is reported as completed, and its details cannot be read', { ...SILENT, set: { details_unavailable_since: 1 } }],
  ] as const)('the older one if it %s', async (_name, change) => {
    const { first } = await twoOf('ORDER-1');
    await twoOf('ORDER-2');
    expect(await positions('ORDER-1')).toEqual([
      [1, 1],
      [null, 2],
    ]);
    expect(await changed(storage, first.id, change)).toMatchObject({ superseded: null, sent_attempt_number: 1 });
    expect(await positions('ORDER-1')).toEqual([
      [null, 1],
      [1, 2],
    ]);
    expect(await positions('ORDER-2')).toEqual([
      [1, 1],
      [null, 2],
    ]);
  });

  it('the older one again if its differences count again, because the merchant closes it', async () => {
    const { first } = await twoOf('ORDER-1');
    await changed(storage, first.id, { ...SILENT, set: { differences: 'amount' } });
    await changed(storage, first.id, { ...SILENT, set: { resolution: 'not_received' } });
    expect(await positions('ORDER-1')).toEqual([
      [1, 1],
      [null, 2],
    ]);
    await changed(storage, first.id, { ...SILENT, closes: { reason: 'nothing came', by: 'Ravo' } });
    expect(await positions('ORDER-1')).toEqual([
      [null, 1],
      [1, 2],
    ]);
  });

  it('the newer one, which is then the first that was sent, if the older one was not sent', async () => {
    const { first } = await twoOf('ORDER-1');
    await storage.store.db.updateTable('payments').set({ status: 'sending' }).where('id', '=', first.id).execute();
    expect(await changed(storage, first.id, { to: 'failed', set: { sent_at: null }, ...SILENT })).toMatchObject({ superseded: 1 });
    expect(await positions('ORDER-1')).toEqual([
      [1, 1],
      [null, 1],
    ]);
  });

  if (kind !== 'postgres') return;

  it.each([
    ['completes it', 'waits', COMPLETED],
    ['needs it to be current', 'waits', { ...SILENT, isCurrent: true }],
    ['closes it', 'waits', { ...SILENT, closes: { reason: '', by: '' } }],
    ['resolves it', 'waits', { ...SILENT, set: { resolution: 'received' } }],
    ['records differences', 'waits', { ...SILENT, set: { differences: 'amount' } }],
    ['records that the details cannot be read', 'waits', { ...SILENT, set: { details_unavailable_since: null } }],
    ['records that it was not sent', 'waits', { ...SILENT, set: { sent_at: null } }],
    ['records when it was sent', 'does not wait', { ...SILENT, set: { sent_at: 1 } }],
    ['fails it', 'does not wait', { to: 'failed', ...SILENT }],
  ] as const)('one at a time: a change that %s %s for another one of the order', async (_name, expected, change) => {
    const { id, order_reference } = await pending(storage, 'ORDER-1');
    let done: 'waits' | 'does not wait' | undefined;
    let changing: Promise<unknown> | undefined;
    await storage.store.transact(async (work) => {
      await work.selectFrom('orders').select('reference').where('reference', '=', order_reference).forUpdate().execute();
      changing = changePayment(storages.at(1), id, change).then(() => {
        done ??= 'does not wait';
      });
      await vi.waitFor(
        async () => {
          const { rows } = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'
            and datname = current_database()`.execute(storages.at(2).store.db);
          if (rows.length > 0) done ??= 'waits';
          expect(done).toBeDefined();
        },
        { interval: 5, timeout: 5000 },
      );
    });
    await changing;
    expect(done).toBe(expected);
  });

  it('without waiting for a change of another order', async () => {
    const [locked, other] = [await pending(storage, 'ORDER-1'), await pending(storage, 'ORDER-2')];
    await storage.store.transact(async (work) => {
      await work.selectFrom('orders').select('reference').where('reference', '=', locked.order_reference).forUpdate().execute();
      expect(await changePayment(storages.at(1), other.id, COMPLETED)).toMatchObject({ status: 'completed' });
    });
  });
});
