import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import {
  MAX_REPORTED_ROWS,
  MAX_STATEMENT_BYTES,
  STATEMENT_RESULTS,
  type StatementReport,
  type StatementResult,
  type StatementRow,
  statementFieldsSchema,
} from '@tsena/shared/merchant';
import { group } from '../../../cli/kit/answering.ts';
import { parseOptions, parseWhole } from '../../../cli/kit/arguments.ts';
import { withStorage } from '../../../cli/kit/offline.ts';
import {
  CommandError,
  printColumns,
  printJson,
  printLine,
  printTable,
  writeMoney,
  writeTime,
} from '../../../cli/kit/output.ts';
import { ON_COMMAND_LINE } from '../../shared/auditLog.ts';
import { CsvUnreadable } from '../../shared/spreadsheet/csvUnreadable.ts';
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
      const file = await readFile(path);
      await withStorage(async ({ storage }) => {
        const { db } = storage.store;
        const request = { file, by: ON_COMMAND_LINE, ...fields };
        const reconciled = await reconcileStatement(storage, request).catch((error: unknown) => {
          throw error instanceof CsvUnreadable ? new CommandError(`The file cannot be read: ${error.message}.`) : error;
        });
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

/** Reads until the end, or until it is too much: the size of a pipe or a device is not known before. */
async function readFile(path: string): Promise<Uint8Array> {
  const bytes = await buffer(createReadStream(path, { end: MAX_STATEMENT_BYTES })).catch((error: unknown) => {
    throw new CommandError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (bytes.length > MAX_STATEMENT_BYTES) throw new CommandError(`${path} has more than 10 MB.`);
  return bytes;
}

/** JSON as the API takes it, or `date=Date,amount=Montant`. */
function parseColumns(text: string): string {
  if (text.trim().startsWith('{')) return text;
  const pairs = text.split(',').map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1)
      throw new InvalidArgumentError('It must be pairs such as date=Date,transactionReference=Réf,amount=Montant.');
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  });
  return JSON.stringify(Object.fromEntries(pairs));
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
