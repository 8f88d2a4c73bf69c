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

it('tsena books writes the entries, the days and the totals of a month', async () => {
  const paid = {
    status: 'completed',
    verified: 1,
    amount: 60_000,
    final_at: Date.parse('2026-01-31T20:59:59Z'),
  } as const;
  const id = await seedPayment(stack.served.companion.storage.store, paid);
  const [entries, days, totals, empty, wrong] = await Promise.all([
    run('books', '--month', '2026-01'),
    run('books', '--month', '2026-01', '--by-day', '--semicolon'),
    run('books', '--month', '2026-01', '--json'),
    run('books', '--month', '2025-12'),
    run('books', '--month', '2026-13'),
  ]);
  expect(readCsv(entries.stdout)).toMatchObject([
    { type: 'payment', received: '60000', payment: id, day: '2026-01-31' },
  ]);
  expect(readCsv(empty.stdout)).toEqual([]);
  expect(z.parse(totalsSchema, JSON.parse(totals.stdout)).total).toMatchObject({ amount: '60000', net: '60000' });
  expect(days.stdout.trim().split('\r\n').at(-1)).toMatch(/^"2026-01";1;60000;0;60000;/);
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('--month')]);
});
