import type { PaymentId } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStorages, pending, type Storages } from '../../test/support/storages.ts';
import { changePayment } from './changes.ts';
import { findPayment } from './reads.ts';
import type { Storage } from './storage.ts';

const COMPLETED = { to: 'completed', event: { kind: 'completed' }, webhook: 'payment.completed' } as const;

describe.each(STORES)('changes with a condition on %s', (kind) => {
  let storages: Storages;
  let storage: Storage;
  beforeAll(async () => {
    storages = await openStorages(kind, 3);
    storage = storages.storage;
  });
  beforeEach(() => storages.empty());
  afterAll(() => storages.close());

  const read = (id: PaymentId) => findPayment(storage.store.db, id);
  const twoOf = async (order: string) => {
    const first = await pending(storage, order);
    storages.clock.advance(90_000);
    return { first, second: await pending(storage, order) };
  };

  it('are written from these statuses only', async () => {
    const payment = await pending(storage, 'ORDER-1');
    const change = { to: 'failed', event: { kind: 'failed' } } as const;
    expect(await changePayment(storage, payment.id, { ...change, from: ['unresolved', 'sending'] })).toBeNull();
    expect(await changePayment(storage, payment.id, { event: { kind: 'test' }, from: ['failed'] })).toBeNull();
    expect(await read(payment.id)).toEqual(payment);
    expect(await changePayment(storage, payment.id, { ...change, from: ['unresolved', 'pending'] })).toMatchObject({ status: 'failed' });
  });

  it('are written by the newest holder of the lease only', async () => {
    const payment = await pending(storage, 'ORDER-1');
    for (const fence of [payment.fence - 1, payment.fence + 1, 0]) {
      expect(await changePayment(storage, payment.id, { ...COMPLETED, fence })).toBeNull();
    }
    expect(await read(payment.id)).toEqual(payment);
    expect(await changePayment(storage, payment.id, { ...COMPLETED, fence: payment.fence })).toMatchObject({ status: 'completed' });
  });

  it('are written for a payment without a recorded refund only', async () => {
    const payment = await pending(storage, 'ORDER-1');
    const change = { event: { kind: 'test' }, isUnrefunded: true } as const;
    expect(await changePayment(storage, payment.id, change)).toMatchObject({ version: 4 });
    await storage.store.db.updateTable('payments').set({ amount_refunded: 1 }).execute();
    expect(await changePayment(storage, payment.id, change)).toBeNull();
    expect(await changePayment(storage, payment.id, { event: { kind: 'test' } })).toMatchObject({ version: 5 });
  });

  it('are written for the current payment of its order only', async () => {
    const { first, second } = await twoOf('ORDER-1');
    const change = { event: { kind: 'test' }, isCurrent: true } as const;
    expect(await changePayment(storage, first.id, change)).toBeNull();
    expect(await changePayment(storage, first.id, { event: { kind: 'test' } })).toMatchObject({ version: 4 });
    expect(await changePayment(storage, second.id, change)).toMatchObject({ version: 4 });
  });

  it('are written for a payment that was opened in this database only', async () => {
    const payment = await pending(storage, 'ORDER-1');
    const change = { event: { kind: 'test' }, openedHere: true } as const;
    expect(await changePayment(storage, payment.id, change)).toMatchObject({ version: 4 });
    await storage.store.db.updateTable('payments').set({ database_identity: 'another' }).execute();
    // On SQLite, `tsena restore` marks the payments instead.
    expect((await changePayment(storage, payment.id, change))?.version).toBe(kind === 'postgres' ? undefined : 5);
    expect(await changePayment(storage, payment.id, { event: { kind: 'test' } })).not.toBeNull();
  });
});
