import type { Msisdn } from '@tsena/shared';
import type { LinkId, OrderReference, PaymentId } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { seedPayment, seedPayments } from '../../../test/support/seed.ts';
import { seedCallback, seedWebhook } from '../../../test/support/seedRows.ts';
import { newLink } from '../../../test/support/storages.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import type { OutboxTable, PaymentsTable } from '../../database/schema.ts';
import { countFailedWebhooks, selectWebhooks, type WebhookFilter } from '../webhooks/webhookRows.ts';
import { callbacksOf, listPayments, type PaymentFilter } from './paymentRows.ts';

describe.each(STORES)('the merchant’s lists on %s', (kind) => {
  const storages = useStorages(kind);

  const storage = () => storages.storage;
  const db = () => storages.storage.store.db;
  const seed = (values: Partial<PaymentsTable> = {}) => seedPayment(storage().store, values);
  const order = (text: string) => text as OrderReference;

  describe('of payments', () => {
    const found = async (filter: PaymentFilter) =>
      (await listPayments(db(), filter, 50)).rows.map(({ id }) => id).toSorted();

    it('is narrowed by each filter, and by all together', async () => {
      const link = await newLink(storage(), { order_reference: order('LINK') });
      const failed = await seed({ created_at: 1, order_reference: order('ORDER-1') });
      const pending = await seed({ created_at: 2, status: 'pending', link_id: link, next_check_at: 9 });
      const other = await seed({ created_at: 3, status: 'unresolved', msisdn: '0343500009' as Msisdn });
      expect(await found({})).toEqual([failed, pending, other].toSorted());
      expect(await found({ status: 'pending' })).toEqual([pending]);
      expect(await found({ order: 'ORDER-1' })).toEqual([failed]);
      expect(await found({ order: 'ORDER' })).toEqual([]);
      expect(await found({ link })).toEqual([pending]);
      expect(await found({ link: 'link_other' as LinkId })).toEqual([]);
      expect(await found({ msisdn: '0343500009' as Msisdn })).toEqual([other]);
      expect(await found({ needsReview: true })).toEqual([other]);
      expect(await found({ from: 2 })).toEqual([pending, other].toSorted());
      expect(await found({ to: 2 })).toEqual([failed]);
      expect(await found({ from: 2, to: 3, status: 'pending', link, q: '' })).toEqual([pending]);
      expect(await found({ from: 2, to: 3, status: 'failed' })).toEqual([]);
    });

    it('by the time at which they became final has only final ones, in that order', async () => {
      const last = await seed({ created_at: 1, final_at: 300 });
      const first = await seed({ created_at: 2, final_at: 100 });
      const middle = await seed({ created_at: 3, final_at: 200 });
      await seed({ created_at: 4, status: 'pending', final_at: null });
      const list = async (filter: PaymentFilter, after: Parameters<typeof listPayments>[3] = null) =>
        listPayments(db(), { by: 'final', ...filter }, 2, after);
      const page = await list({});
      expect(page.rows.map(({ id }) => id)).toEqual([last, middle]);
      expect(page.next).toEqual({ createdAt: 200, id: middle });
      expect((await list({}, page.next)).rows.map(({ id }) => id)).toEqual([first]);
      expect((await list({ from: 200, to: 300 })).rows.map(({ id }) => id)).toEqual([middle]);
      expect((await listPayments(db(), { by: 'created' }, 50)).rows).toHaveLength(4);
    });

    describe('found by a name', () => {
      it('has the payment with this id, this order or this transaction', async () => {
        const named = await seed({ order_reference: order('ORDER-1'), transaction_id: '600000001' });
        await seed({ order_reference: order('OTHER'), transaction_id: '6000000012' });
        for (const q of [named, 'ORDER-1', '600000001']) expect([q, await found({ q })]).toEqual([q, [named]]);
      });

      it('has every order with this part, in any letter case, from three characters', async () => {
        const one = await seed({ order_reference: order('SHOP-ab7') });
        const other = await seed({ order_reference: order('ab7-SHOP') });
        const short = await seed({ order_reference: order('B7') });
        expect(await found({ q: 'AB7' })).toEqual([one, other].toSorted());
        expect(await found({ q: 'shop' })).toEqual([one, other].toSorted());
        expect(await found({ q: 'B7' })).toEqual([short]);
        expect(await found({ q: 'B-7' })).toEqual([]);
      });

      it('has at most 1,000 orders with this part, and always the one that is exactly this', async () => {
        const references = [
          'PART',
          ...Array.from({ length: 1001 }, (_, index) => `PART-${String(index).padStart(4, '0')}`),
        ];
        await seedPayments(
          storage().store,
          references.map((reference) => ({ order_reference: order(reference) })),
        );
        const { rows } = await listPayments(db(), { q: 'PART' }, 2000);
        expect(rows).toHaveLength(1001);
        const found = rows.map(({ order_reference }) => order_reference);
        expect(found).toEqual(expect.arrayContaining(['PART', 'PART-0001', 'PART-1000']));
        expect(found).not.toContain('PART-0000');
      });

      it.each(['100%', 'A_B', 'A\\B'])('takes %s literally', async (q) => {
        const named = await seed({ order_reference: order(`X${q}Y`) });
        await seed({ order_reference: order('X1000Y') });
        await seed({ order_reference: order('XACBY') });
        expect(await found({ q })).toEqual([named]);
      });
    });
  });

  it('of callbacks has those of the payment, the oldest first', async () => {
    const [payment, other] = [await seed(), await seed()];
    const callback = (payment_id: PaymentId, server_correlation_id: string, received_at: number) =>
      seedCallback(storage().store, payment_id, { server_correlation_id, received_at });
    await callback(payment, 'a', 30);
    await callback(payment, 'b', 10);
    await callback(payment, 'c', 20);
    await callback(other, 'd', 15);
    expect((await callbacksOf(db(), payment)).map((row) => row.server_correlation_id)).toEqual(['b', 'c', 'a']);
  });

  describe('of webhooks', () => {
    let count = 0;
    const webhook = async (payment_id: PaymentId | null, change: Partial<OutboxTable> = {}) => {
      count += 1;
      const id = `msg_${count}`;
      await seedWebhook(storage().store, id, {
        payment_id,
        version: count,
        type: 'payment.failed',
        created_at: count,
        ...change,
      });
      return id;
    };
    const found = async (filter: WebhookFilter) =>
      (await selectWebhooks(db(), filter).orderBy('outbox.created_at', 'desc').execute()).map(({ id }) => id);

    it('names the order of each, and none for a sample', async () => {
      await webhook(await seed({ order_reference: order('ORDER-1') }), { payload: '{"type":"payment.failed"}' });
      await webhook(null, { type: 'tsena.ping' });
      expect(await selectWebhooks(db(), {}).orderBy('outbox.created_at', 'desc').execute()).toMatchObject([
        { type: 'tsena.ping', order_reference: null },
        { type: 'payment.failed', order_reference: 'ORDER-1', payload: '{"type":"payment.failed"}' },
      ]);
    });

    it('is narrowed by each filter', async () => {
      const [one, other] = [await seed({ order_reference: order('ORDER-1') }), await seed()];
      const failed = await webhook(one, { status: 'failed' });
      const completed = await webhook(other, { type: 'payment.completed' });
      const sample = await webhook(null, { status: 'delivered' });
      expect(await found({})).toEqual([sample, completed, failed]);
      expect(await found({ status: 'failed' })).toEqual([failed]);
      expect(await found({ type: 'payment.completed' })).toEqual([completed]);
      expect(await found({ order: 'ORDER-1' })).toEqual([failed]);
      expect(await found({ payment: other })).toEqual([completed]);
      expect(await found({ id: sample })).toEqual([sample]);
      expect(await found({ id: sample, status: 'failed' })).toEqual([]);
    });

    it('counts those that are no longer delivered', async () => {
      expect(await countFailedWebhooks(db())).toBe(0);
      for (const status of ['failed', 'pending', 'delivered', 'failed'] as const) await webhook(null, { status });
      expect(await countFailedWebhooks(db())).toBe(2);
    });
  });
});
