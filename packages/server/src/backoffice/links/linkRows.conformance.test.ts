import type { LinkId, OrderReference } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { seedPayment } from '../../../test/support/seed.ts';
import { LINK, newLink, untilBlocked } from '../../../test/support/storages.ts';
import { endsOf, useStorages } from '../../../test/support/useStorages.ts';
import { lockLink } from '../../core/storage/locks.ts';
import type { Storage } from '../../core/storage/storage.ts';
import type { PaymentsTable } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';
import {
  findLink,
  insertLink,
  type LinkFilter,
  markCancelled,
  type NewLink,
  openShopPage,
  selectLinks,
  takenOrder,
} from './linkRows.ts';

describe.each(STORES)('a payment link on %s', (kind) => {
  const storages = useStorages(kind, 2);

  const insert = (change: Partial<NewLink> = {}): Promise<LinkId> => newLink(storages.storage, change);
  const db = () => storages.storage.store.db;
  const find = (id: LinkId) => findLink(storages.storage, id);
  const cancel = (id: LinkId, storage = storages.storage) =>
    markCancelled(storage, id, { name: 'Hanta', keyId: null, address: null });
  const ofOrder = (order: string, change: Partial<NewLink> = {}) =>
    insert({ order_reference: order as OrderReference, ...change });
  const payment = (order: string, change: Partial<PaymentsTable>) =>
    seedPayment(storages.storage.store, { order_reference: order as OrderReference, ...change });
  const completed = (order: string) => payment(order, { status: 'completed', final_at: 1 });
  const received = (order: string) => payment(order, { status: 'unresolved', resolution: 'received' });

  describe('in the merchant’s list', () => {
    const list = async (filter: LinkFilter = {}) =>
      (await selectLinks(db(), filter, storages.clock.now()).execute())
        .map(({ order_reference }) => order_reference)
        .toSorted();

    it('is found by its status', async () => {
      const now = storages.clock.now();
      await ofOrder('ACTIVE');
      await ofOrder('ACTIVE-FOR-1-MS', { expires_at: now + 1 });
      await ofOrder('EXPIRED', { expires_at: now });
      await cancel(await ofOrder('CANCELLED'));
      await cancel(await ofOrder('CANCELLED-AND-EXPIRED', { expires_at: now }));
      await ofOrder('PAID');
      await completed('PAID');
      await ofOrder('RECEIVED', { expires_at: now });
      await received('RECEIVED');
      await cancel(await ofOrder('CANCELLED-THEN-PAID'));
      await completed('CANCELLED-THEN-PAID');
      const reusable = await ofOrder('REUSABLE', { reusable: 1 });
      await completed('REUSABLE');
      await payment('ACTIVE', { status: 'failed', resolution: 'not_received' });

      expect(await list({ status: 'active' })).toEqual(['ACTIVE', 'ACTIVE-FOR-1-MS', 'REUSABLE']);
      expect(await list({ status: 'expired' })).toEqual(['EXPIRED']);
      expect(await list({ status: 'cancelled' })).toEqual(['CANCELLED', 'CANCELLED-AND-EXPIRED']);
      expect(await list({ status: 'paid' })).toEqual(['CANCELLED-THEN-PAID', 'PAID', 'RECEIVED']);
      expect(await list()).toHaveLength(9);
      expect(await list({ unpaid: 'true' })).toEqual(['ACTIVE', 'ACTIVE-FOR-1-MS', 'EXPIRED']);
      expect(await cancel(reusable)).toMatchObject({ status: 'cancelled' });
    });

    it('is found by what its order begins with, and no character stands for others', async () => {
      for (const order of [
        '2026-10/RABE',
        '2026-10/Rakoto',
        '2026-100',
        '2026_10/RABE',
        'x2026-10/',
        'é/A',
        'É/A',
        '%',
      ])
        await ofOrder(order);
      expect(await list({ orderPrefix: '2026-10/' })).toEqual(['2026-10/RABE', '2026-10/Rakoto']);
      expect(await list({ orderPrefix: '2026-10/r' })).toEqual([]);
      expect(await list({ orderPrefix: '2026_' })).toEqual(['2026_10/RABE']);
      expect(await list({ orderPrefix: '%' })).toEqual(['%']);
      expect(await list({ orderPrefix: 'é' })).toEqual(['é/A']);
      expect(await list({ orderPrefix: '2026-10/RABE and more' })).toEqual([]);
    });

    it('is unpaid while a payment of its order has no result', async () => {
      await ofOrder('PENDING');
      await payment('PENDING', { status: 'pending' });
      await ofOrder('UNRESOLVED');
      await payment('UNRESOLVED', { status: 'unresolved' });
      await ofOrder('RECEIVED');
      await received('RECEIVED');
      expect(await list({ unpaid: 'true' })).toEqual(['PENDING', 'UNRESOLVED']);
    });
  });

  describe('takes its order', () => {
    const taken = (order = 'ORDER-1') =>
      storages.storage.store.transact((trx) => takenOrder(storages.storage, trx, order as OrderReference));

    it('while it is active, also if it is reusable', async () => {
      const id = await insert({ expires_at: storages.clock.now() + 1 });
      expect(await taken()).toMatchObject({ link: { id, order_reference: 'ORDER-1' } });
      expect(await taken('ORDER-2')).toBeUndefined();
      const reusable = await ofOrder('POSTER', { reusable: 1 });
      await completed('POSTER');
      expect(await taken('POSTER')).toMatchObject({ link: { id: reusable } });
    });

    it('no longer once it is cancelled or has expired', async () => {
      await insert({ expires_at: storages.clock.now() });
      await cancel(await insert());
      expect(await taken()).toBeUndefined();
    });

    it('not as the page of a shop’s order', async () => {
      await insert({ source: 'shop', claims_hash: 'hash' });
      expect(await taken()).toBeUndefined();
    });

    it('and a paid order takes no link, with or without one', async () => {
      await insert();
      await completed('ORDER-1');
      await received('ORDER-2');
      expect(await taken()).toEqual({ link: null });
      expect(await taken('ORDER-2')).toEqual({ link: null });
    });
  });

  describe('when it is cancelled', () => {
    it('is not cancelled if it is paid, and the caller sees that', async () => {
      const id = await insert();
      await insert({ order_reference: 'ORDER-2' as OrderReference });
      await completed('ORDER-1');
      expect(await cancel(id)).toMatchObject({ id, status: 'paid', cancelled_at: null });
    });
  });

  describe('that is the page of a shop’s order', () => {
    const page = (claims_hash: string, expires_at: number) =>
      openShopPage(storages.storage, { ...LINK, source: 'shop', claims_hash, expires_at });

    it('is the same page for the same claims, and lasts as long as the newest token', async () => {
      const id = await page('hash', 2000);
      const read = async () => (await find(id))?.expires_at;
      storages.clock.advance(1000);
      expect([await page('hash', 3000), await read()]).toEqual([id, 3000]);
      expect([await page('hash', 2500), await read()]).toEqual([id, 3000]);
      expect(await find(id)).toMatchObject({
        created_at: storages.clock.now() - 1000,
        source: 'shop',
        cancelled_at: null,
      });
      expect(await db().selectFrom('links').select('id').execute()).toHaveLength(1);
    });
  });

  it.runIf(kind === 'postgres')(
    'is created once for an order, when two instances create one at the same time',
    async () => {
      const [first, second] = storages.instances;
      if (first === undefined || second === undefined) throw new Error('two instances');
      const order = 'ORDER-1' as OrderReference;
      const create = (storage: typeof first, afterwards: () => Promise<void>) =>
        storage.store.transact(async (trx) => {
          const taken = await takenOrder(storage, trx, order);
          await afterwards();
          return taken ?? insertLink(storage, trx, LINK);
        });
      let other: Promise<unknown> = Promise.resolve();
      const one = await create(first, async () => {
        other = create(second, () => Promise.resolve());
        await untilBlocked(storages, other);
      });
      expect(one).toMatchObject({ order_reference: order });
      expect(await other).toMatchObject({ link: { order_reference: order } });
    },
  );

  it.runIf(kind === 'postgres')('is cancelled after a payment that is being opened on it', async () => {
    const id = await insert();
    const open = async (storage: Storage, trx: Trx) =>
      expect(await lockLink(storage, trx, id)).toMatchObject({ cancelled_at: null });
    expect(await endsOf(storages, open, (storage) => cancel(id, storage))).toEqual(['first', 'second']);
  });
});
