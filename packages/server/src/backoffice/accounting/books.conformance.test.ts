import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { seedPayment } from '../../../test/support/seed.ts';
import { seedRefund } from '../../../test/support/seedRows.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import type { PaymentsTable, RefundsTable } from '../../database/schema.ts';
import { type BookEntry, readBooks } from './books.ts';

describe.each(STORES)('the books on %s', (kind) => {
  const storages = useStorages(kind);

  const store = () => storages.storage.store;
  const completed = (id: string, final_at: number, change: Partial<PaymentsTable> = {}) =>
    seedPayment(store(), { id: id as PaymentId, status: 'completed', verified: 1, final_at, ...change });
  const refund = (id: string, payment: string, refunded_at: number, change: Partial<RefundsTable> = {}) =>
    seedRefund(store(), id, payment, { refunded_at, ...change });

  async function entries(first: string, last = first): Promise<BookEntry[]> {
    const read: BookEntry[] = [];
    for await (const day of readBooks(store().db, first, last)) read.push(...day);
    return read;
  }
  const ids = async (first: string, last?: string) => (await entries(first, last)).map(({ id }) => id);

  it('show what a payment and a refund were', async () => {
    await completed('pay_a', 1000, {
      order_reference: 'ORDER-1' as OrderReference,
      amount: 25_000,
      fees: '375.5',
      transaction_id: '600000001',
      description: 'Lamba',
    });
    await refund('ref_a', 'pay_a', 2000, { transaction_reference: '700000001' });
    const both = { order: 'ORDER-1', paymentId: 'pay_a' };
    expect(await entries('1970-01-01')).toMatchObject([
      {
        ...both,
        type: 'payment',
        at: 1000,
        transactionReference: '600000001',
        amount: 25_000,
        fees: '375.5',
        description: 'Lamba',
      },
      {
        ...both,
        type: 'refund',
        at: 2000,
        transactionReference: '700000001',
        amount: 700,
        description: 'out of stock',
      },
    ]);
  });

  it('have completed payments, and the refunds of such that are not voided', async () => {
    await completed('pay_a', 1000);
    await completed('pay_failed', 1000, { status: 'failed' });
    await completed('pay_received', 1000, { status: 'unresolved', resolution: 'received' });
    await refund('ref_a', 'pay_a', 1500);
    await refund('ref_voided', 'pay_a', 1500, { status: 'voided' });
    await refund('ref_received', 'pay_received', 1500);
    expect(await ids('1970-01-01')).toEqual(['pay_a', 'ref_a']);
  });

  it('begin and end at midnight in Madagascar', async () => {
    for (const at of [75_599_999, 75_600_000, 161_999_999, 162_000_000]) {
      await completed(`pay_${at}`, at);
      await refund(`ref_${at}`, `pay_${at}`, at);
    }
    expect(await ids('1970-01-02')).toEqual(['pay_75600000', 'ref_75600000', 'pay_161999999', 'ref_161999999']);
  });

  it('list payments before refunds of the same time, each once, day after day', async () => {
    for (const at of [75_599_999, 75_600_000, 75_600_001]) {
      await completed(`pay_${at}a`, at);
      await completed(`pay_${at}b`, at);
      await refund(`ref_${at}a`, `pay_${at}a`, at);
      await refund(`ref_${at}b`, `pay_${at}b`, at);
    }
    expect(await ids('1970-01-01', '1970-01-03')).toEqual(
      [75_599_999, 75_600_000, 75_600_001].flatMap((at) => [`pay_${at}a`, `pay_${at}b`, `ref_${at}a`, `ref_${at}b`]),
    );
  });
});
