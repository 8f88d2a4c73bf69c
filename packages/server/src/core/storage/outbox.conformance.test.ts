import type { WebhookType } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { changed, leaseWebhook, pending, withTwoWebhooks } from '../../../test/support/storages.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import type { StoredWebhook } from '../../database/schema.ts';
import { replayWebhook } from '../payments/replayWebhook.ts';
import { leaseWebhooks, nextWebhookDue, writeDelivery } from './outbox.ts';
import { historyOf, webhooksOf } from './reads.ts';

const LEASE_MS = 30_000;

const failedBy = (error: string) => ({ ms: 1, status: null, body: null, error });

describe.each(STORES)('the outbox on %s', (kind) => {
  const storages = useStorages(kind, 4);
  const { storage } = storages;

  describe('with an earlier webhook of the payment that the shop does not accept', () => {
    const after = (hours: number) => storages.clock.now() + hours * 60 * 60_000;
    const refused = (nextAttemptAt: number) =>
      ({ status: 'pending', nextAttemptAt, failed: failedBy('the endpoint answered 400') }) as const;

    it('leases no other while that one is being delivered', async () => {
      await withTwoWebhooks(storage, 'ORDER-1');
      await writeDelivery(storage, await leaseWebhook(storage), refused(after(0)), null);
      storages.clock.advance(59_000);
      const leased = await leaseWebhook(storage);
      expect(leased.type).toBe('payment.failed');
      storages.clock.advance(2000);
      expect(await leaseWebhooks(storages.at(1), LEASE_MS, 4)).toEqual([]);
      expect(await nextWebhookDue(storage)).toBeUndefined();
      await writeDelivery(storage, leased, refused(after(10)), null);
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
        await writeDelivery(storage, webhook, refused(after(10)), null);
      }
      expect(tried).toEqual(['payment.unresolved', 'payment.review_required', 'payment.completed', 'order.overpaid']);
    });
  });

  it('gives a webhook no earlier timestamp than the one before it, whichever clock', async () => {
    const payment = await pending(storage, 'ORDER-1');
    const behind = { ...storages.at(1), clock: { now: () => storages.clock.now() - 400 } };
    await changed(storage, payment.id, { event: { kind: 'outcome_unknown' }, webhook: 'payment.unresolved' });
    await changed(behind, payment.id, { event: { kind: 'failed' }, webhook: 'payment.failed' });
    await changed(behind, payment.id, { event: { kind: 'completed' }, webhook: 'payment.completed' });
    const [unresolved, ...later] = (await webhooksOf(storage.store.db, payment.id)).map(
      ({ payload }) => JSON.parse(payload).timestamp,
    );
    expect(later).toEqual([unresolved, unresolved]);
  });

  it('gives a webhook no earlier timestamp than the one before it after a clock that was ahead', async () => {
    const { clock } = storages;
    clock.advance(3 * 60 * 60_000);
    const payment = await pending(storage, 'ORDER-1');
    const before = await changed(storage, payment.id, {
      event: { kind: 'outcome_unknown' },
      webhook: 'payment.unresolved',
    });
    clock.advance(-3 * 60 * 60_000);
    const after = await changed(storage, payment.id, { event: { kind: 'failed' }, webhook: 'payment.failed' });
    expect(after.updated_at).toBe(before.updated_at);
    const [, failed] = (await webhooksOf(storage.store.db, payment.id)).map(({ payload }) => JSON.parse(payload));
    const at = new Date(before.updated_at).toISOString();
    expect(failed).toMatchObject({ timestamp: at, data: { updatedAt: at } });
  });

  it('leases a webhook again after its lease, and ignores the former worker’s result', async () => {
    const payment = await withTwoWebhooks(storage, 'ORDER-1');
    const leased = await leaseWebhook(storage);
    storages.clock.advance(LEASE_MS);
    const again = await leaseWebhook(storages.at(1));
    expect(again).toMatchObject({ id: leased.id, fence: leased.fence + 1 });
    await writeDelivery(storage, leased, { status: 'failed', failed: failedBy('too late') }, null);
    expect(await webhooksOf(storage.store.db, payment.id)).toMatchObject([
      { status: 'pending', lease_owner: storages.at(1).owner },
      {},
    ]);
    await writeDelivery(storages.at(1), again, { status: 'delivered' }, null);
    expect(await webhooksOf(storage.store.db, payment.id)).toMatchObject([
      { status: 'delivered', delivery_attempts: 1 },
      { status: 'pending' },
    ]);
  });

  describe('decides by the earlier webhooks of the payment', () => {
    const setRow = (type: WebhookType, values: Partial<StoredWebhook>) =>
      storage.store.db.updateTable('outbox').set(values).where('type', '=', type).execute();

    /** The second webhook is written this long after the first, which is due in ten hours. */
    const secondAfter = async (ms: number) => {
      await withTwoWebhooks(storage, 'ORDER-1');
      await setRow('payment.failed', { next_attempt_at: storages.clock.now() + 10 * 60 * 60_000 });
      await setRow('payment.completed', { created_at: storages.clock.now() + ms });
    };

    it.each([
      ['waits at the last moment of a clock that is ahead', 60_000, 0],
      ['does not wait if it seems to be of a later time', 60_001, 1],
      ['waits in its first minute', -59_999, 0],
      ['does not wait after it', -60_000, 1],
    ])('the next one %s', async (_name, ms, count) => {
      await secondAfter(ms);
      expect(await leaseWebhooks(storage, LEASE_MS, 4)).toHaveLength(count);
    });

    it.each(['delivered', 'failed'] as const)('the next one does not wait for one that is %s', async (status) => {
      await secondAfter(0);
      await setRow('payment.failed', { status });
      expect(await leaseWebhooks(storage, LEASE_MS, 4)).toMatchObject([{ type: 'payment.completed' }]);
    });

    it('the next one waits for an earlier one that is due now, also after a minute', async () => {
      await secondAfter(-60_000);
      await setRow('payment.failed', { next_attempt_at: storages.clock.now() });
      expect(await leaseWebhooks(storage, LEASE_MS, 4)).toMatchObject([{ type: 'payment.failed' }]);
    });

    it('webhooks of other payments do not wait', async () => {
      await secondAfter(0);
      await withTwoWebhooks(storage, 'ORDER-2');
      expect(await leaseWebhooks(storage, LEASE_MS, 4)).toMatchObject([{ type: 'payment.failed', version: 4 }]);
    });
  });

  describe('sends a webhook again', () => {
    it('now, with its id, body and attempts, and says in the history who asked', async () => {
      const payment = await withTwoWebhooks(storage, 'ORDER-1');
      const leased = await leaseWebhook(storage);
      await writeDelivery(storage, leased, { status: 'delivered' }, null);
      const others = await storage.store.db.selectFrom('outbox').selectAll().where('id', '!=', leased.id).execute();
      storages.clock.advance(1000);
      const replayed = await replayWebhook(storage, leased.id, 'Hanta');
      expect(replayed).toEqual({
        ...leased,
        ...{
          status: 'pending',
          delivery_attempts: 0,
          next_attempt_at: storages.clock.now(),
          delivered_at: null,
          last_error: null,
        },
        ...{ lease_owner: null, lease_until: null, fence: leased.fence + 1 },
      });
      expect((await webhooksOf(storage.store.db, payment.id))[0]).toEqual(replayed);
      expect((await historyOf(storage.store.db, payment.id)).at(-1)).toMatchObject({
        kind: 'webhook_replayed',
        data: JSON.stringify({ webhook: leased.id, by: 'Hanta' }),
      });
      expect(await storage.store.db.selectFrom('outbox').selectAll().where('id', '!=', leased.id).execute()).toEqual(
        others,
      );
    });

    it('also if the last earlier attempt was under way, and fails after that', async () => {
      await withTwoWebhooks(storage, 'ORDER-1');
      const leased = await leaseWebhook(storage);
      await replayWebhook(storages.at(1), leased.id, 'Hanta');
      await writeDelivery(storage, leased, { status: 'failed', failed: failedBy('the endpoint answered 500') }, null);
      expect(await leaseWebhook(storages.at(1))).toMatchObject({ id: leased.id, delivery_attempts: 0 });
    });
  });
});
