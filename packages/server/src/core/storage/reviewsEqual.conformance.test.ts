import { type OrderReference, PAYMENT_STATUSES, type PaymentId } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seedPayments } from '../../../test/support/seed.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import { reviewReasons } from '../rules/reviewReasons.ts';
import { historyOf, readPayments } from './reads.ts';
import { reviewReasonsAmong } from './reviews.ts';

const payment = fc.record({
  status: fc.constantFrom(...PAYMENT_STATUSES),
  resolution: fc.constantFrom(null, 'received' as const, 'not_received' as const, 'closed' as const),
  differences: fc.constantFrom(null, 'amount'),
  verified: fc.constantFrom(null, 0, 1),
  next_check_at: fc.constantFrom(null, 1),
  amount_refunded: fc.constantFrom(0, 1, 25_000),
  events: fc.array(
    fc.constantFrom('created', 'completed', 'details_mismatch', 'order_overpaid', 'resolved', 'refunded'),
    { maxLength: 6 },
  ),
});

describe.each(STORES)('the rule of review reasons and the SQL on %s', (kind) => {
  const storages = useStorages(kind);
  it('say the same of random orders', { timeout: 600_000 }, async () => {
    const { store } = storages.storage;
    const orders = fc.sample(fc.array(payment, { minLength: 1, maxLength: 3 }), { numRuns: 12_000, seed: 430_000 });
    const found = new Map<string, number>();
    let compared = 0;
    for (let from = 0; from < orders.length; from += 200) {
      const some = orders
        .slice(from, from + 200)
        .map((attempts, index) =>
          attempts.map((one, n) => ({
            ...one,
            order_reference: `O-${from + index}` as OrderReference,
            attempt_number: n + 1,
          })),
        );
      const flat = some.flat();
      const ids = await seedPayments(
        store,
        flat.map(({ events: _events, ...row }) => row),
      );
      const events = flat.flatMap((row, index) =>
        row.events.map((kind, version) => ({
          payment_id: ids[index] as PaymentId,
          version,
          at: 1,
          kind: kind as 'created',
          data: '{}',
        })),
      );
      for (let at = 0; at < events.length; at += 400)
        await store.db
          .insertInto('events')
          .values(events.slice(at, at + 400))
          .execute();
      const sql = await reviewReasonsAmong(store.db, ids);
      const rows = await readPayments(store.db, ids);
      for (const row of rows) {
        const others = rows.filter((one) => one.order_reference === row.order_reference && one.id !== row.id);
        const rule = reviewReasons(row, await historyOf(store.db, row.id), others);
        expect(rule).toEqual(sql.get(row.id) ?? []);
        compared += 1;
        for (const reason of rule) found.set(reason, (found.get(reason) ?? 0) + 1);
      }
    }
  });
});
