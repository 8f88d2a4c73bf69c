import { dayOf, type Totals, writeLocalTime } from '@tsena/shared/merchant';
import { type Options, stringify } from 'csv-stringify/sync';
import type { BookEntry } from '../../storage/books.ts';

type Cell = string | number | bigint | null;

/** Times are Madagascar's (UTC+3), amounts are in Ariary. Each amount has a column of its own, so that each column can be added up. */
const ENTRY_COLUMNS: readonly (readonly [name: string, value: (entry: BookEntry) => Cell])[] = [
  ['day', ({ at }) => dayOf(at)],
  ['time', ({ at }) => writeLocalTime(at)],
  ['type', ({ type }) => type],
  ['order', ({ order }) => order],
  ['transaction_reference', ({ transactionReference }) => transactionReference],
  ['received', (entry) => (entry.type === 'payment' ? entry.amount : null)],
  ['refunded', (entry) => (entry.type === 'refund' ? entry.amount : null)],
  ['fees', (entry) => (entry.type === 'payment' ? entry.fees : null)],
  ['currency', () => 'MGA'],
  ['description', ({ description }) => description],
  ['payment', ({ paymentId }) => paymentId],
  ['refund', (entry) => (entry.type === 'refund' ? entry.id : null)],
];

const DAY_COLUMNS: readonly (readonly [name: string, value: (totals: Totals['total']) => Cell])[] = [
  ['payments', ({ completed }) => completed],
  ['received', ({ amount }) => BigInt(amount)],
  ['refunded', ({ refunded }) => BigInt(refunded)],
  // A number, so that the minus is no formula.
  ['net', ({ net }) => BigInt(net)],
  ['fees', ({ fees }) => fees],
  ['payments_without_known_fees', ({ unknownFees }) => unknownFees],
];

/** A cell that a spreadsheet would read as a formula begins with an apostrophe, which makes it text. */
function optionsFor(separator: string): Options {
  return { delimiter: separator, record_delimiter: 'windows', escape_formulas: true };
}

/** The header line, with the byte order mark by which spreadsheets recognize UTF-8. */
export function writeEntryHeader(separator: string): string {
  return stringify([ENTRY_COLUMNS.map(([name]) => name)], { ...optionsFor(separator), bom: true });
}

/** Entries as lines (RFC 4180). */
export function writeEntryLines(entries: readonly BookEntry[], separator: string): string {
  return stringify(
    entries.map((entry) => ENTRY_COLUMNS.map(([, value]) => value(entry))),
    optionsFor(separator),
  );
}

/** The totals of each day, then of the month, as a file. */
export function writeDays({ days, total }: Totals, month: string, separator: string): string {
  const line = (name: string, totals: Totals['total']) => [name, ...DAY_COLUMNS.map(([, value]) => value(totals))];
  const header = ['day', ...DAY_COLUMNS.map(([name]) => name)];
  return stringify([header, ...days.map((totals) => line(totals.day, totals)), line(month, total)], {
    ...optionsFor(separator),
    bom: true,
  });
}
