import { pipeline, Readable } from 'node:stream';
import { setImmediate as pause } from 'node:timers/promises';
import { CsvError, type Info, type Options, parse } from 'csv-parse';
import { isEmptyCell } from './cellText.ts';
import { CsvUnreadable } from './csvUnreadable.ts';
import { decodeCsv } from './decodeCsv.ts';

const SEPARATORS = [',', ';', '\t', '|'] as const;
/** Titles and empty lines may stand before the header. */
const MAX_LINES_BEFORE_HEADER = 30;
const HEAD_BYTES = 128 * 1024;
const MAX_LINE_CHARACTERS = 32 * 1024;
const MAX_COLUMNS = 100;

/** A record of a file. */
export interface CsvRecord {
  readonly cells: readonly string[];
  /** The line on which it ends. */
  readonly line: number;
}

/** The columns of a file by what they have: their indexes. */
export type ColumnPlaces<Column extends string> = Readonly<Partial<Record<Column, number>>>;

/** The header of a file. */
export interface CsvHeader<Column extends string> {
  readonly separator: string;
  /** The line on which it ends. */
  readonly line: number;
  readonly names: readonly string[];
  readonly place: ColumnPlaces<Column>;
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
  const records = pipeline(Readable.from(decodeCsv(bytes)), parser, () => undefined);
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
export async function readHeads(bytes: Uint8Array): Promise<readonly Head[]> {
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

/** Two spellings of a column's name: with other spaces or letter case, it is the same column. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/**
 * Finds the first line that has the columns, and the separator by which it has them.
 *
 * @param placeOf the columns that a line names
 * @param missingIn the names of those that it lacks
 * @throws CsvUnreadable if no line has them, or if the file is no CSV
 */
export async function findHeader<Column extends string>(
  bytes: Uint8Array,
  placeOf: (names: readonly string[]) => ColumnPlaces<Column>,
  missingIn: (place: ColumnPlaces<Column>) => readonly string[],
): Promise<CsvHeader<Column>> {
  const heads = await readHeads(bytes);
  const headers = heads.flatMap(({ separator, records }) =>
    records.map(({ cells, line }) => {
      const place = placeOf(cells);
      return { separator, line, names: cells, place, missing: missingIn(place) };
    }),
  );
  const [header] = headers.toSorted((one, other) => one.missing.length - other.missing.length);
  if (header?.missing.length === 0) return header;
  if (header !== undefined && Object.keys(header.place).length > 0) throw columnMissing(header.line, header.missing);
  // A line that is too long, or a quotation mark that is not closed, takes the rest along.
  const [fault] = heads.map((head) => head.fault);
  throw fault !== undefined && heads.every((head) => head.fault !== undefined)
    ? notCsv(fault)
    : columnMissing(1, missingIn(placeOf([])));
}

/**
 * Reads the rows after a header that are not empty.
 *
 * @param limit how many may follow
 * @throws CsvUnreadable if there are more, or at the first that is no CSV or has too many cells
 */
export async function* readRows(
  bytes: Uint8Array,
  header: Pick<CsvHeader<string>, 'separator' | 'line'>,
  limit: number,
): AsyncGenerator<CsvRecord> {
  let count = 0;
  try {
    for await (const record of readRecords(bytes, header.separator)) {
      const { cells, line } = record;
      if (line <= header.line) continue;
      if (count >= limit) throw new CsvUnreadable('too_many_rows', { line, column: null, limit });
      if (cells.length > MAX_COLUMNS)
        throw new CsvUnreadable('too_many_cells', { line, column: null, limit: MAX_COLUMNS });
      if (cells.every(isEmptyCell)) continue;
      count += 1;
      yield record;
    }
  } catch (error) {
    throw error instanceof CsvError ? notCsv(error) : error;
  }
}

function columnMissing(line: number, [column]: readonly string[]): CsvUnreadable {
  return new CsvUnreadable('column_missing', { line, column: column ?? null });
}

function notCsv({ lines }: CsvError): CsvUnreadable {
  return new CsvUnreadable('line_not_csv', { line: typeof lines === 'number' ? lines : 1, column: null });
}
