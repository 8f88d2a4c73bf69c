import { expect, it } from 'vitest';
import { seedPayment } from '../../../test/support/seed.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import { compareStatement } from './compareStatement.ts';
import type { StatementLine } from './statementMatch.ts';
import type { NewStatementRow } from './statementRows.ts';
import { surveyStatement } from './surveyStatement.ts';

const storages = useStorages('sqlite');
const NOON = Date.parse('2026-01-31T09:00:00Z');
const PERIOD = { from: NOON, to: NOON + 1 };
let read = 0;

async function* linesOf(references: readonly string[]): AsyncGenerator<StatementLine> {
  read = 0;
  for (const reference of references) {
    read += 1;
    yield { line: read + 1, at: NOON, reference, amount: 2_500_000, fee: null, payer: null };
  }
}

async function* compare(references: readonly string[]): AsyncGenerator<NewStatementRow> {
  const survey = await surveyStatement(linesOf(references));
  yield* compareStatement(storages.storage.store.db, linesOf(references), survey, PERIOD);
}

it('the first rows of a file are compared before the last ones are read', async () => {
  const rows = compare(Array.from({ length: 100_000 }, (_, index) => `R${index}`));
  expect((await rows.next()).value).toMatchObject({ position: 1, result: 'onlyAtOperator' });
  expect(read).toBe(500);
  await rows.return(undefined);
});

it('the rows of one reference are compared together, however far apart they stand', async () => {
  await seedPayment(storages.storage.store, { status: 'completed', transaction_id: 'TWICE', amount: 25_000 });
  const between = Array.from({ length: 1200 }, (_, index) => `R${index}`);
  const rows: NewStatementRow[] = [];
  for await (const row of compare(['TWICE', ...between, 'TWICE'])) if (row.transaction_reference === 'TWICE') rows.push(row);
  expect(rows).toMatchObject([
    { position: 1, result: 'matched', differences: null },
    { position: 1202, result: 'different', differences: 'duplicate' },
  ]);
});
