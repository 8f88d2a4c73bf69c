import type { Totals } from '@tsena/shared/merchant';
import { readCsv } from '@tsena/testkit/csv';
import { STORES } from '@tsena/testkit/stores';
import { beforeAll, describe, expect, it } from 'vitest';
import { asMerchant } from '../../../test/support/merchant.ts';
import { seedPayment } from '../../../test/support/seed.ts';
import { startStack } from '../../../test/support/stack.ts';
import { useForAll } from '../../../test/support/use.ts';

/** 2026-01-01 begins in Madagascar at 21:00 on 31 December in UTC. */
const MIDNIGHT = Date.parse('2025-12-31T21:00:00Z');

describe.each(STORES)('GET /v1/merchant/books.csv on %s', (kind) => {
  const stack = useForAll(() => startStack({ store: kind }));
  beforeAll(async () => {
    const { store } = stack.served.companion.storage;
    for (const [index, at] of [MIDNIGHT - 86_400_000, MIDNIGHT - 1, MIDNIGHT].entries()) {
      const paid = { verified: 1, final_at: at, created_at: at - 60_000, amount: 20_000 + index } as const;
      const fees = index === 0 ? null : `${index}.5`;
      const id = await seedPayment(store, { ...paid, status: 'completed', fees, description: '=1+1' });
      await seedPayment(store, { ...paid, status: 'failed' });
      for (const hours of [0, 24]) {
        const refundedAt = new Date(at + hours * 3_600_000).toISOString();
        const body = { amount: String(100 + index), reason: 'out of stock', refundedAt };
        expect((await stack.post(`/v1/merchant/payments/${id}/refunds`, body, asMerchant)).status).toBe(201);
      }
    }
  });

  async function download(query: string): Promise<{ text: string; name: string | null }> {
    const response = await fetch(`${stack.served.url}/v1/merchant/books.csv${query}`, { headers: asMerchant });
    expect(response.status).toBe(200);
    return { text: await response.text(), name: response.headers.get('content-disposition') };
  }

  const cents = (text = '') => Math.round(Number(text === '' ? 0 : text) * 100);

  it.each([
    ['2025-12', '2025-12-01', '2025-12-31', 2],
    ['2026-01', '2026-01-01', '2026-01-31', 1],
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
});
