import type { Ariary } from '@tsena/shared';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import type { RefundBody, RefundId } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { seedPayment } from '../../../test/support/seed.ts';
import { endsOf, useStorages } from '../../../test/support/useStorages.ts';
import type { Storage } from '../../core/storage/storage.ts';
import type { StoredRefund } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';
import { insertRefund, lockForRefund, markVoided, newRefund, refundsOf } from './refundRows.ts';

describe.each(STORES)('the record of a refund on %s', (kind) => {
  const storages = useStorages(kind, 2);

  const storage = () => storages.storage;
  const db = () => storages.storage.store.db;
  const payment = (order = 'ORDER-1') => seedPayment(storage().store, { status: 'completed', order_reference: order as OrderReference });
  const body = (change: Partial<RefundBody> = {}): RefundBody => ({ amount: 700 as Ariary, reason: 'out of stock', ...change });
  async function insert(id: PaymentId, change: Partial<RefundBody> = {}): Promise<StoredRefund> {
    const row = newRefund(id, body(change), 'Hanta', storage().clock.now());
    await storage().store.transact((trx) => insertRefund(trx, row));
    return row;
  }
  const markAsVoided = (id: RefundId) => storage().store.transact((trx) => markVoided(storage(), trx, id, 'a mistake', 'Rado'));

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
    const lock = (storage: Storage, trx: Trx) => lockForRefund(storage, trx, id);
    expect(await endsOf(storages, lock, lock)).toEqual(['first', 'second']);
  });
});
