import { writeFileSync } from 'node:fs';
import type { OrderReference } from '@tsena/shared/checkout';
import { statementReportSchema } from '@tsena/shared/merchant';
import { readCsv } from '@tsena/testkit/csv';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type CliRun, runCli } from '../../../../test/support/cli.ts';
import { seedPayment } from '../../../../test/support/seed.ts';
import { startStack } from '../../../../test/support/stack.ts';
import { useFolder, useForAll } from '../../../../test/support/use.ts';

const folder = useFolder();

const stack = useForAll(startStack);

const run = (...args: readonly string[]): Promise<CliRun> => runCli(args, stack.env);
const paid = (transaction_id: string, order: string) =>
  seedPayment(stack.served.companion.storage.store, {
    status: 'completed',
    verified: 1,
    transaction_id,
    order_reference: order as OrderReference,
    amount: 25_000,
    fees: '375.5',
    created_at: Date.parse('2026-01-31T08:59:00Z'),
    final_at: Date.parse('2026-01-31T09:00:00Z'),
  });

function file(name: string, content: string | Uint8Array): string {
  const path = folder(name);
  writeFileSync(path, content);
  return path;
}

it('tsena statements import compares a file with the payments, and prints the counts and the rows', async () => {
  await paid('600000001', 'STATEMENT-1');
  await paid('600000002', 'STATEMENT-2');
  await paid('600000003', 'STATEMENT-3');
  const path = file(
    'statement.csv',
    'Jour;Numéro;Somme;Coût;De\r\n31/01/2026 12:00;600000001;25 000,00;375,50;0343500003\r\n31/01/2026 12:01;600000002;24 000;;\r\n31/01/2026 12:02;600000009;700;;0343500003',
  );
  const columns = 'date=Jour,transactionReference=Numéro,amount=Somme,fee=Coût,payer=De';
  const compare = (...options: readonly string[]) =>
    run('statements', 'import', path, '--columns', columns, ...options);
  const all = await compare();
  expect([all.code, all.stderr]).toEqual([0, '']);
  expect(all.stdout).toMatch(/^2026-01-31 00:00:00 to .*, rows: 3\n/);
  for (const line of [/^ +matched +1 /m, /^ +onlyHere +1 /m, /^ +onlyAtOperator +1 /m, /^ +different +1 /m]) {
    expect(all.stdout).toMatch(line);
  }
  expect(all.stdout).toMatch(/^3 +different .* 24,000 Ar .* STATEMENT-2 +amount$/m);
  expect(all.stdout).toMatch(/^4 +onlyAtOperator .* 600000009 +700 Ar/m);
  expect(all.stdout).not.toMatch(/0343500003|more rows/);

  const missing = await compare('--result', 'onlyHere');
  expect(missing.stdout).toMatch(/^- +onlyHere .* 600000003 .* STATEMENT-3$/m);
  expect(missing.stdout).not.toContain('STATEMENT-2');
  expect((await compare('--limit', '1')).stdout).toContain('There are more rows');
  expect(z.parse(statementReportSchema, JSON.parse((await compare('--json')).stdout))).toMatchObject({
    counts: { rows: 3, matched: 1 },
    rows: [
      { result: 'onlyAtOperator' },
      { result: 'different', differences: ['amount'] },
      { result: 'onlyHere', row: null },
    ],
    more: 0,
  });
  expect(readCsv((await compare('--csv')).stdout)).toMatchObject([
    { result: 'matched', order: 'STATEMENT-1', fee: '375.5' },
    { result: 'different' },
    { result: 'onlyAtOperator' },
    { result: 'onlyHere', order: 'STATEMENT-3' },
  ]);
});

it('tsena statements import says what it cannot read', async () => {
  const good = file('good.csv', 'Date;Référence;Montant\n31/01/2026;600000008;700');
  const wrong: readonly (readonly [args: readonly string[], message: string])[] = [
    [
      [file('amount.csv', 'Date;Référence;Montant\n31/01/2026;1;plenty')],
      'line 2, column “Montant”: the cell is not an amount',
    ],
    [[good, '--columns', 'Date'], 'pairs such as date=Date'],
    [[good, '--columns', 'date=Date'], 'columns.transactionReference'],
    [[folder('absent.csv')], 'cannot be read'],
    [[file('large.csv', new Uint8Array(10_000_001))], 'has more than 10 MB'],
    // A file without an end, which has no size.
    ...(process.platform === 'win32' ? [] : [[['/dev/zero'], 'has more than 10 MB'] as const]),
  ];
  const runs = await Promise.all(wrong.map(([args]) => run('statements', 'import', ...args)));
  for (const [index, { code, stderr, stdout }] of runs.entries()) {
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(wrong[index]?.[1] ?? '')]);
    expect(stderr).not.toContain('plenty');
  }
});
