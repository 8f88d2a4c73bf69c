import type { Totals } from '@tsena/shared/merchant';
import { readCsv } from '@tsena/testkit/csv';
import { STORES } from '@tsena/testkit/stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asMerchant } from '../../../test/support/merchant.ts';
import { seedPayment } from '../../../test/support/seed.ts';
import { type Stack, startStack } from '../../../test/support/stack.ts';

/** 2026-12-01 begins in Madagascar at 21:00 on 30 November in UTC. */
const MIDNIGHTS = ['2026-10-31T21:00:00Z', '2026-11-14T21:00:00Z', '2026-11-15T21:00:00Z', '2026-11-30T21:00:00Z'].map((time) =>
  Date.parse(time),
);

describe.each(STORES)('GET /v1/merchant/books.csv on %s', (kind) => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ store: kind });
    const { store } = stack.served.companion.storage;
    let number = 0;
    for (const midnight of MIDNIGHTS) {
      for (const offset of [-1000, -1, 0, 1, 1000]) {
        number += 1;
        const at = midnight + offset;
        const paid = { verified: 1, final_at: at, created_at: at - 60_000, amount: 20_000 + number } as const;
        const id = await seedPayment(store, {
          ...paid,
          status: 'completed',
          fees: number % 3 === 0 ? null : `${number}.5`,
          description: '=1+1',
        });
        await seedPayment(store, { ...paid, status: 'failed' });
        const open = await seedPayment(store, { ...paid, status: 'unresolved', final_at: null, resolution: 'received' });
        // Refunds are made on another day than their payments, too.
        for (const [payment, status, refunded] of [
          [id, 'recorded', at],
          [id, 'voided', at],
          [open, 'recorded', at],
          [id, 'recorded', at + 86_400_000],
        ] as const) {
          const values = { amount: 100 + number, reason: 'out of stock', transaction_reference: null, created_at: at, created_by: 'owner' };
          const none = { voided_at: null, voided_by: null, void_reason: null };
          const ref = `ref_${String(number).padStart(10, '0')}${status}${refunded === at ? 'a' : 'b'}${payment.slice(-6)}`;
          await store.db
            .insertInto('refunds')
            .values({ id: ref as never, payment_id: payment, status, refunded_at: refunded, ...values, ...none })
            .execute();
        }
      }
    }
  });
  afterAll(() => stack.close());

  async function download(query: string): Promise<{ text: string; name: string | null }> {
    const response = await fetch(`${stack.served.url}/v1/merchant/books.csv${query}`, { headers: asMerchant });
    expect(response.status).toBe(200);
    return { text: await response.text(), name: response.headers.get('content-disposition') };
  }

  const cents = (text = '') => Math.round(Number(text === '' ? 0 : text) * 100);

  it.each([
    ['2026-10', '2026-10-01', '2026-10-31', 2],
    ['2026-11', '2026-11-01', '2026-11-30', 15],
    ['2026-12', '2026-12-01', '2026-12-31', 3],
  ])('the entries of %s add up to the totals of each day and of the month', async (month, from, to, payments) => {
    const { body: totals } = await stack.get<Totals>(`/v1/merchant/totals?from=${from}&to=${to}`, asMerchant);
    const { text, name } = await download(`?month=${month}`);
    expect(name).toBe(`attachment; filename="books-${month}.csv"`);
    const entries = readCsv(text);
    expect(entries.filter(({ type }) => type === 'payment')).toHaveLength(payments);
    const sum = (lines: typeof entries, column: string) => lines.reduce((all, line) => all + cents(line[column]), 0);
    for (const { day, amount, refunded, fees } of totals.days) {
      const lines = entries.filter((line) => line.day === day);
      expect([day, sum(lines, 'received'), sum(lines, 'refunded'), sum(lines, 'fees')]).toEqual([
        day,
        cents(amount),
        cents(refunded),
        cents(fees),
      ]);
    }
    expect(sum(entries, 'received') - sum(entries, 'refunded')).toBe(cents(totals.total.net));
    expect(entries.map(({ time }) => time)).toEqual(entries.map(({ time }) => time).toSorted());
    expect(new Set(entries.map(({ payment, refund }) => `${payment}${refund}`)).size).toBe(entries.length);
    expect(entries.find(({ type }) => type === 'payment')?.description).toBe("'=1+1");

    const days = readCsv((await download(`?month=${month}&by=day`)).text);
    expect(days).toEqual(
      [...totals.days, { day: month, ...totals.total }].map(({ day, completed, amount, refunded, net, fees, unknownFees }) => ({
        day,
        payments: String(completed),
        received: amount,
        refunded,
        net,
        fees: String(Number(fees)),
        payments_without_known_fees: String(unknownFees),
      })),
    );
  });

  it.each(['', '?month=2026-13', '?month=november', '?month=2026-11&by=week'])('rejects the query %j', async (query) => {
    expect((await stack.get(`/v1/merchant/books.csv${query}`, asMerchant)).status).toBe(400);
  });
});
