import type { Ariary } from '@tsena/shared';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import type { RefundBody, RefundId } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { seedPayment } from '../../test/support/seed.ts';
import { endsOf, useStorages } from '../../test/support/useStorages.ts';
import { findRefund, insertRefund, lockForRefund, markVoided, newRefund, refundsOf } from './refunds.ts';
import type { StoredRefund } from './schema.ts';
import type { Storage } from './storage.ts';
import type { Work } from './transaction.ts';

describe.each(STORES)('the record of a refund on %s', (kind) => {
  const storages = useStorages(kind, 2);

  const storage = () => storages.storage;
  const db = () => storages.storage.store.db;
  const payment = (order = 'ORDER-1') => seedPayment(storage().store, { status: 'completed', order_reference: order as OrderReference });
  const body = (change: Partial<RefundBody> = {}): RefundBody => ({ amount: 700 as Ariary, reason: 'out of stock', ...change });
  async function insert(id: PaymentId, change: Partial<RefundBody> = {}): Promise<StoredRefund> {
    const row = newRefund(id, body(change), 'Hanta', storage().clock.now());
    await storage().store.transact((work) => insertRefund(work, row));
    return row;
  }
  const markAsVoided = (id: RefundId) => storage().store.transact((work) => markVoided(storage(), work, id, 'a mistake', 'Rado'));

  it('has what the merchant recorded, and who did', async () => {
    const id = await payment();
    const refund = await insert(id, { transactionReference: '700000001', refundedAt: 5000 });
    expect(refund).toMatchObject({
      id: expect.stringMatching(/^ref_[A-Za-z0-9_-]{22}$/),
      payment_id: id,
      amount: 700,
      reason: 'out of stock',
      transaction_reference: '700000001',
      refunded_at: 5000,
      created_at: storages.clock.now(),
      created_by: 'Hanta',
    });
    await insert(id);
    expect(await findRefund(db(), refund.id)).toEqual(refund);
    expect(await findRefund(db(), 'ref_AAAAAAAAAAAAAAAAAAAAAA' as RefundId)).toBeUndefined();
  });

  it('is voided once, by the first who does', async () => {
    const id = await payment();
    const [refund, other] = [await insert(id), await insert(id)];
    const at = storages.clock.now();
    const voided = { ...refund, status: 'voided', voided_at: at, voided_by: 'Rado', void_reason: 'a mistake' };
    expect(await markAsVoided(refund.id)).toEqual(voided);
    storages.clock.advance(1000);
    expect(await markAsVoided(refund.id)).toBeUndefined();
    expect(await findRefund(db(), refund.id)).toEqual(voided);
    expect(await findRefund(db(), other.id)).toEqual(other);
  });

  it('is listed with its payment, the oldest first, also if it is voided', async () => {
    const id = await payment();
    const refunds = [await insert(id)];
    await insert(await payment('ORDER-2'));
    storages.clock.advance(1);
    refunds.push(await insert(id));
    await markAsVoided(refunds[0]?.id ?? expect.unreachable());
    expect((await refundsOf(db(), id)).map((refund) => refund.id)).toEqual(refunds.map((refund) => refund.id));
  });

  it.runIf(kind === 'postgres')('waits for one that another instance is recording for the same order', async () => {
    const id = await payment();
    const lock = (storage: Storage, work: Work) => lockForRefund(storage, work, id);
    expect(await endsOf(storages, lock, lock)).toEqual(['first', 'second']);
  });
});
