import { type Statement, type StatementId, type StatementResult, statementIdSchema } from '@tsena/shared/merchant';
import { InvalidArgumentError } from 'commander';
import * as z from 'zod/mini';
import { inTerminalLanguage } from '../../../cli/french/inTerminalLanguage.ts';
import { printColumns, printLine, writeTime } from '../../../cli/output.ts';

const MEANINGS: Readonly<Record<StatementResult, string>> = {
  matched: 'agree with their payment',
  onlyHere: 'completed payments that the file does not contain: verify them (tsena payments show)',
  onlyAtOperator: 'received money without a payment: look it up (tsena transactions show)',
  different: 'do not agree with their payment or refund: compare them',
  refund: 'agree with a recorded refund',
  ignored: 'other sent money, rows outside the period, notes',
};

/** Prints the counts of a statement, and what each result means. */
export function printStatement(statement: Statement): void {
  printLine(`${statement.id}: ${statement.rows} rows, ${writeTime(statement.from)} to ${writeTime(statement.to)}`);
  printColumns(
    (Object.keys(MEANINGS) as StatementResult[]).map((result) => [result, String(statement[result]), inTerminalLanguage(MEANINGS[result])]),
  );
}

/** Parses a statement's id. */
export function parseStatementId(text: string): StatementId {
  const read = z.safeParse(statementIdSchema, text);
  if (read.success) return read.data;
  throw new InvalidArgumentError('It must be a statement’s id: stm_ and 22 characters.');
}
