import { type Options, stringify } from 'csv-stringify/sync';

/** A cell's value. A number is never a formula, so that a minus may begin it. */
export type Cell = string | number | bigint | null;

/** A name, and the cell in each row. */
export type Column<Row> = readonly [name: string, value: (row: Row) => Cell];

/** The separators by their name in a query. */
export const SEPARATORS = { comma: ',', semicolon: ';' } as const;

/** Rows as CSV (RFC 4180). Times are Madagascar's (UTC+3), amounts are in Ariary, payers' numbers are masked. */
export interface CsvTable<Row> {
  /** The header line, with the byte order mark by which spreadsheets recognize UTF-8. */
  header(separator: string): string;
  lines(rows: readonly Row[], separator: string): string;
}

/** Makes a {@link CsvTable}. */
export function csvTable<Row>(columns: readonly Column<Row>[]): CsvTable<Row> {
  return {
    header: (separator) => stringify([columns.map(([name]) => name)], { ...optionsFor(separator), bom: true }),
    lines: (rows, separator) =>
      stringify(
        rows.map((row) => columns.map(([, value]) => value(row))),
        optionsFor(separator),
      ),
  };
}

/** A decimal of the API as a number: its minus is no formula, and it has no quotation marks. */
export function numberOrNull(decimal: string | null): number | null {
  return decimal === null ? null : Number(decimal);
}

/**
 * A text is in quotation marks, whatever it contains. One that a spreadsheet would read as a formula begins with an apostrophe, which makes
 * it text.
 */
function optionsFor(separator: string): Options {
  return { delimiter: separator, record_delimiter: 'windows', escape_formulas: true, quoted_string: true };
}
