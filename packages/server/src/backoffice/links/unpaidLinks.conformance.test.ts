import type { OrderReference } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { testSettings } from '../../../test/support/operatorFixture.ts';
import { seedPayment } from '../../../test/support/seed.ts';
import { newLink } from '../../../test/support/storages.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import { createLog } from '../../log/log.ts';
import type { NewLink } from './linkRows.ts';
import { readUnpaidLinks } from './unpaidLinks.ts';

describe.each(STORES)('readUnpaidLinks on %s', (kind) => {
  const storages = useStorages(kind);

  const read = (orderPrefix?: string) =>
    readUnpaidLinks(
      {
        storage: storages.storage,
        log: createLog('silent'),
        current: () => ({ ...testSettings('https://operator.test'), PUBLIC_URL: 'https://pay.example' }),
      },
      { orderPrefix },
    );
  const link = (order: string, change: Partial<NewLink> = {}) =>
    newLink(storages.storage, { order_reference: order as OrderReference, ...change });
  const payment = (order: string, change: Parameters<typeof seedPayment>[1]) =>
    seedPayment(storages.storage.store, { order_reference: order as OrderReference, ...change });

  it('says who owes, the sum, and whose payment has no result yet', async () => {
    await link('10/OWES');
    await link('10/FAILED', { amount: 30_000 });
    await payment('10/FAILED', { status: 'failed', final_at: 1 });
    await link('10/UNRESOLVED', { amount: 700 });
    await payment('10/UNRESOLVED', { status: 'unresolved' });
    await link('10/PAID');
    await payment('10/PAID', { status: 'completed', final_at: 1 });
    await link('11/OWES');
    const { data, unpaid, withoutResult } = await read('10/');
    expect(Object.fromEntries(data.map(({ order, view }) => [order, view]))).toEqual({
      '10/OWES': null,
      '10/FAILED': 'failed',
      '10/UNRESOLVED': 'unresolved',
    });
    expect(unpaid).toEqual({ orders: 3, amount: '55700' });
    expect(withoutResult).toEqual({ orders: 1, amount: '700' });
  });

  it('counts an order once, by its newest link', async () => {
    await link('A', { amount: 100, expires_at: storages.clock.now() });
    storages.clock.advance(1);
    const id = await link('A', { amount: 200 });
    const { data, unpaid } = await read();
    expect(data.map((one) => one.id)).toEqual([id]);
    expect(unpaid).toEqual({ orders: 1, amount: '200' });
  });

  it('adds up more orders than a page of the API has', async () => {
    for (let index = 0; index < 201; index += 1) await link(`A${index}`, { amount: 100 });
    expect((await read()).unpaid).toEqual({ orders: 201, amount: '20100' });
  });
});
