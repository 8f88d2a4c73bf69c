import { Readable } from 'node:stream';
import { setImmediate as pause } from 'node:timers/promises';
import type { StatementFault } from '@tsena/shared';
import { MAX_STATEMENT_ROWS, STATEMENT_COLUMNS, type StatementColumns, type StatementMapping } from '@tsena/shared/merchant';
import { CsvError, type Info, type Options, parse } from 'csv-parse';
import { decodeStatement, WHOLE_FILE } from './decodeStatement.ts';
import { createDateReader, type DateReader, type Hundredths, isEmptyCell, readAmountCell, readReferenceCell } from './statementCells.ts';
import type { StatementLine } from './statementMatch.ts';
import { StatementUnreadable } from './statementUnreadable.ts';

/** The beginning of a file. */
export interface StatementPreview {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

type Column = (typeof STATEMENT_COLUMNS)[number];
type ColumnIndexes = Readonly<Partial<Record<Column, number>>>;

const SEPARATORS = [',', ';', '\t', '|'] as const;
/** Titles and empty lines may stand before the header. */
const MAX_LINES_BEFORE_HEADER = 30;
const HEAD_CHARACTERS = 64 * 1024;
const PIECE_CHARACTERS = 4 * 1024;
/** Enough for the head in any encoding. */
const HEAD_BYTES = 4 * HEAD_CHARACTERS;
const MAX_LINE_CHARACTERS = 32 * 1024;
const MAX_CELL_CHARACTERS = 200;
const MAX_COLUMNS = 100;
const PREVIEWED_ROWS = 5;

/** The beginning of the text. */
async function decodeHead(bytes: Uint8Array): Promise<string> {
  let head = '';
  for await (const text of decodeStatement(bytes)) {
    head += text;
    if (head.length >= HEAD_CHARACTERS) break;
  }
  return head.slice(0, HEAD_CHARACTERS);
}

/**
 * Reads the header and the first rows of a file, which may be cut off.
 *
 * @throws StatementUnreadable if it has no header
 */
export async function previewStatement(bytes: Uint8Array): Promise<StatementPreview> {
  const beginning = bytes.subarray(0, HEAD_BYTES);
  // A cut in the middle of a character is no sign of another encoding.
  const head = await decodeHead(beginning.subarray(0, lastLineEnd(beginning)));
  const heads = await Promise.all(SEPARATORS.map((separator) => readHead(head, separator)));
  const best = heads
    .map((records) => ({ records, header: widest(records) }))
    .toSorted((one, other) => other.header.width - one.header.width);
  const { records, header } = best[0] ?? { records: [], header: { width: 0, index: 0 } };
  if (header.width < 3) throw new StatementUnreadable('no_header', WHOLE_FILE);
  const [columns = [], ...rows] = records.slice(header.index).map(({ cells }) => cells);
  return { columns: columns.map((name) => name.trim()), rows: rows.slice(0, PREVIEWED_ROWS) };
}

function lastLineEnd(bytes: Uint8Array): number {
  if (bytes.length < HEAD_CHARACTERS) return bytes.length;
  // In UTF-16, a line end has two bytes.
  const at = bytes.lastIndexOf(0x0a);
  return at < 0 ? bytes.length : at + 1 + (bytes[at + 1] === 0 ? 1 : 0);
}

function widest(records: readonly CsvRecord[]): { width: number; index: number } {
  let found = { width: 0, index: 0 };
  for (const [index, { cells }] of records.entries()) {
    const names = new Set(cells.map((cell) => cell.trim()).filter((cell) => cell !== ''));
    if (names.size > found.width) found = { width: names.size, index };
  }
  return found;
}

interface CsvRecord {
  readonly cells: readonly string[];
  /** The line on which it ends. */
  readonly line: number;
}

function optionsFor(separator: string, isHead: boolean): Options {
  return {
    bom: true,
    delimiter: separator,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_CHARACTERS,
    // An error takes the lines before it along, and the header may be one of them. Who reads the whole file reports it.
    skip_records_with_error: isHead,
  };
}

async function* readRecords(
  text: Iterable<string> | AsyncIterable<string>,
  separator: string,
  headLines?: number,
): AsyncGenerator<CsvRecord> {
  const source = Readable.from(text);
  const parser = source.pipe(parse(optionsFor(separator, headLines !== undefined)));
  source.on('error', (error) => parser.destroy(error));
  let count = 0;
  try {
    for await (const { record: cells, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      yield { cells, line: info.lines };
      count += 1;
      if (count === headLines) return;
    }
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** The parser takes a piece as a whole, and by a wrong separator that is slow. */
async function* piecesOf(head: string): AsyncGenerator<string> {
  for (let at = 0; at < head.length; at += PIECE_CHARACTERS) {
    yield head.slice(at, at + PIECE_CHARACTERS);
    await pause();
  }
}

/** The first records by a separator, without those that cannot be read. */
async function readHead(head: string, separator: string): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  for await (const record of readRecords(piecesOf(head), separator, MAX_LINES_BEFORE_HEADER)) records.push(record);
  return records;
}

/** Two spellings of a column's name: with other spaces or letter case, it is the same column. */
function nameKey(name: string): string {
  return name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}

function placeOf({ cells }: CsvRecord, columns: StatementColumns): ColumnIndexes {
  const names = cells.map(nameKey);
  const place: Partial<Record<Column, number>> = {};
  for (const column of STATEMENT_COLUMNS) {
    const name = columns[column];
    const index = name === undefined ? -1 : names.indexOf(nameKey(name));
    if (index >= 0) place[column] = index;
  }
  return place;
}

function missingIn(place: ColumnIndexes, columns: StatementColumns): Column[] {
  return STATEMENT_COLUMNS.filter((column) => columns[column] !== undefined && place[column] === undefined);
}

interface Header {
  readonly separator: string;
  readonly line: number;
  readonly place: ColumnIndexes;
}

async function findHeader(bytes: Uint8Array, columns: StatementColumns): Promise<Header> {
  const head = await decodeHead(bytes);
  let nearest: { line: number; missing: Column[]; count: number } | undefined;
  for (const separator of SEPARATORS) {
    for (const record of await readHead(head, separator)) {
      const place = placeOf(record, columns);
      const missing = missingIn(place, columns);
      if (missing.length === 0) return { separator, line: record.line, place };
      const count = Object.keys(place).length;
      if (count > (nearest?.count ?? 0)) nearest = { line: record.line, missing, count };
    }
  }
  if (nearest === undefined) await requireCsv(bytes);
  const missing = (nearest?.missing ?? missingIn({}, columns)).map((column) => columns[column] ?? column);
  throw new StatementUnreadable('column_missing', { line: nearest?.line ?? 1, column: missing[0] ?? null });
}

/** Throws if the text is CSV by no separator: a line that is too long, or a quotation mark that is not closed, takes the rest along. */
async function requireCsv(bytes: Uint8Array): Promise<void> {
  let first: CsvError | undefined;
  for (const separator of SEPARATORS) {
    try {
      for await (const _record of readRecords(decodeStatement(bytes), separator));
      return;
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      first ??= error;
    }
  }
  if (first !== undefined) throw notCsv(first);
}

/** Whether the columns of a mapping are in a header with these names. */
export function hasColumns(names: readonly string[], columns: StatementColumns): boolean {
  return missingIn(placeOf({ cells: names, line: 1 }, columns), columns).length === 0;
}

/**
 * Reads the rows of a statement, one after another. A row with neither date nor reference is a subtotal or a note: it has no values.
 *
 * @throws StatementUnreadable with the line and the column of the first cell that cannot be read
 */
export async function* readStatement(bytes: Uint8Array, { columns, dateFormat, decimal }: StatementMapping): AsyncGenerator<StatementLine> {
  const { separator, line: headerLine, place } = await findHeader(bytes, columns);
  refuseSharedColumn(place, columns, headerLine);
  const readDate = createDateReader(dateFormat);
  if (readDate === undefined) throw new StatementUnreadable('date_format', { line: headerLine, column: columns.date });
  let count = 0;
  try {
    for await (const record of readRecords(decodeStatement(bytes), separator)) {
      if (record.line <= headerLine) continue;
      if (count >= MAX_STATEMENT_ROWS) {
        throw new StatementUnreadable('too_many_rows', { line: record.line, column: null, limit: MAX_STATEMENT_ROWS });
      }
      if (record.cells.length > MAX_COLUMNS) {
        throw new StatementUnreadable('too_many_cells', { line: record.line, column: null, limit: MAX_COLUMNS });
      }
      if (record.cells.every(isEmptyCell)) continue;
      yield readLine(record, { place, columns, readDate, decimal });
      count += 1;
    }
  } catch (error) {
    throw error instanceof CsvError ? notCsv(error) : error;
  }
}

function refuseSharedColumn(place: ColumnIndexes, columns: StatementColumns, line: number): void {
  const seen = new Set<number>();
  for (const column of STATEMENT_COLUMNS) {
    const index = place[column];
    if (index === undefined) continue;
    if (seen.has(index)) throw new StatementUnreadable('column_chosen_twice', { line, column: columns[column] ?? column });
    seen.add(index);
  }
}

function notCsv(error: CsvError): StatementUnreadable {
  const { lines } = error as CsvError & { readonly lines?: unknown };
  const line = typeof lines === 'number' ? lines : 1;
  return new StatementUnreadable('line_not_csv', { line, column: null });
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
  const amountIn = (column: 'amount' | 'fee'): Hundredths => readAmountCell(textOf(column), decimal) ?? fail(column, 'amount');
  if (isEmptyCell(textOf('date')) && isEmptyCell(textOf('transactionReference'))) {
    return { line, at: null, reference: null, amount: null, fee: null, payer: null };
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

/** The mapping that the names of the columns suggest; null if they do not name date, reference and amount. */
export function suggestMapping(names: readonly string[]): StatementMapping | null {
  const found = new Map<Column, string>();
  for (const column of STATEMENT_COLUMNS) {
    const name = names.find((one) => COLUMN_WORDS[column].test(nameKey(one)) && ![...found.values()].includes(one));
    if (name !== undefined) found.set(column, name);
  }
  const [date, transactionReference, amount, fee, payer] = STATEMENT_COLUMNS.map((column) => found.get(column));
  if (date === undefined || transactionReference === undefined || amount === undefined) return null;
  return {
    columns: { date, transactionReference, amount, ...(fee === undefined ? {} : { fee }), ...(payer === undefined ? {} : { payer }) },
    dateFormat: null,
    decimal: null,
  };
}
