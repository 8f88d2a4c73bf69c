import { Command, Option } from '@commander-js/extra-typings';
import {
  MAX_REPORTED_ROWS,
  STATEMENT_RESULTS,
  type StatementReport,
  type StatementResult,
  type StatementRow,
  statementFieldsSchema,
} from '@tsena/shared/merchant';
import { group } from '../../../cli/kit/answering.ts';
import { parseOptions, parsePairs, parseWhole } from '../../../cli/kit/arguments.ts';
import { failUnreadable, readCsvFile } from '../../../cli/kit/csvFile.ts';
import { withStorage } from '../../../cli/kit/offline.ts';
import { printColumns, printJson, printLine, printTable, writeMoney, writeTime } from '../../../cli/kit/output.ts';
import { ON_COMMAND_LINE } from '../../shared/auditLog.ts';
import { reconcileStatement } from '../reconcileStatement.ts';
import { writeStatement } from '../statementCsv.ts';
import { buildReport, pagesOf } from '../statementReport.ts';

const MEANINGS: Readonly<Record<StatementResult, string>> = {
  matched: 'agree with their payment',
  onlyHere: 'completed payments that the file does not contain: verify them (tsena payments show)',
  onlyAtOperator: 'received money without a payment: look it up (tsena transactions show)',
  different: 'do not agree with their payment or refund: compare them',
  refund: 'agree with a recorded refund',
  ignored: 'other sent money, rows outside the period, notes',
};

/** `tsena statements` */
export function statements() {
  return group('statements', importFile());
}

function importFile() {
  return new Command('import')
    .argument('<file>', 'a CSV file of at most 10 MB and 100,000 rows')
    .option(
      '--columns <names>',
      'which column has what: date=Date,transactionReference=Réf,amount=Montant,fee=Frais,payer=Payeur',
      parseColumns,
    )
    .option('--date-format <format>', 'how dates are written, for example DD/MM/YYYY HH:mm')
    .option('--decimal <mark>', 'the decimal separator, a comma or a point')
    .option('--from <day>', 'the first day whose payments the file should contain; by default that of its first row')
    .option('--to <day>', 'the last day; by default that of its last row')
    .addOption(
      new Option('--result <result>', 'only rows with this result').choices(
        STATEMENT_RESULTS.filter((result) => result !== 'matched'),
      ),
    )
    .option('--limit <count>', 'the largest number of rows to show', parseWhole(1, MAX_REPORTED_ROWS), 50)
    .option('--csv', 'every row with its result, as CSV')
    .option('--semicolon', 'separate by semicolons, as French spreadsheets expect')
    .option('--json', 'as JSON, as the merchant API gives it')
    .action(async (path, { columns, dateFormat, decimal, from, to, result, limit, csv, semicolon, json }) => {
      const given = { columns, dateFormat, decimal, from, to, separator: semicolon ? 'semicolon' : 'comma' };
      const { separator, ...fields } = parseOptions(statementFieldsSchema, given);
      const file = await readCsvFile(path);
      await withStorage(async ({ storage }) => {
        const { db } = storage.store;
        const request = { file, by: ON_COMMAND_LINE, ...fields };
        const reconciled = await reconcileStatement(storage, request).catch(failUnreadable);
        if (csv) {
          const text = writeStatement(pagesOf(db, reconciled.rows), separator);
          for await (const part of text) process.stdout.write(part);
          return;
        }
        const report = await buildReport(db, reconciled);
        if (json) printJson(report);
        else printReport(report, result, limit);
      });
    });
}

function printReport({ from, to, counts, rows }: StatementReport, result: StatementResult | undefined, limit: number) {
  printLine(`${writeTime(from)} to ${writeTime(to)}, rows: ${counts.rows}`);
  printColumns(STATEMENT_RESULTS.map((one) => [one, String(counts[one]), MEANINGS[one]]));
  const chosen = rows.filter((row) => result === undefined || row.result === result).slice(0, limit);
  if (chosen.length > 0) {
    printLine('');
    printTable(
      ['line', 'result', 'date', 'transaction', 'amount', 'fee', 'payment', 'order', 'differences'],
      chosen.map(cellsOf),
    );
  }
  const all =
    result === undefined
      ? STATEMENT_RESULTS.reduce((sum, one) => sum + (one === 'matched' ? 0 : counts[one]), 0)
      : counts[result];
  if (chosen.length < all) {
    printLine(`There are more rows. To show more than ${limit}, set --limit; --csv writes them all.`);
  }
}

/** JSON as the API takes it, or `date=Date,amount=Montant`. */
function parseColumns(text: string): string {
  if (text.trim().startsWith('{')) return text;
  return JSON.stringify(parsePairs(text, 'date=Date,transactionReference=Réf,amount=Montant'));
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
