import { type AmountFault, type Ariary, MAX_AMOUNT, MIN_AMOUNT, readTypedAmount } from '@tsena/shared';
import { type OrderReference, orderReferenceSchema } from '@tsena/shared/checkout';
import { dayOf, descriptionSchema, endOfDay, startOfDay } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import { readInput } from '../../input/readInput.ts';
import { isEmptyCell, textOfCell, visibleText } from '../shared/spreadsheet/cellText.ts';
import {
  type ColumnPlaces,
  type CsvHeader,
  type CsvRecord,
  findHeader,
  nameKey,
  readRows,
} from '../shared/spreadsheet/csvRecords.ts';
import { CsvUnreadable } from '../shared/spreadsheet/csvUnreadable.ts';
import { createDateReader, type DateReader } from '../shared/spreadsheet/dateCells.ts';
import { hasForeignLetters, WHOLE_FILE } from '../shared/spreadsheet/decodeCsv.ts';

/** The most rows of a file. */
export const MAX_LINK_ROWS = 5000;

const LINK_COLUMNS = ['order', 'amount', 'description', 'expiresAt'] as const;
type Column = (typeof LINK_COLUMNS)[number];

/** Words of headings, by what the column has. */
const WORDS = {
  order: 'orders?|commandes?|r[ée]f(?:[ée]rences?)?|kaomandy|laharana',
  amount: 'amounts?|montants?|vola',
  description: 'descriptions?|libell[ée]s?|objets?|motifs?|antony',
  lastDay: 'expir(?:es?|y|ation)(?:[ _]at)?|expiresat|[ée]ch[ée]ances?|dates? limites?|due date|deadline|fe-potoana',
  day: 'dates?|daty|andro|limite',
};

/** The headings of a column, the best first. A date is the last day only if nothing says that it is another one. */
const HEADINGS: Readonly<Record<Column, readonly RegExp[]>> = {
  order: [only(WORDS.order), having(WORDS.order)],
  amount: [only(WORDS.amount), having(WORDS.amount)],
  description: [only(WORDS.description), having(WORDS.description)],
  expiresAt: [only(WORDS.lastDay), having(WORDS.lastDay), only(WORDS.day)],
};

/** What a heading with words of several columns names: an order date is a date, and an order amount is an amount. */
const KINDS: readonly (readonly [Column, RegExp])[] = [
  ['expiresAt', having(`${WORDS.lastDay}|${WORDS.day}`)],
  ['amount', having(WORDS.amount)],
  ['description', having(WORDS.description)],
  ['order', having(WORDS.order)],
];

function only(words: string): RegExp {
  return new RegExp(`^[^\\p{L}\\p{N}]*(?:${words})[^\\p{L}\\p{N}]*$`, 'u');
}

/** Whole words: a preference is no reference. */
function having(words: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'u');
}

const TOTAL = only('totals?|totaly');
const OTHER_CURRENCY = having('fmg|francs?|eur|euros?|usd|dollars?|€|\\$');

const OTHER_THAN_LETTERS = /[^\p{L}\p{M}\p{N}.-]/gu;

const name = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200)));

const nameOrNone = z.optional(
  z.pipe(
    z.string().check(z.trim(), z.maxLength(200)),
    z.transform((text) => (text === '' ? null : text)),
  ),
);

/** The names of the columns; those that are left out are recognized. An empty name is null: the file has no such column. */
export const linkColumnsSchema = z.strictObject({
  order: name,
  amount: name,
  description: nameOrNone,
  expiresAt: nameOrNone,
});

/** How a file is read. */
export interface LinkMapping {
  readonly columns: z.output<typeof linkColumnsSchema>;
  /** How dates are written, such as `DD/MM/YYYY`; null: recognized, with the day before the month. */
  readonly dateFormat: string | null;
  /** Stands before each order of the file. */
  readonly orderPrefix: string;
}

/** A row of the file: a link to create. */
export interface LinkRowOfFile {
  /** The first line is 1. */
  readonly line: number;
  readonly order: OrderReference;
  /** Whole Ariary. */
  readonly amount: Ariary;
  readonly description: string | undefined;
  /** From when no new payment can begin, ms since 1970. A day counts to its end in Madagascar. */
  readonly expiresAt: number | undefined;
}

/** What is wrong in a row. */
export interface RowFault {
  readonly line: number;
  /** The column's name in the file; null: the whole row. */
  readonly column: string | null;
  /** A phrase, without anything of the cell. */
  readonly text: string;
}

/** Rows that cannot become links. Nothing of the file has been created. */
export class RowsWrong extends Error {
  override readonly name = 'RowsWrong';

  constructor(faults: readonly RowFault[]) {
    const placeOf = ({ line, column }: RowFault) =>
      column === null ? `line ${line}` : `line ${line}, column “${column}”`;
    super(faults.map((fault) => `${placeOf(fault)}: ${fault.text}`).join('\n'));
  }
}

/** A file that was read. */
export interface LinkFile {
  readonly rows: readonly LinkRowOfFile[];
  /** The heading of the column that was read as each; null: the file has none. */
  readonly columns: Readonly<Record<Column, string | null>>;
}

/**
 * Reads the rows of a CSV file from which links are created.
 *
 * @throws CsvUnreadable if it is no CSV with these columns
 * @throws RowsWrong with the columns that fit equally well; else with every row that has a wrong cell, or an order that
 *   is in the file already
 */
export async function readLinkFile(bytes: Uint8Array, mapping: LinkMapping): Promise<LinkFile> {
  const { columns, dateFormat } = mapping;
  // An order with wrong letters would stay.
  if (hasForeignLetters(bytes)) throw new CsvUnreadable('encoding', WHOLE_FILE);
  const header = await findHeader(
    bytes,
    (names) => firstOf(candidatesOf(names, columns)),
    (place) => missingIn(place, columns),
  );
  const headingOf = (column: Column): string | null => header.names[header.place[column] ?? -1]?.trim() ?? null;
  const nameOf = (column: Column): string => headingOf(column) ?? column;
  const placed = LINK_COLUMNS.filter((column) => header.place[column] !== undefined);
  const again = placed.find(
    (column, at) => placed.findIndex((other) => header.place[other] === header.place[column]) < at,
  );
  if (again !== undefined) throw new CsvUnreadable('column_chosen_twice', { line: header.line, column: nameOf(again) });
  const doubts = doubtsOf(header, columns);
  if (doubts.length > 0) throw new RowsWrong(doubts);
  if (OTHER_CURRENCY.test(nameKey(nameOf('amount'))))
    throw new RowsWrong([{ line: header.line, column: nameOf('amount'), text: 'the amounts must be in Ariary' }]);
  const readDate = createDateReader(dateFormat);
  if (readDate === undefined)
    throw new CsvUnreadable('date_format', { line: header.line, column: nameOf('expiresAt') });

  const width = 1 + header.names.findLastIndex((heading) => !isEmptyCell(heading));
  const rows: LinkRowOfFile[] = [];
  const faults: RowFault[] = [];
  const lineOf = new Map<string, number>();
  const refuseLost = (line: number, cells: readonly string[]) => {
    if (cells.some((cell) => cell.includes('\ufffd'))) faults.push({ line, column: null, text: LETTER_LOST });
  };
  refuseLost(header.line, header.names);
  for await (const record of readRows(bytes, header, MAX_LINK_ROWS)) {
    const { line, cells } = record;
    refuseLost(line, cells);
    // An amount that was cut at its commas would still be an amount.
    if (!cells.slice(width).every(isEmptyCell)) {
      faults.push({ line, column: null, text: TOO_MANY_CELLS });
      continue;
    }
    const fail = (column: Column, text: string) => {
      faults.push({ line, column: nameOf(column), text });
    };
    const row = readRow(record, { place: header.place, readDate, orderPrefix: mapping.orderPrefix, fail });
    if (row === undefined) continue;
    if (TOTAL.test(nameKey(textOfCell(cells[header.place.order ?? -1] ?? ''))))
      fail('order', 'a total is no order. Take the row out, or name the order otherwise');
    // Orders that look alike are one order that was written twice.
    const key = row.order.normalize('NFC').replace(OTHER_THAN_LETTERS, '_').toLowerCase();
    const earlier = lineOf.get(key);
    if (earlier !== undefined) fail('order', `line ${earlier} has this order already, or one that looks like it`);
    lineOf.set(key, earlier ?? line);
    rows.push(row);
  }
  if (faults.length > 0) throw new RowsWrong(faults);
  const last = rows.at(-1);
  const sum = rows.reduce((total, { amount }) => total + amount, 0);
  if (last !== undefined && rows.length > 2 && 2 * last.amount === sum)
    throw new RowsWrong([{ line: last.line, column: nameOf('amount'), text: SUM_OF_ROWS }]);
  if (last === undefined)
    throw new RowsWrong([{ line: header.line, column: null, text: 'no row follows this header' }]);
  return {
    rows,
    columns: {
      order: headingOf('order'),
      amount: headingOf('amount'),
      description: headingOf('description'),
      expiresAt: headingOf('expiresAt'),
    },
  };
}

/** The columns of a header that fit best, by what they have: more than one if they fit equally well. */
type Candidates = Readonly<Record<Column, readonly number[]>>;

function candidatesOf(names: readonly string[], columns: LinkMapping['columns']): Candidates {
  const keys = names.map(nameKey);
  const kinds = keys.map((key) => KINDS.find(([, words]) => words.test(key))?.[0]);
  const allNamed = (given: string | null) =>
    given === null ? [] : keys.flatMap((key, index) => (key === nameKey(given) ? [index] : []));
  const chosen = LINK_COLUMNS.flatMap((column) => allNamed(columns[column] ?? null));
  const find = (column: Column): readonly number[] => {
    const given = columns[column];
    if (given !== undefined) return allNamed(given);
    const ranks = HEADINGS[column].map((heading) =>
      keys.flatMap((key, index) =>
        kinds[index] === column && !chosen.includes(index) && heading.test(key) ? [index] : [],
      ),
    );
    return ranks.find((indexes) => indexes.length > 0) ?? [];
  };
  return {
    order: find('order'),
    amount: find('amount'),
    description: find('description'),
    expiresAt: find('expiresAt'),
  };
}

function firstOf(candidates: Candidates): ColumnPlaces<Column> {
  const place: Partial<Record<Column, number>> = {};
  for (const column of LINK_COLUMNS) {
    const [index] = candidates[column];
    if (index !== undefined) place[column] = index;
  }
  return place;
}

/** Columns that fit equally well: which one counts is not guessed. */
function doubtsOf({ names, line }: CsvHeader<Column>, columns: LinkMapping['columns']): RowFault[] {
  const candidates = candidatesOf(names, columns);
  return LINK_COLUMNS.flatMap((column) => {
    const [one, other] = candidates[column].map((index) => (names[index] ?? '').trim());
    if (one === undefined || other === undefined) return [];
    const text =
      nameKey(one) === nameKey(other)
        ? 'another column has this name too. Give one of them another name'
        : `the column “${other}” fits ${column} as well. Choose one: --columns "${column}=${one}"`;
    return [{ line, column: one, text }];
  });
}

function missingIn(place: ColumnPlaces<Column>, columns: LinkMapping['columns']): string[] {
  const isRequired = (column: Column) =>
    column === 'order' || column === 'amount' || (columns[column] ?? null) !== null;
  return LINK_COLUMNS.flatMap((column) =>
    place[column] === undefined && isRequired(column) ? (columns[column] ?? column) : [],
  );
}

interface Reading {
  readonly place: ColumnPlaces<Column>;
  readonly readDate: DateReader;
  readonly orderPrefix: string;
  readonly fail: (column: Column, text: string) => void;
}

/** Undefined if a cell is wrong. */
function readRow({ cells, line }: CsvRecord, { place, readDate, orderPrefix, fail }: Reading) {
  const cellOf = (column: Column): string => (place[column] === undefined ? '' : (cells[place[column]] ?? ''));
  const parse = <Schema extends z.ZodMiniType>(column: Column, schema: Schema, text: string) => {
    const read = readInput(schema, text);
    if (!read.success) fail(column, read.error.issues.map(({ message }) => message).join(', '));
    return read.data;
  };

  if (isEmptyCell(cellOf('order'))) {
    fail('order', 'the row has no order');
    return undefined;
  }
  const order = parse('order', orderReferenceSchema, `${orderPrefix}${textOfCell(cellOf('order'))}`);
  const amount = readTypedAmount(visibleText(cellOf('amount')));
  if (!amount.ok) fail('amount', AMOUNT_FAULTS[amount.fault]);
  const description = isEmptyCell(cellOf('description'))
    ? undefined
    : parse('description', descriptionSchema, textOfCell(cellOf('description')));
  const expiresAt = isEmptyCell(cellOf('expiresAt')) ? undefined : readDate(cellOf('expiresAt'));
  if (expiresAt === undefined && !isEmptyCell(cellOf('expiresAt')))
    fail('expiresAt', 'a date, such as 31/10/2026; --date-format says how others are written');
  return order === undefined || !amount.ok
    ? undefined
    : { line, order, amount: amount.amount, description, expiresAt: expiresAt && throughDay(expiresAt) };
}

/** Midnight is how a day without a time is read, and payers may pay on that day. */
function throughDay(at: number): number {
  return at === startOfDay(dayOf(at)) ? endOfDay(dayOf(at)) : at;
}

const TOO_MANY_CELLS =
  'the row has more cells than the header. An amount with commas needs quotation marks: "1,250,000"';

const LETTER_LOST = 'a letter of the row is lost, and � stands for it. Save the spreadsheet as “CSV UTF-8”';

const SUM_OF_ROWS =
  'the amount is the sum of the rows above. Take the row out if it is their total; if it is an order, import it in a file of its own';

const AMOUNT_FAULTS: Readonly<Record<AmountFault, string>> = {
  empty: 'the row has no amount',
  characters: 'an amount in Ariary, such as 25000 or 25 000,00',
  decimals: 'whole Ariary, without decimals',
  thousands: 'thousands in groups of three',
  small: `at least ${MIN_AMOUNT} Ar`,
  large: `at most ${MAX_AMOUNT} Ar`,
};
