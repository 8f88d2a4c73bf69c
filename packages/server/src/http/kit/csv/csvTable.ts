import { type Options, stringify } from 'csv-stringify/sync';

/** A cell's value. A number is never a formula, so that a minus may begin it. */
type Cell = string | number | bigint | null;

/** A name, and the cell in each row. */
type Column<Row> = readonly [name: string, value: (row: Row) => Cell];

/** The separators by their name in a query. */
const SEPARATORS = { comma: ',', semicolon: ';' } as const;
/**
 * A spreadsheet that expects the other separator divides a text there, or at a line break: what follows would begin a
 * cell.
 */
const FORMULA_WITHIN = /(?<=[;,\n]"*)(?=[=+\-@＝＋－＠])/g;

/** The name of a separator. */
export type Separator = keyof typeof SEPARATORS;

/**
 * Writes pages of rows as CSV (RFC 4180), page by page. Times are Madagascar's (UTC+3), amounts are in Ariary, payers'
 * numbers are masked. It begins with the byte order mark by which spreadsheets recognize UTF-8.
 */
export type WriteCsv<Row> = (
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  separator: Separator,
) => AsyncGenerator<string, void>;

/**
 * Makes a {@link WriteCsv}. A text is in quotation marks, whatever it contains. One that a spreadsheet would read as a
 * formula begins with an apostrophe, which makes it text.
 */
export function csvTable<Row>(columns: readonly Column<Row>[]): WriteCsv<Row> {
  return async function* (pages, separator) {
    const options: Options = {
      delimiter: SEPARATORS[separator],
      record_delimiter: 'windows',
      escape_formulas: true,
      cast: { string: (text) => text.replace(FORMULA_WITHIN, "'") },
      quoted_string: true,
    };
    // With the first page, so that one that cannot be read leaves nothing written.
    let header = stringify([columns.map(([name]) => name)], { ...options, bom: true });
    for await (const rows of pages) {
      const cells = rows.map((row) => columns.map(([, value]) => value(row)));
      yield header + stringify(cells, options);
      header = '';
    }
  };
}

/** A decimal of the API as a number: its minus is no formula, and it has no quotation marks. */
export function numberOrNull(decimal: string | null): number | null {
  return decimal === null ? null : Number(decimal);
}
