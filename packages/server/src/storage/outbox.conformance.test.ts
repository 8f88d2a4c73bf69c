import { STORES } from '@tsena/testkit/stores';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changed, openStorages, pending, type Storages, together } from '../../test/support/storages.ts';
import { leaseWebhooks, nextWebhookDue, releaseWebhooks, writeDelivery } from './outbox.ts';
import { webhooksOf } from './reads.ts';
import type { StoredPayment, StoredWebhook } from './schema.ts';
import type { Storage } from './storage.ts';

const LEASE_MS = 30_000;

describe.each(STORES)('the outbox on %s', (kind) => {
  let storages: Storages;
  let storage: Storage;
  beforeAll(async () => {
    storages = await openStorages(kind, 4);
    storage = storages.storage;
  });
  beforeEach(() => storages.empty());
  afterAll(() => storages.close());

  /** A payment with two webhooks: it failed, and completed after all. */
  async function toldTwice(order: string): Promise<StoredPayment> {
    const payment = await pending(storage, order);
    await changed(storage, payment.id, { to: 'failed', event: { kind: 'failed' }, webhook: 'payment.failed' });
    return changed(storage, payment.id, { to: 'completed', event: { kind: 'completed' }, webhook: 'payment.completed' });
  }

  async function leaseOne(by = storage): Promise<StoredWebhook> {
    const [webhook] = await leaseWebhooks(by, LEASE_MS, 1);
    if (webhook === undefined) throw new Error('no webhook is due');
    return webhook;
  }

  it('gives each webhook to one of all who ask at once, and none twice', async () => {
    await together(40, async (index) => {
      const payment = await pending(storages.at(index), `ORDER-${index}`);
      await changed(storages.at(index), payment.id, { to: 'failed', event: { kind: 'failed' }, webhook: 'payment.failed' });
    });
    const leased: StoredWebhook[] = [];
    for (let round = 0; leased.length < 40 && round < 20; round += 1) {
      for (const some of await together(8, (index) => leaseWebhooks(storages.at(index), LEASE_MS, 4))) {
        expect(some.length).toBeLessThanOrEqual(4);
        leased.push(...some);
      }
    }
    expect(leased).toHaveLength(40);
    expect(new Set(leased.map(({ id }) => id)).size).toBe(40);
  });

  it('gives the webhooks of a payment in order: the second when the first is through', async () => {
    await toldTwice('ORDER-1');
    const first = await leaseOne();
    expect(first.type).toBe('payment.failed');
    expect(await together(6, (index) => leaseWebhooks(storages.at(index), LEASE_MS, 4))).toEqual([[], [], [], [], [], []]);
    await writeDelivery(storage, first, { status: 'delivered' });
    expect(await leaseOne(storages.at(1))).toMatchObject({ type: 'payment.completed' });
  });

  it('leaves what is due to other instances for as long as one is told to', async () => {
    await toldTwice('ORDER-1');
    storages.clock.advance(9999);
    expect(await leaseWebhooks(storage, LEASE_MS, 1, 10_000)).toEqual([]);
    storages.clock.advance(1);
    expect(await leaseWebhooks(storage, LEASE_MS, 1, 10_000)).toMatchObject([{ type: 'payment.failed' }]);
  });

  it('does not let the second pass while the first waits for its next try, and says when that is', async () => {
    await toldTwice('ORDER-1');
    const nextAttemptAt = storages.clock.now() + 5 * 60_000;
    await writeDelivery(storage, await leaseOne(), { status: 'pending', nextAttemptAt, error: 'the endpoint answered 500' });
    expect(await leaseWebhooks(storage, LEASE_MS, 4)).toEqual([]);
    expect(await nextWebhookDue(storage)).toBe(nextAttemptAt);
    storages.clock.advance(5 * 60_000);
    expect(await leaseOne()).toMatchObject({ type: 'payment.failed', delivery_attempts: 1, last_error: 'the endpoint answered 500' });
  });

  describe('with an earlier event of the payment that the shop does not take', () => {
    const after = (hours: number) => storages.clock.now() + hours * 60 * 60_000;
    const refused = (nextAttemptAt: number) => ({ status: 'pending', nextAttemptAt, error: 'the endpoint answered 400' }) as const;

    it('lets the next one pass 60 s after it was written, and not before', async () => {
      await toldTwice('ORDER-1');
      await writeDelivery(storage, await leaseOne(), refused(after(10)));
      const written = storages.clock.now();
      storages.clock.advance(59_999);
      expect(await leaseWebhooks(storage, LEASE_MS, 4)).toEqual([]);
      expect(await nextWebhookDue(storage)).toBe(written + 10 * 60 * 60_000);
      storages.clock.advance(1);
      expect(await nextWebhookDue(storage)).toBe(written);
      expect(await leaseWebhooks(storage, LEASE_MS, 4)).toMatchObject([{ type: 'payment.completed' }]);
    });

    it('gives it again at its own time after others have passed', async () => {
      const payment = await toldTwice('ORDER-1');
      await writeDelivery(storage, await leaseOne(), refused(after(10)));
      storages.clock.advance(60_000);
      await writeDelivery(storage, await leaseOne(), { status: 'delivered' });
      storages.clock.advance(10 * 60 * 60_000);
      expect(await leaseOne()).toMatchObject({ type: 'payment.failed', delivery_attempts: 1 });
      expect(await webhooksOf(storage.store.db, payment.id)).toMatchObject([{ status: 'pending' }, { status: 'delivered' }]);
    });

    it('lets nothing pass while that one is being delivered', async () => {
      await toldTwice('ORDER-1');
      await writeDelivery(storage, await leaseOne(), refused(after(0)));
      storages.clock.advance(59_000);
      const held = await leaseOne();
      expect(held.type).toBe('payment.failed');
      storages.clock.advance(2000);
      expect(await leaseWebhooks(storages.at(1), LEASE_MS, 4)).toEqual([]);
      expect(await nextWebhookDue(storage)).toBeUndefined();
      await writeDelivery(storage, held, refused(after(10)));
      expect(await leaseOne(storages.at(1))).toMatchObject({ type: 'payment.completed' });
    });

    it('tries each once in order, however long they have been waiting', async () => {
      const payment = await pending(storage, 'ORDER-1');
      const types = ['payment.unresolved', 'payment.review_required', 'payment.completed', 'order.overpaid'] as const;
      for (const type of types) await changed(storage, payment.id, { event: { kind: type }, webhook: type });
      storages.clock.advance(60 * 60_000);
      const tried: string[] = [];
      for (const _ of types) {
        const [webhook, ...others] = await leaseWebhooks(storage, LEASE_MS, 4);
        if (webhook === undefined) throw new Error('no webhook is due');
        expect(others).toEqual([]);
        tried.push(webhook.type);
        await writeDelivery(storage, webhook, refused(after(10)));
      }
      expect(tried).toEqual(['payment.unresolved', 'payment.review_required', 'payment.completed', 'order.overpaid']);
    });

    it('lets the next one pass though the clock was set back since', async () => {
      await toldTwice('ORDER-1');
      await writeDelivery(storage, await leaseOne(), refused(after(10)));
      // Written an hour ahead of what is now the time, and due.
      await storage.store.db
        .updateTable('outbox')
        .set({ created_at: after(1) })
        .execute();
      expect(await leaseWebhooks(storage, LEASE_MS, 4)).toMatchObject([{ type: 'payment.completed' }]);
    });
  });

  it('goes on with the next one after one was given up', async () => {
    await toldTwice('ORDER-1');
    await writeDelivery(storage, await leaseOne(), { status: 'failed', error: 'the endpoint answered 410' });
    expect(await leaseOne()).toMatchObject({ type: 'payment.completed' });
  });

  it('gives a webhook again when its lease ran out, and takes no word from the former holder', async () => {
    const payment = await toldTwice('ORDER-1');
    const held = await leaseOne();
    storages.clock.advance(LEASE_MS);
    const again = await leaseOne(storages.at(1));
    expect(again).toMatchObject({ id: held.id, fence: held.fence + 1 });
    await writeDelivery(storage, held, { status: 'failed', error: 'too late' });
    expect(await webhooksOf(storage.store.db, payment.id)).toMatchObject([{ status: 'pending', lease_owner: storages.at(1).owner }, {}]);
    await writeDelivery(storages.at(1), again, { status: 'delivered' });
    expect(await webhooksOf(storage.store.db, payment.id)).toMatchObject([
      { status: 'delivered', delivery_attempts: 1 },
      { status: 'pending' },
    ]);
  });

  it('has back what a process held when it stopped', async () => {
    await toldTwice('ORDER-1');
    const held = await leaseOne();
    await releaseWebhooks(storage);
    expect(await leaseOne(storages.at(1))).toMatchObject({ id: held.id });
  });

  it('keeps the body that was written with the change, whatever becomes of the payment later', async () => {
    await toldTwice('ORDER-1');
    const { payload } = await leaseOne();
    expect(JSON.parse(payload)).toMatchObject({ type: 'payment.failed', data: { status: 'failed', order: 'ORDER-1' } });
  });
});
