import { dayOf, daysOfMonth, type Totals, writeLocalTime } from '@tsena/shared/merchant';
import type { Reader } from '../../core/storage/reads.ts';
import { csvTable, numberOrNull, type Separator } from '../../http/kit/csv/csvTable.ts';
import { dailyTotals } from '../shared/totals.ts';
import { type BookEntry, readBooks } from './books.ts';

/** Each amount has a column of its own, so that each column can be added up. */
const writeEntries = csvTable<BookEntry>([
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
  ['method', (entry) => (entry.type === 'payment' ? entry.method : null)],
]);

/** A day, or the whole month. */
type Line = Totals['total'] & { readonly day: string };

const writeDays = csvTable<Line>([
  ['day', ({ day }) => day],
  ['payments', ({ completed }) => completed],
  ['received', ({ amount }) => BigInt(amount)],
  ['refunded', ({ refunded }) => BigInt(refunded)],
  ['net', ({ net }) => BigInt(net)],
  ['fees', ({ fees }) => numberOrNull(fees)],
  ['payments_without_known_fees', ({ unknownFees }) => unknownFees],
]);

/** A month for the accountant: a line for each entry; or one for each day, then one for the month. */
export async function* writeBooks(
  db: Reader,
  month: string,
  by: 'entry' | 'day',
  separator: Separator,
): AsyncGenerator<string, void> {
  const { first, last } = daysOfMonth(month);
  if (by === 'entry') {
    yield* writeEntries(readBooks(db, first, last), separator);
    return;
  }
  const { days, total } = await dailyTotals(db, first, last);
  yield* writeDays([[...days, { ...total, day: month }]], separator);
}
