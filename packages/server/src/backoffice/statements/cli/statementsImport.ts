import { closeSync, openSync, readSync } from 'node:fs';
import { COMMAND_LINE, MAX_STATEMENT_BYTES, type StatementColumns, statementFieldsSchema } from '@tsena/shared/merchant';
import { Command, InvalidArgumentError } from 'commander';
import * as z from 'zod/mini';
import { withStorage } from '../../../cli/offline.ts';
import { CommandError, printJson, printLine } from '../../../cli/output.ts';
import { importOneByOne } from '../reconcileStatement.ts';
import { StatementUnreadable } from '../statementUnreadable.ts';
import { printStatement } from './statementOutput.ts';

interface Options {
  readonly columns?: string;
  readonly dateFormat?: string;
  readonly decimal?: string;
  readonly from?: string;
  readonly to?: string;
  readonly json?: true;
}

/** `tsena statements import` */
export function statementsImport(): Command {
  return new Command('import')
    .description('compare a statement of the operator with the payments')
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
    .option('--json', 'as JSON, as the merchant API gives it')
    .addHelpText(
      'after',
      `
It changes no payment, and does not keep the file. Without --columns, the columns of the last import
are used if the file has them, else those whose names tell what they have.

Examples:
  tsena statements import statement.csv
  tsena statements import november.csv --columns "date=Date,transactionReference=Réf,amount=Montant"`,
    )
    .action(async (file: string, { json, ...options }: Options) => {
      const fields = z.safeParse(statementFieldsSchema, options);
      if (!fields.success) {
        throw new CommandError(fields.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
      }
      const bytes = readFile(file);
      const result = await withStorage((context) => importOneByOne(context, { file: bytes, by: COMMAND_LINE, ...fields.data })).catch(
        (error: unknown) => {
          throw error instanceof StatementUnreadable
            ? new CommandError(`The file cannot be read: ${error.message}. Nothing was stored.`)
            : error;
        },
      );
      if (result.kind === 'invalid') {
        throw new CommandError(`--${result.field}: ${result.detail}.`);
      }
      if (json) {
        printJson(result.statement);
        return;
      }
      printStatement(result.statement);
      printLine(`To see the rows: tsena statements show ${result.statement.id} --result different`);
    });
}

function readFile(path: string): Uint8Array {
  const bytes = Buffer.allocUnsafe(MAX_STATEMENT_BYTES + 1);
  const length = readInto(bytes, path);
  if (length > MAX_STATEMENT_BYTES) throw new CommandError(`${path} has more than 10 MB.`);
  return bytes.subarray(0, length);
}

/** Reads until the end, or until the buffer is full: the size of a pipe or a device is not known before. */
function readInto(bytes: Uint8Array, path: string): number {
  let length = 0;
  try {
    const file = openSync(path, 'r');
    try {
      for (let read = -1; read !== 0 && length < bytes.length; length += read)
        read = readSync(file, bytes, length, bytes.length - length, null);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return length;
}

/** JSON as the API takes it, or `date=Date,amount=Montant`. */
function parseColumns(text: string): string {
  if (text.trim().startsWith('{')) return text;
  const columns: Partial<Record<keyof StatementColumns | string, string>> = {};
  for (const pair of text.split(',')) {
    const at = pair.indexOf('=');
    if (at < 1) throw new InvalidArgumentError('It must be pairs such as date=Date,transactionReference=Réf,amount=Montant.');
    columns[pair.slice(0, at).trim()] = pair.slice(at + 1).trim();
  }
  return JSON.stringify(columns);
}
