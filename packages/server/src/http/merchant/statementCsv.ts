import { type StatementRow, writeLocalTime } from '@tsena/shared/merchant';
import { type Options, stringify } from 'csv-stringify/sync';

/** Times are Madagascar's (UTC+3), amounts are in Ariary, payers' numbers are masked. */
const COLUMNS: readonly (readonly [name: string, value: (row: StatementRow) => string | number | null])[] = [
  ['result', ({ result }) => result],
  ['differences', ({ differences }) => differences.join(' ')],
  ['line', ({ row }) => row?.line ?? null],
  ['date', ({ row }) => writeTimeOrNull(row?.date ?? null)],
  ['transaction_reference', ({ row, payment }) => row?.transactionReference ?? payment?.transactionReference ?? null],
  ['amount', ({ row }) => numberOrNull(row?.amount ?? null)],
  ['fee', ({ row }) => numberOrNull(row?.fee ?? null)],
  ['payer', ({ row }) => row?.payer ?? null],
  ['order', ({ payment }) => payment?.order ?? null],
  ['payment_status', ({ payment }) => payment?.status ?? null],
  ['payment_amount', ({ payment }) => numberOrNull(payment?.amount ?? null)],
  ['payment_fees', ({ payment }) => numberOrNull(payment?.fees ?? null)],
  ['payment_ended_at', ({ payment }) => writeTimeOrNull(payment?.finalAt ?? null)],
  ['payment', ({ paymentId }) => paymentId],
  ['refund', ({ refundId }) => refundId],
];

function writeTimeOrNull(time: string | null): string | null {
  return time === null ? null : writeLocalTime(Date.parse(time));
}

/** A number, so that the minus of sent money is no formula. Amounts have at most 12 digits and two decimals, which a number keeps. */
function numberOrNull(amount: string | null): number | null {
  return amount === null ? null : Number(amount);
}

/** A cell that a spreadsheet would read as a formula begins with an apostrophe, which makes it text. */
function optionsFor(separator: string): Options {
  return { delimiter: separator, record_delimiter: 'windows', escape_formulas: true };
}

/** The header line, with the byte order mark by which spreadsheets recognize UTF-8. */
export function writeStatementHeader(separator: string): string {
  return stringify([COLUMNS.map(([name]) => name)], { ...optionsFor(separator), bom: true });
}

/** Rows of a statement as lines (RFC 4180). */
export function writeStatementLines(rows: readonly StatementRow[], separator: string): string {
  return stringify(
    rows.map((row) => COLUMNS.map(([, value]) => value(row))),
    optionsFor(separator),
  );
}
