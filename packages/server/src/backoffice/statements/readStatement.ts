import { pipeline, Readable } from 'node:stream';
import { setImmediate as pause } from 'node:timers/promises';
import type { StatementFault } from '@tsena/shared';
import {
  MAX_STATEMENT_ROWS,
  type PreviewedStatement,
  STATEMENT_COLUMNS,
  type StatementColumns,
  statementColumnsSchema,
} from '@tsena/shared/merchant';
import { CsvError, type Info, type Options, parse } from 'csv-parse';
import * as z from 'zod/mini';
import { decodeStatement, WHOLE_FILE } from './decodeStatement.ts';
import {
  createDateReader,
  type DateReader,
  type Hundredths,
  isEmptyCell,
  readAmountCell,
  readReferenceCell,
} from './statementCells.ts';
import { NO_VALUES, type StatementLine } from './statementMatch.ts';
import { StatementUnreadable } from './statementUnreadable.ts';

/** How a file is read. */
export interface StatementMapping {
  readonly columns: StatementColumns;
  /** How dates are written, such as `DD/MM/YYYY HH:mm`; null: recognized, with the day before the month. */
  readonly dateFormat: string | null;
  /** The decimal separator; null: recognized. */
  readonly decimal: ',' | '.' | null;
}

type Column = (typeof STATEMENT_COLUMNS)[number];
type ColumnIndexes = Readonly<Partial<Record<Column, number>>>;

const SEPARATORS = [',', ';', '\t', '|'] as const;
/** Titles and empty lines may stand before the header. */
const MAX_LINES_BEFORE_HEADER = 30;
const HEAD_BYTES = 128 * 1024;
const MAX_LINE_CHARACTERS = 32 * 1024;
const MAX_CELL_CHARACTERS = 200;
const MAX_COLUMNS = 100;
const PREVIEWED_ROWS = 5;

interface CsvRecord {
  readonly cells: string[];
  /** The line on which it ends. */
  readonly line: number;
}

async function* readRecords(bytes: Uint8Array, separator: string, options: Options = {}): AsyncGenerator<CsvRecord> {
  const parser = parse({
    bom: true,
    delimiter: separator,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_CHARACTERS,
    ...options,
  });
  const records = pipeline(Readable.from(decodeStatement(bytes)), parser, () => undefined);
  for await (const { record: cells, info } of records as AsyncIterable<{ record: string[]; info: Info }>)
    yield { cells, line: info.lines };
}

/** The first records by a separator, and the first line that is not CSV by it. */
interface Head {
  readonly separator: string;
  readonly records: readonly CsvRecord[];
  readonly fault: CsvError | undefined;
}

/** Reads the beginning of a file by each separator, with pauses in which the process answers other requests. */
async function readHeads(bytes: Uint8Array): Promise<readonly Head[]> {
  const beginning = bytes.subarray(0, HEAD_BYTES);
  // A cut in the middle of a character is no sign of another encoding.
  const head = beginning.subarray(0, lastLineEnd(beginning));
  const heads: Head[] = [];
  for (const separator of SEPARATORS) {
    heads.push(await readHead(head, separator));
    await pause();
  }
  return heads;
}

async function readHead(bytes: Uint8Array, separator: string): Promise<Head> {
  const records: CsvRecord[] = [];
  let fault: CsvError | undefined;
  const on_skip = (error: CsvError | undefined): undefined => {
    fault ??= error;
  };
  // An error takes the lines before it along, and the header may be one of them.
  const options = { to: MAX_LINES_BEFORE_HEADER, skip_records_with_error: true, on_skip };
  for await (const record of readRecords(bytes, separator, options)) records.push(record);
  return { separator, records, fault };
}

function lastLineEnd(bytes: Uint8Array): number {
  const at = Math.max(bytes.lastIndexOf(0x0a), bytes.lastIndexOf(0x0d));
  // In UTF-16, a line end has two bytes.
  return at < 0 || bytes.length < HEAD_BYTES / 2 ? bytes.length : at + 1 + (bytes[at + 1] === 0 ? 1 : 0);
}

/**
 * Reads the header and the first rows of a file, which may be cut off.
 *
 * @throws StatementUnreadable if it has no header
 */
export async function readBeginning(bytes: Uint8Array): Promise<Omit<PreviewedStatement, 'suggestion'>> {
  const headers = (await readHeads(bytes)).flatMap(({ records }) =>
    records.map(({ cells }, index) => ({ records: records.slice(index), names: countNames(cells) })),
  );
  const [header] = headers.toSorted((one, other) => other.names - one.names);
  if (header === undefined || header.names < 3) throw new StatementUnreadable('no_header', WHOLE_FILE);
  const [columns = [], ...rows] = header.records.map(({ cells }) => cells);
  return { columns: columns.map((name) => name.trim()), rows: rows.slice(0, PREVIEWED_ROWS) };
}

function countNames(cells: readonly string[]): number {
  return new Set(cells.map((cell) => cell.trim()).filter((cell) => cell !== '')).size;
}

/** Two spellings of a column's name: with other spaces or letter case, it is the same column. */
function nameKey(name: string): string {
  return name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}

function placeOf(cells: readonly string[], columns: StatementColumns): ColumnIndexes {
  const names = cells.map(nameKey);
  const place: Partial<Record<Column, number>> = {};
  for (const column of STATEMENT_COLUMNS) {
    const name = columns[column];
    const index = name === undefined ? -1 : names.indexOf(nameKey(name));
    if (index >= 0) place[column] = index;
  }
  return place;
}

function missingIn(place: ColumnIndexes, columns: StatementColumns): string[] {
  return STATEMENT_COLUMNS.flatMap((column) => (place[column] === undefined ? (columns[column] ?? []) : []));
}

/** Finds the first line that has these columns, and the separator by which it has them. */
async function findHeader(bytes: Uint8Array, columns: StatementColumns) {
  const heads = await readHeads(bytes);
  const headers = heads.flatMap(({ separator, records }) =>
    records.map(({ cells, line }) => {
      const place = placeOf(cells, columns);
      return { separator, line, place, missing: missingIn(place, columns) };
    }),
  );
  const [header] = headers.toSorted((one, other) => one.missing.length - other.missing.length);
  if (header?.missing.length === 0) return header;
  if (header !== undefined && Object.keys(header.place).length > 0) throw columnMissing(header.line, header.missing);
  // A line that is too long, or a quotation mark that is not closed, takes the rest along.
  const [fault] = heads.map((head) => head.fault);
  throw fault !== undefined && heads.every((head) => head.fault !== undefined)
    ? notCsv(fault)
    : columnMissing(1, missingIn({}, columns));
}

function columnMissing(line: number, [column]: readonly string[]): StatementUnreadable {
  return new StatementUnreadable('column_missing', { line, column: column ?? null });
}

/**
 * Reads the rows of a statement. A row with neither date nor reference is a subtotal or a note: it has no values.
 *
 * @throws StatementUnreadable with the line and the column of the first cell that cannot be read
 */
export async function readStatement(
  bytes: Uint8Array,
  { columns, dateFormat, decimal }: StatementMapping,
): Promise<readonly StatementLine[]> {
  const { separator, line: headerLine, place } = await findHeader(bytes, columns);
  const chosen = STATEMENT_COLUMNS.filter((column) => place[column] !== undefined);
  const again = chosen.find((column, index) => chosen.findIndex((other) => place[other] === place[column]) < index);
  if (again !== undefined)
    throw new StatementUnreadable('column_chosen_twice', { line: headerLine, column: columns[again] ?? again });
  const readDate = createDateReader(dateFormat);
  if (readDate === undefined) throw new StatementUnreadable('date_format', { line: headerLine, column: columns.date });
  const lines: StatementLine[] = [];
  try {
    for await (const record of readRecords(bytes, separator)) {
      const { cells, line } = record;
      if (line <= headerLine) continue;
      if (lines.length >= MAX_STATEMENT_ROWS) {
        throw new StatementUnreadable('too_many_rows', { line, column: null, limit: MAX_STATEMENT_ROWS });
      }
      if (cells.length > MAX_COLUMNS)
        throw new StatementUnreadable('too_many_cells', { line, column: null, limit: MAX_COLUMNS });
      if (!cells.every(isEmptyCell)) lines.push(readLine(record, { place, columns, readDate, decimal }));
    }
  } catch (error) {
    throw error instanceof CsvError ? notCsv(error) : error;
  }
  return lines;
}

function notCsv({ lines }: CsvError): StatementUnreadable {
  return new StatementUnreadable('line_not_csv', { line: typeof lines === 'number' ? lines : 1, column: null });
}

interface Reading {
  readonly place: ColumnIndexes;
  readonly columns: StatementColumns;
  readonly readDate: DateReader;
  readonly decimal: ',' | '.' | null;
}

function readLine({ cells, line }: CsvRecord, { place, columns, readDate, decimal }: Reading): StatementLine {
  const textOf = (column: Column): string => (place[column] === undefined ? '' : (cells[place[column]] ?? ''));
  const fail = (column: Column, fault: StatementFault, limit?: number): never => {
    throw new StatementUnreadable(fault, { line, column: columns[column] ?? column, limit });
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
