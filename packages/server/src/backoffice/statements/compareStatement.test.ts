import { expect, it } from 'vitest';
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
