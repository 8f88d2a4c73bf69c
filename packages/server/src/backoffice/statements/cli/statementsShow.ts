import { STATEMENT_RESULTS, type StatementId, type StatementResult, type StatementRow } from '@tsena/shared/merchant';
import { Command, Option } from 'commander';
import { parseWhole } from '../../../cli/arguments.ts';
import { withStorage } from '../../../cli/offline.ts';
import { CommandError, printJson, printLine, printTable, writeMoney, writeTime } from '../../../cli/output.ts';
import { findStatement, listStatementRows, listStatements } from '../statementRows.ts';
import { viewStatement, viewStatementRow } from '../statementView.ts';
import { parseStatementId, printStatement } from './statementOutput.ts';

interface Options {
  readonly result?: StatementResult;
  readonly limit: number;
  readonly json?: true;
}

/** `tsena statements show` */
export function statementsShow(): Command {
  return new Command('show')
    .description('show an imported statement and its rows')
    .argument('[id]', 'the statement’s id; by default the newest', parseStatementId)
    .addOption(new Option('--result <result>', 'only rows with this result').choices(STATEMENT_RESULTS))
    .option('--limit <count>', 'the largest number of rows to show', parseWhole(1, 10_000), 50)
    .option('--json', 'as JSON, as the merchant API gives it')
    .addHelpText(
      'after',
      `
Examples:
  tsena statements show
  tsena statements show stm_3vJtB5vGQ0m2bqzRr0o6Hw --result onlyHere`,
    )
    .action(async (id: StatementId | undefined, { result, limit, json }: Options) => {
      const { statement, page } = await withStorage(async ({ storage }) => {
        const { db } = storage.store;
        const found = id === undefined ? (await listStatements(db, 1)).rows[0] : await findStatement(db, id);
        if (found === undefined) throw new CommandError(id === undefined ? 'There are no statements.' : `There is no statement ${id}.`);
        return { statement: viewStatement(found), page: await listStatementRows(db, found.id, { result, limit, after: 0 }) };
      });
      const rows = page.rows.map(viewStatementRow);
      if (json) {
        printJson({ statement, data: rows });
        return;
      }
      printStatement(statement);
      if (rows.length === 0) return;
      printLine('');
      printTable(['line', 'result', 'date', 'transaction', 'amount', 'fee', 'payment', 'order', 'differences'], rows.map(cellsOf));
      if (page.next !== null) printLine(`There are more rows. To show more than ${limit}, set --limit.`);
    });
}

function cellsOf({ row, result, payment, paymentId, differences }: StatementRow): string[] {
  const amount = row?.amount ?? payment?.amount;
  const fee = row === null ? payment?.fees : row.fee;
  return [
    row === null ? '-' : String(row.line),
    result,
    writeTime(row === null ? (payment?.finalAt ?? null) : row.date),
    row?.transactionReference ?? payment?.transactionReference ?? '-',
    amount === null || amount === undefined ? '-' : writeSigned(amount),
    fee === null || fee === undefined ? '-' : writeSigned(fee),
    paymentId ?? '-',
    payment?.order ?? '-',
    differences.join(' '),
  ];
}

function writeSigned(amount: string): string {
  return amount.startsWith('-') ? `-${writeMoney(amount.slice(1))}` : writeMoney(amount);
}
