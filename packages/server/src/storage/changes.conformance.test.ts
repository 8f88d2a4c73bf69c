import type { PaymentId } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attempt, changed, openStorages, pending, type Storages, together } from '../../test/support/storages.ts';
import { openAttempt } from './attempts.ts';
import { changePayment, changeWithin } from './changes.ts';
import { currentPayment, findPayment, historyOf, webhooksOf } from './reads.ts';
import { reviewReasonsAmong } from './reviews.ts';
import type { Storage } from './storage.ts';
import { isUniqueViolation } from './storageFailure.ts';

const COMPLETED = { to: 'completed', event: { kind: 'completed' }, webhook: 'payment.completed' } as const;

describe.each(STORES)('changes on %s', (kind) => {
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

  it('to the same status succeed once and write one webhook when many try at the same time', async () => {
    const payment = await pending(storage, 'ORDER-1');
    const results = await together(12, (index) => changePayment(storages.at(index), payment.id, COMPLETED));
    expect(results.filter((result) => result !== null)).toHaveLength(1);
    expect(await webhooksOf(storage.store.db, payment.id)).toMatchObject([{ type: 'payment.completed', status: 'pending' }]);
  });

  it('write events without gaps when many write at the same time', async () => {
    const payment = await pending(storage, 'ORDER-1');
    await together(20, (index) => changePayment(storages.at(index), payment.id, { event: { kind: 'test', data: { index } } }));
    const history = await historyOf(storage.store.db, payment.id);
    expect(history.map(({ version }) => version)).toEqual(history.map((_, index) => index + 1));
    expect(history).toHaveLength(23);
    expect(await findPayment(storage.store.db, payment.id)).toMatchObject({ version: 23 });
  });

  it('are rolled back with their event and webhook when a later part of the transaction fails', async () => {
    const payment = await pending(storage, 'ORDER-1');
    const failing = storage.store.transact(async (work) => {
      await changeWithin(storage, work, payment.id, COMPLETED);
      throw new Error('the disk is full');
    });
    await expect(failing).rejects.toThrow('the disk is full');
    expect(await findPayment(storage.store.db, payment.id)).toMatchObject({ status: 'pending', version: 3 });
    expect(await historyOf(storage.store.db, payment.id)).toHaveLength(3);
    expect(await webhooksOf(storage.store.db, payment.id)).toEqual([]);
  });

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

  it('that complete a payment while another is opened leave the completed one as the current payment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const order = `ORDER-${round}`;
      const first = await pending(storage, order);
      storages.clock.advance(90_000);
      const [completed, opening] = await Promise.all([
        changePayment(storages.at(0), first.id, COMPLETED),
        openAttempt(storages.at(1), attempt(order)),
      ]);
      expect(completed).toMatchObject({ status: 'completed' });
      expect(['opened', 'exists']).toContain(opening.kind);
      expect(await currentPayment(storage.store.db, first.order_reference)).toMatchObject({ id: first.id });
      expect(await openAttempt(storages.at(2), attempt(order))).toMatchObject({ kind: 'exists', payment: { id: first.id } });
    }
  });

  it.each(['transaction_id', 'server_correlation_id'] as const)('give a %s to one payment only', async (column) => {
    const payments = await together(6, (index) => pending(storages.at(index), `ORDER-${index}`));
    const results = await Promise.allSettled(
      payments.map(({ id }, index) => changePayment(storages.at(index), id, { ...COMPLETED, set: { [column]: 'taken' } })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(isUniqueViolation(result.reason)).toBe(true);
    const stored = await storage.store.db.selectFrom('payments').select('status').where(column, '=', 'taken').execute();
    expect(stored).toEqual([{ status: 'completed' }]);
    const webhooks = await storage.store.db.selectFrom('outbox').selectAll().execute();
    expect(webhooks).toHaveLength(1);
  });

  it('store amounts and times exactly, up to the largest safe values', async () => {
    const payment = await pending(storage, 'ORDER-1', { amount: '999999999999' });
    const at = 8_640_000_000_000_000;
    const stored = await changed(storage, payment.id, { set: { final_at: at }, event: { kind: 'test' } });
    expect(stored).toMatchObject({ amount: 999_999_999_999, final_at: at, created_at: storages.clock.now() });
  });
});
