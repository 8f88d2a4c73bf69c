import type { OrderReference } from '@tsena/shared/checkout';
import { totalsSchema } from '@tsena/shared/merchant';
import { readCsv } from '@tsena/testkit/csv';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type CliRun, runCli } from '../../../../test/support/cli.ts';
import { seedPayment } from '../../../../test/support/seed.ts';
import { startStack } from '../../../../test/support/stack.ts';
import { useForAll } from '../../../../test/support/use.ts';

const stack = useForAll(startStack);
const run = (...args: readonly string[]): Promise<CliRun> => runCli(args, stack.env);

it('tsena books writes the entries, the days and the totals of a month, which agree', async () => {
  const id = await seedPayment(stack.served.companion.storage.store, {
    status: 'completed',
    verified: 1,
    transaction_id: '600000020',
    order_reference: 'BOOKS-1' as OrderReference,
    amount: 60_000,
    fees: '375.5',
    created_at: Date.parse('2026-01-31T08:59:00Z'),
    final_at: Date.parse('2026-01-31T09:00:00Z'),
  });
  const refund = ['refunds', 'record', id, '--amount', '2500', '--reason', 'returned', '--refunded-at', '2026-01-31T20:59:59Z'];
  expect(await run(...refund)).toMatchObject({ code: 0, stderr: '' });

  const [entries, days, totals, empty, wrong] = await Promise.all([
    run('books', '--month', '2026-01'),
    run('books', '--month', '2026-01', '--by-day', '--semicolon'),
    run('books', '--month', '2026-01', '--json'),
    run('books', '--month', '2025-12'),
    run('books', '--month', '2026-13'),
  ]);
  const rows = readCsv(entries.stdout);
  expect(rows).toContainEqual(
    expect.objectContaining({ type: 'payment', order: 'BOOKS-1', received: '60000', fees: '375.5', payment: id }),
  );
  expect(rows).toContainEqual(expect.objectContaining({ type: 'refund', refunded: '2500', payment: id, day: '2026-01-31' }));
  expect(readCsv(empty.stdout)).toEqual([]);
  expect(z.parse(totalsSchema, JSON.parse(totals.stdout)).total).toMatchObject({ amount: '60000', refunded: '2500', net: '57500' });
  expect(days.stdout.trim().split('\r\n').at(-1)).toMatch(/^"2026-01";1;60000;2500;57500;/);
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('--month')]);
});
