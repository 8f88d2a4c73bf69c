import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { seedPayment } from '../../../test/support/seed.ts';
import { seedRefund } from '../../../test/support/seedRows.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import { dailyTotals } from './totals.ts';

/** 2026-05-03 in Madagascar, whose time is three hours ahead of UTC. */
const BEGINS = Date.parse('2026-05-02T21:00:00Z');
const ENDS = Date.parse('2026-05-03T21:00:00Z');
const DAY = 86_400_000;
const NOTHING = { completed: 0, amount: '0', refunded: '0', net: '0', fees: '0', unknownFees: 0, failed: 0 };

describe.each(STORES)('daily totals on %s', (kind) => {
  const storages = useStorages(kind);

  const store = () => storages.storage.store;
  const completed = (final_at: number, amount = 1000, fees: string | null = null) =>
    seedPayment(store(), { status: 'completed', final_at, amount, fees });
  let count = 0;
  function refund(
    payment: string,
    refunded_at: number,
    amount: number,
    status: 'recorded' | 'voided' = 'recorded',
  ): Promise<void> {
    count += 1;
    return seedRefund(store(), `ref_${count}`, payment, { refunded_at, amount, status });
  }

  it('sum amounts and fees exactly, refunds, and what is unknown or failed', async () => {
    const one = await completed(BEGINS, 25_000, '375.05');
    const other = await completed(ENDS - 1, 999_999_999_999, '0.95');
    await completed(BEGINS + 1, 999_999_999_999, '100');
    await completed(BEGINS + 2, 1, null);
    await seedPayment(store(), { status: 'failed', final_at: BEGINS, amount: 700, fees: '5' });
    await seedPayment(store(), { status: 'pending', final_at: null, amount: 800 });
    await refund(one, BEGINS, 5000);
    await refund(other, ENDS - 1, 1);
    await refund(one, BEGINS, 300, 'voided');
    const day = {
      completed: 4,
      amount: '2000000024999',
      refunded: '5001',
      net: '2000000019998',
      fees: '476',
      unknownFees: 1,
      failed: 1,
    };
    expect(await dailyTotals(store().db, '2026-05-03', '2026-05-03')).toEqual({
      from: '2026-05-03',
      to: '2026-05-03',
      timeZone: 'Indian/Antananarivo',
      days: [{ day: '2026-05-03', ...day }],
      total: day,
    });
  });

  it('belong to the days of Madagascar, from midnight to midnight', async () => {
    const before = await completed(BEGINS - 1, 1000);
    await completed(BEGINS, 20);
    await completed(ENDS - 1, 300);
    const after = await completed(ENDS, 4000);
    for (const [at, amount] of [
      [BEGINS - 1, 1],
      [BEGINS, 2],
      [ENDS - 1, 3],
      [ENDS, 4],
    ] as const)
      await refund(amount < 3 ? before : after, at, amount);
    const { days, total } = await dailyTotals(store().db, '2026-05-03', '2026-05-03');
    expect(days).toMatchObject([{ day: '2026-05-03', completed: 2, amount: '320', refunded: '5', net: '315' }]);
    const wider = await dailyTotals(store().db, '2026-05-02', '2026-05-04');
    expect(wider.days.map(({ day, amount, refunded }) => [day, amount, refunded])).toEqual([
      ['2026-05-02', '1000', '1'],
      ['2026-05-03', '320', '5'],
      ['2026-05-04', '4000', '4'],
    ]);
    expect([total.amount, wider.total.amount, wider.total.refunded, wider.total.completed]).toEqual([
      '320',
      '5320',
      '10',
      4,
    ]);
  });

  it('count a refund once its payment is completed, and on the day of the refund', async () => {
    const unresolved = await seedPayment(store(), { status: 'unresolved', resolution: 'received' });
    await refund(unresolved, BEGINS, 500);
    expect((await dailyTotals(store().db, '2026-05-03', '2026-05-03')).total).toEqual(NOTHING);
    await refund(await completed(BEGINS - DAY), BEGINS, 600);
    const { days } = await dailyTotals(store().db, '2026-05-02', '2026-05-03');
    expect(days).toMatchObject([
      { refunded: '0', net: '1000' },
      { amount: '0', refunded: '600', net: '-600' },
    ]);
  });

  it('have every day of a range, however long, and each payment once', async () => {
    for (let day = 0; day < 25; day += 1)
      await refund(await completed(BEGINS + day * DAY, 1000 + day), BEGINS + day * DAY, day + 1);
    const { days, total } = await dailyTotals(store().db, '2026-05-03', '2026-05-28');
    expect(days.map(({ day }) => day).slice(8, 12)).toEqual(['2026-05-11', '2026-05-12', '2026-05-13', '2026-05-14']);
    expect(days.map(({ amount }) => amount)).toEqual([
      ...Array.from({ length: 25 }, (_, day) => String(1000 + day)),
      '0',
    ]);
    expect(days.map(({ refunded }) => refunded)).toEqual([
      ...Array.from({ length: 25 }, (_, day) => String(day + 1)),
      '0',
    ]);
    expect(days.at(-1)).toEqual({ day: '2026-05-28', ...NOTHING });
    expect([total.completed, total.amount, total.refunded]).toEqual([25, '25300', '325']);
  });
});
