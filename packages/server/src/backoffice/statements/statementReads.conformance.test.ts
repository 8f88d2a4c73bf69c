import type { PaymentId } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { seedPayment, seedPayments } from '../../../test/support/seed.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import { completedWithin } from './statementReads.ts';

const HOUR = 3_600_000;

describe.each(STORES)('statements on %s', (kind) => {
  const storages = useStorages(kind);

  describe('the payments that a statement may lack', () => {
    async function within(from: number, to: number): Promise<PaymentId[]> {
      const found: PaymentId[] = [];
      for await (const payments of completedWithin(storages.storage.store.db, { from, to }))
        found.push(...payments.map(({ id }) => id));
      return found;
    }

    it('are those that ended in the period, or that the operator created in it more than an hour before they ended', async () => {
      const seed = (
        final_at: number | null,
        transaction_created_at: number | null,
        status: 'completed' | 'failed' = 'completed',
      ) => seedPayment(storages.storage.store, { status, final_at, transaction_created_at });
      const first = await seed(10 * HOUR, null);
      const last = await seed(20 * HOUR - 1, null);
      const createdBefore = await seed(10 * HOUR, 9 * HOUR);
      const both = await seed(15 * HOUR, 12 * HOUR);
      const endedLate = await seed(25 * HOUR, 15 * HOUR);
      const createdFirst = await seed(20 * HOUR, 10 * HOUR);
      await seed(10 * HOUR - 1, null);
      await seed(20 * HOUR, null);
      await seed(20 * HOUR, 19 * HOUR);
      await seed(10 * HOUR, 9 * HOUR - 1);
      await seed(25 * HOUR, 20 * HOUR);
      await seed(15 * HOUR, 12 * HOUR, 'failed');
      const expected = [first, last, createdBefore, both, endedLate, createdFirst];
      expect((await within(10 * HOUR, 20 * HOUR)).toSorted()).toEqual(expected.toSorted());
    });

    it('come in batches, each payment once, however many have the same time', async () => {
      const payments = Array.from({ length: 1001 }, (_, index) => ({
        status: index % 2 === 0 ? ('completed' as const) : ('failed' as const),
        final_at: index < 3 ? 1000 : 1500,
        transaction_created_at: null,
      }));
      await seedPayments(storages.storage.store, payments);
      const found = await within(1000, 2000);
      expect([found.length, new Set(found).size]).toEqual([501, 501]);
    });
  });
});
