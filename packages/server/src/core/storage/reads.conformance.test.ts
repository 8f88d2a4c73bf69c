import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { seedPayment } from '../../../test/support/seed.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import { findBoundTo, type findPayment, findPaymentOfTransaction } from './reads.ts';

const payment = (id: string) => id as Parameters<typeof findPayment>[1];

describe.each(STORES)('reads of payments on %s', (kind) => {
  const storages = useStorages(kind);
  const db = () => storages.storage.store.db;

  const seed = (id: string, values: Parameters<typeof seedPayment>[1] = {}) =>
    seedPayment(storages.storage.store, { id: payment(id), ...values });

  it('find the payment that a transaction names, else the one that it completed', async () => {
    await seed('pay_1', { correlation_id: 'x-1', transaction_id: 'MP1' });
    await seed('pay_2', { correlation_id: 'x-2', transaction_id: 'MP2' });
    await seed('pay_3', { correlation_id: 'x-3' });
    expect(await findPaymentOfTransaction(db(), 'MP1', undefined)).toBe('pay_1');
    expect(await findPaymentOfTransaction(db(), 'MP1', 'x-2')).toBe('pay_2');
    expect(await findPaymentOfTransaction(db(), 'MP2', 'x-4')).toBe('pay_2');
    expect(await findPaymentOfTransaction(db(), 'MP3', 'x-4')).toBeUndefined();
    expect(await findPaymentOfTransaction(db(), 'MP3', undefined)).toBeUndefined();
  });

  it('find another payment with a serverCorrelationId in any spelling', async () => {
    await seed('pay_1', { server_correlation_id: 'ab-1' });
    await seed('pay_2', { server_correlation_id: 'AB-2' });
    await seed('pay_3', { server_correlation_id: 'Ab-3' });
    await seed('pay_4');
    const isBound = async (id: string, serverCorrelationId: string) =>
      (await findBoundTo(db(), payment(id), serverCorrelationId)) !== undefined;
    expect(await isBound('pay_4', 'ab-1')).toBe(true);
    expect(await isBound('pay_4', 'AB-1')).toBe(true);
    expect(await isBound('pay_4', 'ab-2')).toBe(true);
    expect(await isBound('pay_4', 'Ab-3')).toBe(true);
    expect(await isBound('pay_1', 'AB-1')).toBe(false);
    expect(await isBound('pay_4', 'ab-4')).toBe(false);
  });
});
