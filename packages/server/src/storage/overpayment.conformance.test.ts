import type { PaymentId } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedPayment } from '../../test/support/seed.ts';
import { attempt, changed, openStorages, pending, type Storages, together } from '../../test/support/storages.ts';
import { changePayment } from './changes.ts';
import { historyOf, webhooksOf } from './reads.ts';
import { reviewReasonsAmong } from './reviews.ts';
import type { Storage } from './storage.ts';

const COMPLETED = { to: 'completed', event: { kind: 'completed' }, webhook: 'payment.completed' } as const;

describe.each(STORES)('changes that overpay an order, on %s', (kind) => {
  let storages: Storages;
  let storage: Storage;
  beforeAll(async () => {
    storages = await openStorages(kind, 3);
    storage = storages.storage;
  });
  beforeEach(() => storages.empty());
  afterAll(() => storages.close());

  const overpaidAt = async (order: string) => {
    const row = await storage.store.db
      .selectFrom('orders')
      .selectAll()
      .where('reference', '=', attempt(order).claims.sub)
      .executeTakeFirst();
    return row?.overpaid_at ?? null;
  };

  /** Two payments of an order: the first was superseded by the second. */
  async function twoOf(order: string) {
    const first = await pending(storage, order);
    storages.clock.advance(90_000);
    return { first, second: await pending(storage, order) };
  }

  it('that complete two payments of an order at the same time mark it as overpaid', async () => {
    for (let round = 0; round < 10; round += 1) {
      const order = `ORDER-${round}`;
      const first = await pending(storage, order);
      storages.clock.advance(90_000);
      const second = await pending(storage, order);
      const both = await together(2, (index) => changePayment(storages.at(index), (index === 0 ? first : second).id, COMPLETED));
      expect(both.map((payment) => payment?.status)).toEqual(['completed', 'completed']);
      const webhooks = [...(await webhooksOf(storage.store.db, first.id)), ...(await webhooksOf(storage.store.db, second.id))];
      expect(webhooks.map(({ type }) => type).sort()).toEqual(['order.overpaid', 'payment.completed', 'payment.completed']);
      expect(await overpaidAt(order)).toBe(storages.clock.now());
    }
  });

  describe('with a payment recorded as received', () => {
    const RECEIVED = { set: { resolution: 'received' }, event: { kind: 'resolved' } } as const;
    const NOT_RECEIVED = { set: { resolution: 'not_received' }, event: { kind: 'resolved' } } as const;

    async function two(order: string) {
      const first = await pending(storage, order);
      storages.clock.advance(90_000);
      return { first, second: await pending(storage, order) };
    }
    const webhookTypes = async (id: PaymentId) => (await webhooksOf(storage.store.db, id)).map(({ type }) => type);

    it('mark the order as overpaid when another payment of it completes', async () => {
      const { first, second } = await two('ORDER-1');
      await changed(storage, first.id, RECEIVED);
      expect(await overpaidAt('ORDER-1')).toBeNull();
      await changed(storage, second.id, COMPLETED);
      expect(await overpaidAt('ORDER-1')).toBe(storages.clock.now());
      expect(await webhookTypes(second.id)).toEqual(['payment.completed', 'order.overpaid']);
      expect(await reviewReasonsAmong(storage.store.db, [first.id, second.id])).toEqual(new Map([[second.id, ['overpaid']]]));
    });

    it('mark the order as overpaid when another payment of it is completed or received already', async () => {
      const { first, second } = await two('ORDER-1');
      await changed(storage, second.id, COMPLETED);
      await changed(storage, first.id, RECEIVED);
      expect(await overpaidAt('ORDER-1')).toBe(storages.clock.now());
      expect(await webhookTypes(first.id)).toEqual(['order.overpaid']);
      expect(await reviewReasonsAmong(storage.store.db, [first.id, second.id])).toEqual(new Map([[first.id, ['overpaid']]]));

      const other = await two('ORDER-2');
      await changed(storage, other.first.id, RECEIVED);
      await changed(storage, other.second.id, RECEIVED);
      expect(await webhookTypes(other.second.id)).toEqual(['order.overpaid']);
    });

    it('mark the order as overpaid when both happen at the same time', async () => {
      for (let round = 0; round < 10; round += 1) {
        const order = `ORDER-${round}`;
        const { first, second } = await two(order);
        await Promise.all([changePayment(storages.at(0), first.id, RECEIVED), changePayment(storages.at(1), second.id, COMPLETED)]);
        expect(await overpaidAt(order)).toBe(storages.clock.now());
        expect([...(await webhookTypes(first.id)), ...(await webhookTypes(second.id))].sort()).toEqual([
          'order.overpaid',
          'payment.completed',
        ]);
      }
    });

    it('do not mark the order as overpaid when the received payment itself completes', async () => {
      const { first, second } = await two('ORDER-1');
      await changed(storage, first.id, RECEIVED);
      await changed(storage, first.id, COMPLETED);
      expect(await overpaidAt('ORDER-1')).toBeNull();
      expect(await webhookTypes(first.id)).toEqual(['payment.completed']);

      const other = await two('ORDER-2');
      await changed(storage, other.first.id, RECEIVED);
      await changed(storage, other.second.id, COMPLETED);
      await changed(storage, other.first.id, COMPLETED);
      expect(await webhookTypes(other.first.id)).toEqual(['payment.completed']);
      expect(await webhookTypes(second.id)).toEqual([]);
    });

    it('do not count it after the merchant changed it to not received', async () => {
      const { first, second } = await two('ORDER-1');
      await changed(storage, first.id, RECEIVED);
      await changed(storage, first.id, NOT_RECEIVED);
      await changed(storage, second.id, COMPLETED);
      expect(await overpaidAt('ORDER-1')).toBeNull();
      expect(await webhookTypes(second.id)).toEqual(['payment.completed']);
    });
  });

  it('name the other paid payment in the history of the one that overpays the order, and mark no other order', async () => {
    const { first, second } = await twoOf('ORDER-1');
    await pending(storage, 'ORDER-2');
    await changed(storage, first.id, COMPLETED);
    storages.clock.advance(1);
    expect(await changed(storage, second.id, COMPLETED)).toMatchObject({ status: 'completed', version: 5 });
    expect((await historyOf(storage.store.db, second.id)).slice(3)).toMatchObject([
      { kind: 'completed', version: 4 },
      { kind: 'order_overpaid', version: 5, data: JSON.stringify({ also: first.id }) },
    ]);
    expect(await overpaidAt('ORDER-1')).toBe(storages.clock.now());
    expect(await overpaidAt('ORDER-2')).toBeNull();
    // Another change of a paid payment overpays nothing again, also beside one that is not paid.
    await seedPayment(storage.store, { order_reference: second.order_reference, attempt_number: 3 });
    await changed(storage, second.id, { set: { differences: 'amount' }, event: { kind: 'details_mismatch' } });
    expect(await historyOf(storage.store.db, second.id)).toHaveLength(6);
  });

  it('do not mark the order while the other payment is not paid, whatever changes', async () => {
    const { first, second } = await twoOf('ORDER-1');
    await changed(storage, first.id, COMPLETED);
    await changed(storage, second.id, { set: { differences: 'amount' }, event: { kind: 'details_mismatch' } });
    await changed(storage, second.id, { to: 'failed', event: { kind: 'failed' } });
    expect(await overpaidAt('ORDER-1')).toBeNull();
    expect(await webhooksOf(storage.store.db, second.id)).toEqual([]);
  });
});
