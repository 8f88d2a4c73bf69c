import type { StatementFault } from '@tsena/shared';
import {
  MAX_STATEMENT_ROWS,
  type PreviewedStatement,
  STATEMENT_COLUMNS,
  type StatementColumns,
  statementColumnsSchema,
} from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import { isEmptyCell } from '../shared/spreadsheet/cellText.ts';
import {
  type ColumnPlaces,
  type CsvRecord,
  findHeader,
  nameKey,
  readHeads,
  readRows,
} from '../shared/spreadsheet/csvRecords.ts';
import { CsvUnreadable } from '../shared/spreadsheet/csvUnreadable.ts';
import { createDateReader, type DateReader } from '../shared/spreadsheet/dateCells.ts';
import { WHOLE_FILE } from '../shared/spreadsheet/decodeCsv.ts';
import { type Hundredths, readAmountCell, readReferenceCell } from './statementCells.ts';
import { NO_VALUES, type StatementLine } from './statementMatch.ts';

/** How a file is read. */
export interface StatementMapping {
  readonly columns: StatementColumns;
  /** How dates are written, such as `DD/MM/YYYY HH:mm`; null: recognized, with the day before the month. */
  readonly dateFormat: string | null;
  /** The decimal separator; null: recognized. */
  readonly decimal: ',' | '.' | null;
}

type Column = (typeof STATEMENT_COLUMNS)[number];
type Places = ColumnPlaces<Column>;

const MAX_CELL_CHARACTERS = 200;
const PREVIEWED_ROWS = 5;

/**
 * Reads the header and the first rows of a file, which may be cut off.
 *
 * @throws CsvUnreadable if it has no header
 */
export async function readBeginning(bytes: Uint8Array): Promise<Omit<PreviewedStatement, 'suggestion'>> {
  const headers = (await readHeads(bytes)).flatMap(({ records }) =>
    records.map(({ cells }, index) => ({ records: records.slice(index), names: countNames(cells) })),
  );
  const [header] = headers.toSorted((one, other) => other.names - one.names);
  if (header === undefined || header.names < 3) throw new CsvUnreadable('no_header', WHOLE_FILE);
  const [columns = [], ...rows] = header.records.map(({ cells }) => [...cells]);
  return { columns: columns.map((name) => name.trim()), rows: rows.slice(0, PREVIEWED_ROWS) };
}

function countNames(cells: readonly string[]): number {
  return new Set(cells.map((cell) => cell.trim()).filter((cell) => cell !== '')).size;
}

function placeOf(cells: readonly string[], columns: StatementColumns): Places {
  const names = cells.map(nameKey);
  const place: Partial<Record<Column, number>> = {};
  for (const column of STATEMENT_COLUMNS) {
    const name = columns[column];
    const index = name === undefined ? -1 : names.indexOf(nameKey(name));
    if (index >= 0) place[column] = index;
  }
  return place;
}

function missingIn(place: Places, columns: StatementColumns): string[] {
  return STATEMENT_COLUMNS.flatMap((column) => (place[column] === undefined ? (columns[column] ?? []) : []));
}

/**
 * Reads the rows of a statement. A row with neither date nor reference is a subtotal or a note: it has no values.
 *
 * @throws CsvUnreadable with the line and the column of the first cell that cannot be read
 */
export async function readStatement(
  bytes: Uint8Array,
  { columns, dateFormat, decimal }: StatementMapping,
): Promise<readonly StatementLine[]> {
  const header = await findHeader(
    bytes,
    (cells) => placeOf(cells, columns),
    (place) => missingIn(place, columns),
  );
  const { line: headerLine, place } = header;
  const chosen = STATEMENT_COLUMNS.filter((column) => place[column] !== undefined);
  const again = chosen.find((column, index) => chosen.findIndex((other) => place[other] === place[column]) < index);
  if (again !== undefined)
    throw new CsvUnreadable('column_chosen_twice', { line: headerLine, column: columns[again] ?? again });
  const readDate = createDateReader(dateFormat);
  if (readDate === undefined) throw new CsvUnreadable('date_format', { line: headerLine, column: columns.date });
  const lines: StatementLine[] = [];
  for await (const record of readRows(bytes, header, MAX_STATEMENT_ROWS))
    lines.push(readLine(record, { place, columns, readDate, decimal }));
  return lines;
}

interface Reading {
  readonly place: Places;
  readonly columns: StatementColumns;
  readonly readDate: DateReader;
  readonly decimal: ',' | '.' | null;
}

function readLine({ cells, line }: CsvRecord, { place, columns, readDate, decimal }: Reading): StatementLine {
  const textOf = (column: Column): string => (place[column] === undefined ? '' : (cells[place[column]] ?? ''));
  const fail = (column: Column, fault: StatementFault, limit?: number): never => {
    throw new CsvUnreadable(fault, { line, column: columns[column] ?? column, limit });
  };
  for (const column of STATEMENT_COLUMNS) {
    if (textOf(column).length > MAX_CELL_CHARACTERS) fail(column, 'cell_too_long', MAX_CELL_CHARACTERS);
  }
  const amountIn = (column: 'amount' | 'fee'): Hundredths =>
    readAmountCell(textOf(column), decimal) ?? fail(column, 'amount');
  if (isEmptyCell(textOf('date')) && isEmptyCell(textOf('transactionReference'))) {
    return { line, ...NO_VALUES };
  }
  const reference = readReferenceCell(textOf('transactionReference')) ?? fail('transactionReference', 'reference');
  return {
    line,
    at: readDate(textOf('date')) ?? fail('date', 'date'),
    reference: reference === '' ? null : reference,
    amount: amountIn('amount'),
    fee: isEmptyCell(textOf('fee')) ? null : amountIn('fee'),
    payer: isEmptyCell(textOf('payer')) ? null : textOf('payer').trim(),
  };
}

/** Words in the names of columns, by what the column has. The first column with one of the words counts. */
const COLUMN_WORDS: Readonly<Record<Column, RegExp>> = {
  date: /date|daty|andro/,
  transactionReference: /transactionref|r[ée]f[ée]rence|^r[ée]f\b|^r[ée]f$|transaction ?id|id transaction|laharan/,
  amount: /amount|montant|vola/,
  fee: /fee|frais|commission|sarany/,
  payer: /payer|payeur|sender|exp[ée]diteur|msisdn|client|mpandoa/,
};

/** The columns that their names suggest; null if they do not name date, reference and amount. */
export function suggestColumns(names: readonly string[]): StatementColumns | null {
  const columns: Partial<Record<Column, string>> = {};
  for (const column of STATEMENT_COLUMNS) {
    const name = names.find((one) => COLUMN_WORDS[column].test(nameKey(one)) && !Object.values(columns).includes(one));
    if (name !== undefined) columns[column] = name;
  }
  return z.safeParse(statementColumnsSchema, columns).data ?? null;
}
