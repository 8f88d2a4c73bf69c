import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changed, type Ledgers, openLedgers, pending, together } from '../testing/ledgers.ts';
import { STORES } from '../testing/stores.ts';
import type { Ledger } from './ledger.ts';
import { leaseWebhooks, nextWebhookDue, releaseWebhooks, writeDelivery } from './outbox.ts';
import { webhooksOf } from './reads.ts';
import type { StoredPayment, StoredWebhook } from './schema.ts';

const LEASE = 30_000;

describe.each(STORES)('the outbox on %s', (kind) => {
  let ledgers: Ledgers;
  let ledger: Ledger;
  beforeAll(async () => {
    ledgers = await openLedgers(kind, 4);
    ledger = ledgers.ledger;
  });
  beforeEach(() => ledgers.empty());
  afterAll(() => ledgers.close());

  /** A payment with two webhooks: it failed, and completed after all. */
  async function toldTwice(order: string): Promise<StoredPayment> {
    const payment = await pending(ledger, order);
    await changed(ledger, payment.id, { to: 'failed', event: { kind: 'failed' }, tell: 'payment.failed' });
    return changed(ledger, payment.id, { to: 'completed', event: { kind: 'completed' }, tell: 'payment.completed' });
  }

  async function leaseOne(by = ledger): Promise<StoredWebhook> {
    const [webhook] = await leaseWebhooks(by, LEASE, 1);
    if (webhook === undefined) throw new Error('no webhook is due');
    return webhook;
  }

  it('gives each webhook to one of all who ask at once, and none twice', async () => {
    await together(40, async (index) => {
      const payment = await pending(ledgers.at(index), `ORDER-${index}`);
      await changed(ledgers.at(index), payment.id, { to: 'failed', event: { kind: 'failed' }, tell: 'payment.failed' });
    });
    const leased: StoredWebhook[] = [];
    for (let round = 0; leased.length < 40 && round < 20; round += 1) {
      for (const some of await together(8, (index) => leaseWebhooks(ledgers.at(index), LEASE, 4))) {
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
    expect(await together(6, (index) => leaseWebhooks(ledgers.at(index), LEASE, 4))).toEqual([[], [], [], [], [], []]);
    await writeDelivery(ledger, first, { state: 'delivered' });
    expect(await leaseOne(ledgers.at(1))).toMatchObject({ type: 'payment.completed' });
  });

  it('leaves what is due to other instances for as long as one is told to', async () => {
    await toldTwice('ORDER-1');
    ledgers.clock.advance(9999);
    expect(await leaseWebhooks(ledger, LEASE, 1, 10_000)).toEqual([]);
    ledgers.clock.advance(1);
    expect(await leaseWebhooks(ledger, LEASE, 1, 10_000)).toMatchObject([{ type: 'payment.failed' }]);
  });

  it('does not let the second pass while the first waits for its next try, and says when that is', async () => {
    await toldTwice('ORDER-1');
    const nextTryAt = ledgers.clock.now() + 5 * 60_000;
    await writeDelivery(ledger, await leaseOne(), { state: 'waiting', nextTryAt, error: 'the endpoint answered 500' });
    expect(await leaseWebhooks(ledger, LEASE, 4)).toEqual([]);
    expect(await nextWebhookDue(ledger)).toBe(nextTryAt);
    ledgers.clock.advance(5 * 60_000);
    expect(await leaseOne()).toMatchObject({ type: 'payment.failed', tries: 1, last_error: 'the endpoint answered 500' });
  });

  describe('with an earlier event of the payment that the shop does not take', () => {
    const after = (hours: number) => ledgers.clock.now() + hours * 60 * 60_000;
    const refused = (nextTryAt: number) => ({ state: 'waiting', nextTryAt, error: 'the endpoint answered 400' }) as const;

    it('lets the next one pass 60 s after it was written, and not before', async () => {
      await toldTwice('ORDER-1');
      await writeDelivery(ledger, await leaseOne(), refused(after(10)));
      const written = ledgers.clock.now();
      ledgers.clock.advance(59_999);
      expect(await leaseWebhooks(ledger, LEASE, 4)).toEqual([]);
      expect(await nextWebhookDue(ledger)).toBe(written + 10 * 60 * 60_000);
      ledgers.clock.advance(1);
      expect(await nextWebhookDue(ledger)).toBe(written);
      expect(await leaseWebhooks(ledger, LEASE, 4)).toMatchObject([{ type: 'payment.completed' }]);
    });

    it('gives it again at its own time after others have passed', async () => {
      const payment = await toldTwice('ORDER-1');
      await writeDelivery(ledger, await leaseOne(), refused(after(10)));
      ledgers.clock.advance(60_000);
      await writeDelivery(ledger, await leaseOne(), { state: 'delivered' });
      ledgers.clock.advance(10 * 60 * 60_000);
      expect(await leaseOne()).toMatchObject({ type: 'payment.failed', tries: 1 });
      expect(await webhooksOf(ledger.store.db, payment.id)).toMatchObject([{ state: 'waiting' }, { state: 'delivered' }]);
    });

    it('lets nothing pass while that one is being delivered', async () => {
      await toldTwice('ORDER-1');
      await writeDelivery(ledger, await leaseOne(), refused(after(0)));
      ledgers.clock.advance(59_000);
      const held = await leaseOne();
      expect(held.type).toBe('payment.failed');
      ledgers.clock.advance(2000);
      expect(await leaseWebhooks(ledgers.at(1), LEASE, 4)).toEqual([]);
      expect(await nextWebhookDue(ledger)).toBeUndefined();
      await writeDelivery(ledger, held, refused(after(10)));
      expect(await leaseOne(ledgers.at(1))).toMatchObject({ type: 'payment.completed' });
    });

    it('tries each once in order, however long they have been waiting', async () => {
      const payment = await pending(ledger, 'ORDER-1');
      const types = ['payment.unresolved', 'payment.mismatched', 'payment.completed', 'order.overpaid'] as const;
      for (const type of types) await changed(ledger, payment.id, { event: { kind: type }, tell: type });
      ledgers.clock.advance(60 * 60_000);
      const tried: string[] = [];
      for (const _ of types) {
        const [webhook, ...others] = await leaseWebhooks(ledger, LEASE, 4);
        if (webhook === undefined) throw new Error('no webhook is due');
        expect(others).toEqual([]);
        tried.push(webhook.type);
        await writeDelivery(ledger, webhook, refused(after(10)));
      }
      expect(tried).toEqual(['payment.unresolved', 'payment.mismatched', 'payment.completed', 'order.overpaid']);
    });

    it('lets the next one pass though the clock was set back since', async () => {
      await toldTwice('ORDER-1');
      await writeDelivery(ledger, await leaseOne(), refused(after(10)));
      // Written an hour ahead of what is now the time, and due.
      await ledger.store.db
        .updateTable('outbox')
        .set({ created_at: after(1) })
        .execute();
      expect(await leaseWebhooks(ledger, LEASE, 4)).toMatchObject([{ type: 'payment.completed' }]);
    });
  });

  it('goes on with the next one after one was given up', async () => {
    await toldTwice('ORDER-1');
    await writeDelivery(ledger, await leaseOne(), { state: 'dead', error: 'the endpoint answered 410' });
    expect(await leaseOne()).toMatchObject({ type: 'payment.completed' });
  });

  it('gives a webhook again when its lease ran out, and takes no word from the former holder', async () => {
    const payment = await toldTwice('ORDER-1');
    const held = await leaseOne();
    ledgers.clock.advance(LEASE);
    const again = await leaseOne(ledgers.at(1));
    expect(again).toMatchObject({ id: held.id, fence: held.fence + 1 });
    await writeDelivery(ledger, held, { state: 'dead', error: 'too late' });
    expect(await webhooksOf(ledger.store.db, payment.id)).toMatchObject([{ state: 'waiting', lease_owner: ledgers.at(1).owner }, {}]);
    await writeDelivery(ledgers.at(1), again, { state: 'delivered' });
    expect(await webhooksOf(ledger.store.db, payment.id)).toMatchObject([{ state: 'delivered', tries: 1 }, { state: 'waiting' }]);
  });

  it('has back what a process held when it stopped', async () => {
    await toldTwice('ORDER-1');
    const held = await leaseOne();
    await releaseWebhooks(ledger);
    expect(await leaseOne(ledgers.at(1))).toMatchObject({ id: held.id });
  });

  it('keeps the body that was written with the change, whatever becomes of the payment later', async () => {
    await toldTwice('ORDER-1');
    const { payload } = await leaseOne();
    expect(JSON.parse(payload)).toMatchObject({ type: 'payment.failed', data: { status: 'failed', order: 'ORDER-1' } });
  });
});
