import { writeLocalTime } from '@tsena/shared/merchant';
import { type Options, stringify } from 'csv-stringify/sync';
import { isPaid } from '../../rules/attemptPolicy.ts';
import type { StoredPayment } from '../../storage/schema.ts';

/** Times are Madagascar's (UTC+3), amounts are in Ariary, payers' numbers are masked. */
const COLUMNS: readonly (readonly [name: string, value: (payment: StoredPayment) => string | number | null])[] = [
  ['order', (payment) => payment.order_reference],
  ['attempt_number', (payment) => payment.attempt_number],
  ['status', (payment) => payment.status],
  ['amount', (payment) => payment.amount],
  ['refunded', (payment) => payment.amount_refunded],
  ['net', (payment) => (isPaid(payment) ? payment.amount - payment.amount_refunded : null)],
  ['fees', (payment) => payment.fees],
  ['currency', () => 'MGA'],
  ['payer', (payment) => payment.payer],
  ['transaction_reference', (payment) => payment.transaction_id],
  ['created_at', (payment) => writeLocalTime(payment.created_at)],
  ['sent_at', (payment) => writeTimeOrNull(payment.sent_at)],
  ['ended_at', (payment) => writeTimeOrNull(payment.final_at)],
  ['failure', (payment) => payment.failure_code],
  ['verified', (payment) => (payment.verified === null ? null : payment.verified === 1 ? 'yes' : 'no')],
  ['differences', (payment) => payment.differences?.replaceAll(',', ' ') ?? null],
  ['resolution', (payment) => payment.resolution],
  ['resolution_reason', (payment) => payment.resolution_reason],
  ['description', (payment) => payment.description],
  ['id', (payment) => payment.id],
];

function writeTimeOrNull(at: number | null): string | null {
  return at === null ? null : writeLocalTime(at);
}

/** A cell that a spreadsheet would read as a formula begins with an apostrophe, which makes it text. */
function optionsFor(separator: string): Options {
  return { delimiter: separator, record_delimiter: 'windows', escape_formulas: true };
}

/** The header line, with the byte order mark by which spreadsheets recognize UTF-8. */
export function writeCsvHeader(separator: string): string {
  return stringify([COLUMNS.map(([name]) => name)], { ...optionsFor(separator), bom: true });
}

/** Payments as lines (RFC 4180). */
export function writeCsvLines(payments: readonly StoredPayment[], separator: string): string {
  return stringify(
    payments.map((payment) => COLUMNS.map(([, value]) => value(payment))),
    optionsFor(separator),
  );
}
