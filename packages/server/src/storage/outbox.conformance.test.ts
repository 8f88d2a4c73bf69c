import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { changed, leaseWebhook, pending, together, withTwoWebhooks } from '../../test/support/storages.ts';
import { useStorages } from '../../test/support/useStorages.ts';
import { leaseWebhooks, nextWebhookDue, releaseWebhooks, writeDelivery } from './outbox.ts';
import { webhooksOf } from './reads.ts';
import type { StoredWebhook } from './schema.ts';

const LEASE_MS = 30_000;

describe.each(STORES)('the outbox on %s', (kind) => {
  const storages = useStorages(kind, 4);
  const { storage } = storages;

  it('leases each webhook to one worker when many ask at the same time', async () => {
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

  it('leases the webhooks of a payment in order: the second after the first is delivered', async () => {
    await withTwoWebhooks(storage, 'ORDER-1');
    const first = await leaseWebhook(storage);
    expect(first.type).toBe('payment.failed');
    expect(await together(6, (index) => leaseWebhooks(storages.at(index), LEASE_MS, 4))).toEqual([[], [], [], [], [], []]);
    await writeDelivery(storage, first, { status: 'delivered' });
    expect(await leaseWebhook(storages.at(1))).toMatchObject({ type: 'payment.completed' });
  });

  it('leases only webhooks that have been due for overdueMs', async () => {
    await withTwoWebhooks(storage, 'ORDER-1');
    storages.clock.advance(9999);
    expect(await leaseWebhooks(storage, LEASE_MS, 1, 10_000)).toEqual([]);
    storages.clock.advance(1);
    expect(await leaseWebhooks(storage, LEASE_MS, 1, 10_000)).toMatchObject([{ type: 'payment.failed' }]);
  });

  it('does not lease the second while the first waits for its next attempt, and says when that is due', async () => {
    await withTwoWebhooks(storage, 'ORDER-1');
    const nextAttemptAt = storages.clock.now() + 5 * 60_000;
    await writeDelivery(storage, await leaseWebhook(storage), { status: 'pending', nextAttemptAt, error: 'the endpoint answered 500' });
    expect(await leaseWebhooks(storage, LEASE_MS, 4)).toEqual([]);
    expect(await nextWebhookDue(storage)).toBe(nextAttemptAt);
    storages.clock.advance(5 * 60_000);
    expect(await leaseWebhook(storage)).toMatchObject({
      type: 'payment.failed',
      delivery_attempts: 1,
      last_error: 'the endpoint answered 500',
    });
  });

  describe('with an earlier webhook of the payment that the shop does not accept', () => {
    const after = (hours: number) => storages.clock.now() + hours * 60 * 60_000;
    const refused = (nextAttemptAt: number) => ({ status: 'pending', nextAttemptAt, error: 'the endpoint answered 400' }) as const;

    it('leases the next one 60 s after it was written, and not before', async () => {
      await withTwoWebhooks(storage, 'ORDER-1');
      await writeDelivery(storage, await leaseWebhook(storage), refused(after(10)));
      const written = storages.clock.now();
      storages.clock.advance(59_999);
      expect(await leaseWebhooks(storage, LEASE_MS, 4)).toEqual([]);
      expect(await nextWebhookDue(storage)).toBe(written + 10 * 60 * 60_000);
      storages.clock.advance(1);
      expect(await nextWebhookDue(storage)).toBe(written);
      expect(await leaseWebhooks(storage, LEASE_MS, 4)).toMatchObject([{ type: 'payment.completed' }]);
    });

    it('leases it again when it is due, after later ones were delivered', async () => {
      const payment = await withTwoWebhooks(storage, 'ORDER-1');
      await writeDelivery(storage, await leaseWebhook(storage), refused(after(10)));
      storages.clock.advance(60_000);
      await writeDelivery(storage, await leaseWebhook(storage), { status: 'delivered' });
      storages.clock.advance(10 * 60 * 60_000);
      expect(await leaseWebhook(storage)).toMatchObject({ type: 'payment.failed', delivery_attempts: 1 });
      expect(await webhooksOf(storage.store.db, payment.id)).toMatchObject([{ status: 'pending' }, { status: 'delivered' }]);
    });

    it('leases no other while that one is being delivered', async () => {
      await withTwoWebhooks(storage, 'ORDER-1');
      await writeDelivery(storage, await leaseWebhook(storage), refused(after(0)));
      storages.clock.advance(59_000);
      const leased = await leaseWebhook(storage);
      expect(leased.type).toBe('payment.failed');
      storages.clock.advance(2000);
      expect(await leaseWebhooks(storages.at(1), LEASE_MS, 4)).toEqual([]);
      expect(await nextWebhookDue(storage)).toBeUndefined();
      await writeDelivery(storage, leased, refused(after(10)));
      expect(await leaseWebhook(storages.at(1))).toMatchObject({ type: 'payment.completed' });
    });

    it('leases each once in order, even if all have been waiting for long', async () => {
      const payment = await pending(storage, 'ORDER-1');
      const types = ['payment.unresolved', 'payment.review_required', 'payment.completed', 'order.overpaid'] as const;
      for (const type of types) await changed(storage, payment.id, { event: { kind: 'verified' }, webhook: type });
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

    it('leases the next one even if the clock was set back since', async () => {
      await withTwoWebhooks(storage, 'ORDER-1');
      await writeDelivery(storage, await leaseWebhook(storage), refused(after(10)));
      // Stamped an hour in the future, and due.
      await storage.store.db
        .updateTable('outbox')
        .set({ created_at: after(1) })
        .execute();
      expect(await leaseWebhooks(storage, LEASE_MS, 4)).toMatchObject([{ type: 'payment.completed' }]);
    });
  });

  it('leases the next one after one has failed', async () => {
    await withTwoWebhooks(storage, 'ORDER-1');
    await writeDelivery(storage, await leaseWebhook(storage), { status: 'failed', error: 'the endpoint answered 410' });
    expect(await leaseWebhook(storage)).toMatchObject({ type: 'payment.completed' });
  });

  it('leases a webhook again after its lease has ended, and ignores the result of the former worker', async () => {
    const payment = await withTwoWebhooks(storage, 'ORDER-1');
    const leased = await leaseWebhook(storage);
    storages.clock.advance(LEASE_MS);
    const again = await leaseWebhook(storages.at(1));
    expect(again).toMatchObject({ id: leased.id, fence: leased.fence + 1 });
    await writeDelivery(storage, leased, { status: 'failed', error: 'too late' });
    expect(await webhooksOf(storage.store.db, payment.id)).toMatchObject([{ status: 'pending', lease_owner: storages.at(1).owner }, {}]);
    await writeDelivery(storages.at(1), again, { status: 'delivered' });
    expect(await webhooksOf(storage.store.db, payment.id)).toMatchObject([
      { status: 'delivered', delivery_attempts: 1 },
      { status: 'pending' },
    ]);
  });

  it('leases a webhook again after its process released it at a stop', async () => {
    await withTwoWebhooks(storage, 'ORDER-1');
    const leased = await leaseWebhook(storage);
    await releaseWebhooks(storage);
    expect(await leaseWebhook(storages.at(1))).toMatchObject({ id: leased.id });
  });

  it('keeps the body that was written with the change when the payment changes later', async () => {
    await withTwoWebhooks(storage, 'ORDER-1');
    const { payload } = await leaseWebhook(storage);
    expect(JSON.parse(payload)).toMatchObject({ type: 'payment.failed', data: { status: 'failed', order: 'ORDER-1' } });
  });
});
