import { writeFileSync } from 'node:fs';
import type { OrderReference } from '@tsena/shared/checkout';
import { statementRowSchema, statementSchema } from '@tsena/shared/merchant';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type CliRun, runCli } from '../../../../test/support/cli.ts';
import { seedPayment } from '../../../../test/support/seed.ts';
import { startStack } from '../../../../test/support/stack.ts';
import { useFolder, useForAll } from '../../../../test/support/use.ts';

const folder = useFolder();

const stack = useForAll(startStack);

const run = (...args: readonly string[]): Promise<CliRun> => runCli(args, stack.env);
const parse = <Schema extends z.ZodMiniType>(schema: Schema, { stdout }: CliRun) => z.parse(schema, JSON.parse(stdout));
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

it('tsena statements import compares a file with the payments, and show prints the newest statement and its rows', async () => {
  await paid('600000001', 'STATEMENT-1');
  await paid('600000002', 'STATEMENT-2');
  await paid('600000003', 'STATEMENT-3');
  const path = file(
    'statement.csv',
    'Jour;Numéro;Somme;Coût;De\r\n31/01/2026 12:00;600000001;25 000,00;375,50;0343500003\r\n31/01/2026 12:01;600000002;24 000;;\r\n31/01/2026 12:02;600000009;700;;0343500003',
  );
  const none = await run('statements', 'show');
  expect([none.code, none.stderr]).toEqual([1, 'There are no statements.\n']);

  const columns = 'date=Jour,transactionReference=Numéro,amount=Somme,fee=Coût,payer=De';
  const imported = await run('statements', 'import', path, '--columns', columns);
  expect([imported.code, imported.stderr]).toEqual([0, '']);
  expect(imported.stdout).toMatch(/^stm_\S{22}: 2026-01-31 00:00:00 to .*, rows: 3\n/);
  for (const line of [/^ +matched +1 /m, /^ +onlyHere +1 /m, /^ +onlyAtOperator +1 /m, /^ +different +1 /m]) {
    expect(imported.stdout).toMatch(line);
  }
  const [id] = imported.stdout.split(':');

  const [newest, missing, json] = await Promise.all([
    run('statements', 'show'),
    run('statements', 'show', id ?? '', '--result', 'onlyHere'),
    run('statements', 'show', '--json', '--limit', '2'),
  ]);
  expect(newest.stdout).toMatch(/^2 +matched .* 600000001 +25,000 Ar +375\.50 Ar .* STATEMENT-1$/m);
  expect(newest.stdout).toMatch(/^3 +different .* 24,000 Ar .* STATEMENT-2 +amount$/m);
  expect(newest.stdout).toMatch(/^4 +onlyAtOperator .* 600000009 +700 Ar/m);
  expect(newest.stdout).not.toContain('0343500003');
  expect(missing.stdout).toMatch(/^- +onlyHere .* 600000003 .* STATEMENT-3$/m);
  expect(missing.stdout).not.toContain('STATEMENT-1');
  const shown = parse(z.object({ statement: statementSchema, data: z.array(statementRowSchema) }), json);
  expect(shown).toMatchObject({
    statement: { id, createdBy: 'command line', matched: 1 },
    data: [{ result: 'matched' }, { result: 'different', differences: ['amount'] }],
  });
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
  const unknown = await run('statements', 'show', 'stm_0J3wzQm3m1x9Zr8Qp5T2Vw');
  expect([unknown.code, unknown.stderr]).toEqual([1, 'There is no statement stm_0J3wzQm3m1x9Zr8Qp5T2Vw.\n']);
});
