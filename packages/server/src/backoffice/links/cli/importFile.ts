import { statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { parseOptions, parsePairs } from '../../../cli/kit/arguments.ts';
import { failUnreadable, readCsvFile } from '../../../cli/kit/csvFile.ts';
import { withStorage } from '../../../cli/kit/offline.ts';
import { CommandError, printColumns, printJson, printLine, printTable, writeMoney } from '../../../cli/kit/output.ts';
import type { Separator } from '../../../http/kit/csv/csvTable.ts';
import { ON_COMMAND_LINE } from '../../shared/auditLog.ts';
import { writeImportedLinks } from '../importedLinksCsv.ts';
import { type ImportedLink, type ImportRefusal, importLinks } from '../importLinks.ts';
import { type LinkFile, linkColumnsSchema, MAX_LINK_ROWS, RowsWrong, readLinkFile } from '../linkFile.ts';
import { writeQrPng } from '../qrCode.ts';
import { qrFileName } from '../qrFileName.ts';

const MEANINGS: Readonly<Record<ImportRefusal, string>> = {
  other_amount: 'the order exists with another amount',
  reusable: 'the order’s link is reusable',
  paid_without_link: 'the order is paid, and has no link',
  expired: 'the date has passed',
};

/** `tsena links import` */
export function importFile() {
  return new Command('import')
    .argument('<file>', `a CSV file of at most ${MAX_LINK_ROWS} rows`)
    .option('--order-prefix <text>', 'what stands before each order of the file, for example 2026-10/', '')
    .option(
      '--columns <names>',
      'which column has what: order=Élève,amount=Montant,description=Libellé,expiresAt=Échéance. expiresAt= means none',
      (text) => parsePairs(text, 'order=Élève,amount=Montant'),
    )
    .option('--date-format <format>', 'how dates are written, for example MM/DD/YYYY')
    .option('--output <folder>', 'where links.csv and the QR codes go; by default families-links beside families.csv')
    .option('--semicolon', 'separate links.csv by semicolons, as French spreadsheets expect')
    .option('--json', 'what became of each row, as JSON')
    .action(async (path, { orderPrefix, columns, dateFormat, output, semicolon, json }) => {
      const mapping = {
        columns: parseOptions(linkColumnsSchema, columns ?? {}),
        dateFormat: dateFormat ?? null,
        orderPrefix,
      };
      const bytes = await readCsvFile(path);
      const file = await readLinkFile(bytes, mapping).catch(failUnreadable).catch(failWrongRows);
      const folder = output ?? join(dirname(path), `${parse(path).name}-links`);
      if (isSameFile(path, join(folder, 'links.csv')))
        throw new CommandError(
          `No link is created. links.csv would replace ${path}: name another folder with --output.`,
        );
      // Before anything is created: a folder that cannot be written to is found now.
      await makeFolder(join(folder, 'qr'));
      await tryToWrite(folder);
      await tryToWrite(join(folder, 'qr'));
      await withStorage(async (context) => {
        const rows = await importLinks(context, file, ON_COMMAND_LINE).catch(failWrongRows);
        await writeFolder(folder, rows, semicolon ? 'semicolon' : 'comma');
        if (json) printJson({ columns: file.columns, counts: countResults(rows), rows });
        else printImported(file, rows, folder);
        if (rows.some(({ result }) => result === 'refused')) process.exitCode = 1;
      });
    });
}

function failWrongRows(error: unknown): never {
  throw error instanceof RowsWrong ? new CommandError(`No link is created.\n${error.message}`) : error;
}

/** Also by another name of the file. */
function isSameFile(one: string, other: string): boolean {
  const [read, written] = [one, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return read !== undefined && read.dev === written?.dev && read.ino === written.ino;
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new CommandError(`${folder} cannot be created: ${error instanceof Error ? error.message : String(error)}`);
  });
}

async function tryToWrite(folder: string): Promise<void> {
  const trial = join(folder, `.trial-${process.pid}`);
  try {
    await writeFile(trial, '');
    await rm(trial);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`No link is created. No file can be written to ${folder}: ${reason}`);
  }
}

/** The addresses as CSV, and a picture for each link that can be paid. Those of the other rows are out of date. */
async function writeFolder(folder: string, rows: readonly ImportedLink[], separator: Separator): Promise<void> {
  for (const row of rows) {
    const picture = join(folder, 'qr', qrFileName(row.order));
    if (row.result !== 'refused' && row.link.status === 'active') await writeFile(picture, writeQrPng(row.link.url));
    else await rm(picture, { force: true });
  }
  await writeFile(join(folder, 'links.csv'), writeImportedLinks([rows], separator));
}

function countResults(rows: readonly ImportedLink[]) {
  const counts = { rows: rows.length, created: 0, existing: 0, refused: 0 };
  for (const { result } of rows) counts[result] += 1;
  return counts;
}

function printImported({ columns }: LinkFile, rows: readonly ImportedLink[], folder: string): void {
  printLine('Read from the columns:');
  printColumns(Object.entries(columns).map(([column, heading]) => [column, heading ?? '-']));
  const { created, existing, refused } = countResults(rows);
  printLine(`rows: ${rows.length}, links created: ${created}, existing: ${existing}, refused: ${refused}`);
  printLine(`The addresses are in ${join(folder, 'links.csv')}, the QR codes in ${join(folder, 'qr')}.`);
  if (refused === 0) return;
  printLine('These rows have changed nothing:');
  printTable(
    ['line', 'order', 'amount', 'because', 'of the order'],
    rows.flatMap((row) =>
      row.result === 'refused'
        ? [
            [
              String(row.line),
              row.order,
              writeMoney(String(row.amount)),
              MEANINGS[row.refusal],
              row.standingAmount === null ? '-' : writeMoney(String(row.standingAmount)),
            ],
          ]
        : [],
    ),
  );
}
