import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import {
  MAX_STATEMENT_BYTES,
  STATEMENT_RESULTS,
  type Statement,
  type StatementResult,
  type StatementRow,
  statementFieldsSchema,
  statementIdSchema,
} from '@tsena/shared/merchant';
import { answering, group } from '../../../cli/kit/answering.ts';
import { parseBy, parseOptions, parseWhole } from '../../../cli/kit/arguments.ts';
import { inTerminalLanguage } from '../../../cli/kit/french/inTerminalLanguage.ts';
import { CommandError, printColumns, printLine, printTable, writeMoney, writeTime } from '../../../cli/kit/output.ts';
import { ON_COMMAND_LINE } from '../../shared/auditLog.ts';
import { importOneByOne } from '../reconcileStatement.ts';
import { findStatement, listStatementRows, listStatements, viewStatement, viewStatementRow } from '../statementRows.ts';
import { StatementUnreadable } from '../statementUnreadable.ts';

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
  return group('statements', importFile(), show());
}

function importFile() {
  const command = new Command('import')
    .argument('<file>', 'a CSV file of at most 10 MB and 100,000 rows')
    .option(
      '--columns <names>',
      'which column has what: date=Date,transactionReference=Réf,amount=Montant,fee=Frais,payer=Payeur',
      parseColumns,
    )
    .option('--date-format <format>', 'how dates are written, for example DD/MM/YYYY HH:mm')
    .option('--decimal <mark>', 'the decimal separator, a comma or a point')
    .option('--from <day>', 'the first day whose payments the file should contain; by default that of its first row')
    .option('--to <day>', 'the last day; by default that of its last row');
  return answering(command, {
    async answer(context, path, { columns, dateFormat, decimal, from, to }) {
      const fields = parseOptions(statementFieldsSchema, { columns, dateFormat, decimal, from, to });
      const file = await readFile(path);
      return importOneByOne(context, { file, by: ON_COMMAND_LINE, ...fields }).catch((error: unknown) => {
        throw error instanceof StatementUnreadable
          ? new CommandError(`The file cannot be read: ${error.message}. Nothing was stored.`)
          : error;
      });
    },
    print(statement) {
      printStatement(statement);
      printLine(`To see the rows: tsena statements show ${statement.id} --result different`);
    },
  });
}

function printStatement(statement: Statement): void {
  printLine(`${statement.id}: ${writeTime(statement.from)} to ${writeTime(statement.to)}, rows: ${statement.rows}`);
  printColumns(
    (Object.keys(MEANINGS) as StatementResult[]).map((result) => [
      result,
      String(statement[result]),
      inTerminalLanguage(MEANINGS[result]),
    ]),
  );
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

function show() {
  const command = new Command('show')
    .argument(
      '[id]',
      'the statement’s id; by default the newest',
      parseBy(statementIdSchema, 'a statement’s id: stm_ and 22 characters'),
    )
    .addOption(new Option('--result <result>', 'only rows with this result').choices(STATEMENT_RESULTS))
    .option('--limit <count>', 'the largest number of rows to show', parseWhole(1, 10_000), 50);
  return answering(command, {
    async answer({ storage }, id, { result, limit }) {
      const { db } = storage.store;
      const found = id === undefined ? (await listStatements(db, 1)).rows[0] : await findStatement(db, id);
      if (found === undefined)
        throw new CommandError(id === undefined ? 'There are no statements.' : `There is no statement ${id}.`);
      const { rows } = await listStatementRows(db, found.id, { result, limit, after: 0 });
      return { statement: viewStatement(found), data: rows.map(viewStatementRow) };
    },
    print({ statement, data }) {
      printStatement(statement);
      if (data.length === 0) return;
      printLine('');
      printTable(
        ['line', 'result', 'date', 'transaction', 'amount', 'fee', 'payment', 'order', 'differences'],
        data.map(cellsOf),
      );
      const { result, limit } = command.opts();
      const all = result === undefined ? statement.rows + statement.onlyHere : statement[result];
      if (data.length < all) printLine(`There are more rows. To show more than ${limit}, set --limit.`);
    },
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
