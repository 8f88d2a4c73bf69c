import { foldReference } from '@tsena/shared';
import { STORES } from '@tsena/testkit/stores';
import { beforeEach, describe, expect, it } from 'vitest';
import { seedPayment } from '../../../test/support/seed.ts';
import { changedWithin, pending } from '../../../test/support/storages.ts';
import { msisdn } from '../../../test/support/testCompanion.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import type { StoredPayment } from '../../database/schema.ts';
import type { Owner } from '../rules/decision.ts';
import type { PayingTransaction } from '../rules/decisions/completion.ts';
import { findPaidBy } from './sameTransaction.ts';

const HOUR = 3_600_000;
const COMPLETED = { to: 'completed', event: { kind: 'completed' }, webhook: 'payment.completed' } as const;
/** Another number with the same masked form: 034 •• ••0 03. */
const SAME_MASK = msisdn('0341234003');

describe.each(STORES)('one transaction pays one payment on %s', (kind) => {
  const storages = useStorages(kind);
  const { storage } = storages;
  let at: number;
  beforeEach(async () => {
    at = storages.clock.now();
  });

  /** `createdAt` is stored; `readings` are the times that the date may mean, if it may mean several. */
  interface Transaction extends Pick<PayingTransaction, 'isProven' | 'suspectSentBetween'> {
    readonly reference?: string;
    readonly createdAt: number | null;
    readonly readings?: readonly number[];
  }

  /** Completes a payment, as a decision does, unless the transaction has paid another one: then returns that one. */
  function complete(payment: StoredPayment, transaction: Transaction): Promise<Owner | undefined> {
    const { reference = `of ${payment.id}`, createdAt, isProven } = transaction;
    const { readings = createdAt === null ? [] : [createdAt] } = transaction;
    return storage.store.transact(async (trx) => {
      const owner = await findPaidBy(trx, payment, { ...transaction, reference, createdAtReadings: readings });
      const fold = { transaction_id: reference, transaction_fold: foldReference(reference) };
      const set = { ...fold, transaction_created_at: createdAt, transaction_proven: isProven ? 1 : 0 };
      if (owner === undefined) await changedWithin(storage, trx, payment.id, { ...COMPLETED, set });
      return owner;
    });
  }

  const outcome = async (payment: StoredPayment, transaction: Transaction): Promise<'paid' | 'taken'> =>
    (await complete(payment, transaction)) === undefined ? 'paid' : 'taken';

  it.each([
    { first: false, second: false, expected: 'taken' },
    { first: false, second: true, expected: 'taken' },
    { first: true, second: false, expected: 'taken' },
    // The operator may create two transactions in one millisecond; each of these has its own serverCorrelationId.
    { first: true, second: true, expected: 'paid' },
  ])('another of the same time, payer and amount (proven: $first, $second): $expected', async (row) => {
    const [one, other] = [await pending(storage, 'ORDER-1'), await pending(storage, 'ORDER-2')];
    expect(await outcome(one, { createdAt: at, isProven: row.first })).toBe('paid');
    expect(await outcome(other, { createdAt: at, isProven: row.second })).toBe(row.expected);
  });

  it.each([
    ['a transaction of another millisecond', {}, { createdAt: 1 }],
    ['a transaction without a creation time', {}, { createdAt: null }],
    ['another amount', { amount: '26000' }, {}],
    ['another payer', { msisdn: msisdn('0343500009') }, {}],
    ['another payer whose masked number is the same', { msisdn: SAME_MASK }, {}],
  ] as const)('%s is not the same transaction', async (_name, request, transaction) => {
    const [one, other] = [await pending(storage, 'ORDER-1'), await pending(storage, 'ORDER-2', request)];
    expect(await outcome(one, { createdAt: at, isProven: false })).toBe('paid');
    expect(await outcome(other, { createdAt: at, isProven: false, ...transaction })).toBe('paid');
  });

  it('finds the payment that it paid, also if its time without a zone was read as another one', async () => {
    const readings = [at, at - 3 * 60 * 60_000];
    const soon = { createdAt: at - 3 * 60 * 60_000, readings, isProven: false };
    // UTC has become possible meanwhile.
    const later = { createdAt: at, readings, isProven: false };
    expect(await outcome(await pending(storage, 'ORDER-1'), soon)).toBe('paid');
    expect(await outcome(await pending(storage, 'ORDER-2'), later)).toBe('taken');
  });

  it('finds the payment that it paid by the masked number, once the number is erased', async () => {
    await complete(await pending(storage, 'ORDER-1'), { createdAt: at, isProven: true });
    await storage.store.db.updateTable('payments').set({ msisdn: null }).execute();
    expect(
      await outcome(await pending(storage, 'ORDER-2', { msisdn: msisdn('0343500009') }), {
        createdAt: at,
        isProven: false,
      }),
    ).toBe('paid');
    await storage.store.db.updateTable('payments').set({ msisdn: null }).execute();
    expect(await outcome(await pending(storage, 'ORDER-3'), { createdAt: at, isProven: false })).toBe('taken');
  });

  describe('and a submitted reference is refused where a payment of that time may have been paid by it', () => {
    const period = () => ({ from: at, to: at + 10_000 });
    const suspected = (createdAt: number | null = null): Transaction => ({
      createdAt,
      isProven: false,
      suspectSentBetween: period(),
    });
    const paid = (values: Parameters<typeof seedPayment>[1] = {}) =>
      seedPayment(storage.store, { status: 'completed', created_at: at, sent_at: at, ...values });

    it('by when it was sent', async () => {
      for (const [afterMs, expected] of [
        [-1, 'paid'],
        [0, 'taken'],
        [10_000, 'taken'],
        [10_001, 'paid'],
      ] as const) {
        await storages.empty();
        await paid({ sent_at: at + afterMs });
        expect(await outcome(await pending(storage, 'ORDER-1'), suspected()), `${afterMs} ms`).toBe(expected);
        expect(await outcome(await pending(storage, 'ORDER-2'), { createdAt: null, isProven: false })).toBe('paid');
      }
    });

    it('by what is known of it', async () => {
      for (const [name, values, expected] of [
        ['completed', { status: 'completed' }, 'taken'],
        ['recorded as received', { status: 'unresolved', resolution: 'received' }, 'taken'],
        ['of an erased number', { msisdn: null }, 'taken'],
        ['that waited an hour before it was sent', { created_at: at - HOUR }, 'taken'],
        ['failed', { status: 'failed' }, 'paid'],
        ['recorded as not received', { status: 'unresolved', resolution: 'not_received' }, 'paid'],
        ['whose own transaction is known', { transaction_created_at: 5 }, 'paid'],
        ['of another amount', { amount: 26_000 }, 'paid'],
        ['of another payer', { msisdn: msisdn('0343500009'), payer: '034 •• ••0 09' }, 'paid'],
        ['of another payer whose masked number is the same', { msisdn: SAME_MASK }, 'paid'],
        ['of another payer whose number is erased', { msisdn: null, payer: '034 •• ••0 09' }, 'paid'],
      ] as const) {
        await storages.empty();
        await paid(values);
        expect(await outcome(await pending(storage, 'ORDER-1'), suspected(at + 1)), name).toBe(expected);
      }
    });

    it('a proven transaction is not refused', async () => {
      await paid();
      expect(await outcome(await pending(storage, 'ORDER-1'), { ...suspected(at + 1), isProven: true })).toBe('paid');
    });
  });

  it('names the payment that it has paid, by its reference or its creation time', async () => {
    const [one, other] = [await pending(storage, 'ORDER-1'), await pending(storage, 'ORDER-2', { amount: '26000' })];
    await complete(one, { reference: 'MP1', createdAt: at, isProven: false });
    const owner = { id: one.id, order_reference: 'ORDER-1' };
    expect(await complete(other, { reference: 'MP1', createdAt: null, isProven: true })).toEqual(owner);
    const third = await pending(storage, 'ORDER-3');
    expect(await complete(third, { reference: 'another one', createdAt: at, isProven: false })).toEqual(owner);
  });

  it.each([
    ['TX-1001', 'TX-1001', 'the same'],
    ['TX-1001', 'tx1001', 'another spelling'],
    ['MP241128.1234.A12345', 'MP2411281234A12345', 'another spelling'],
    ['0636042511', '636042511', 'another spelling'],
    ['636042511', '６３６０４２５１１', 'another spelling'],
    ['636042511', '636042512', 'another'],
    ['TX-1001', 'TX-10010', 'another'],
  ])('knows after %s that %s is %s', async (paid, asked, expected) => {
    const [one, other] = [await pending(storage, 'ORDER-1'), await pending(storage, 'ORDER-2', { amount: '26000' })];
    await complete(one, { reference: paid, createdAt: null, isProven: true });
    const owner = await complete(other, { reference: asked, createdAt: null, isProven: true });
    const isOtherSpelling = owner !== undefined && 'isOtherSpelling' in owner;
    expect(isOtherSpelling ? 'another spelling' : owner === undefined ? 'another' : 'the same').toBe(expected);
  });
});
