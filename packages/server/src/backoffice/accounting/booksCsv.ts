import { dayOf, type Totals, writeLocalTime } from '@tsena/shared/merchant';
import { csvTable, numberOrNull } from '../../http/csv/csvTable.ts';
import type { BookEntry } from './books.ts';

/** The entries of the books. Each amount has a column of its own, so that each column can be added up. */
export const entriesTable = csvTable<BookEntry>([
  ['day', ({ at }) => dayOf(at)],
  ['time', ({ at }) => writeLocalTime(at)],
  ['type', ({ type }) => type],
  ['order', ({ order }) => order],
  ['transaction_reference', ({ transactionReference }) => transactionReference],
  ['received', (entry) => (entry.type === 'payment' ? entry.amount : null)],
  ['refunded', (entry) => (entry.type === 'refund' ? entry.amount : null)],
  ['fees', (entry) => (entry.type === 'payment' ? numberOrNull(entry.fees) : null)],
  ['currency', () => 'MGA'],
  ['description', ({ description }) => description],
  ['payment', ({ paymentId }) => paymentId],
  ['refund', (entry) => (entry.type === 'refund' ? entry.id : null)],
]);

/** A day, or the whole month. */
type Line = Totals['total'] & { readonly day: string };

const daysTable = csvTable<Line>([
  ['day', ({ day }) => day],
  ['payments', ({ completed }) => completed],
  ['received', ({ amount }) => BigInt(amount)],
  ['refunded', ({ refunded }) => BigInt(refunded)],
  ['net', ({ net }) => BigInt(net)],
  ['fees', ({ fees }) => numberOrNull(fees)],
  ['payments_without_known_fees', ({ unknownFees }) => unknownFees],
]);

/** The totals of each day, then of the month, as a file. */
export function writeDays({ days, total }: Totals, month: string, separator: string): string {
  return daysTable.header(separator) + daysTable.lines([...days, { ...total, day: month }], separator);
}
