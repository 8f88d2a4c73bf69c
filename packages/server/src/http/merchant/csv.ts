import { writeLocalTime } from '@tsena/shared/merchant';
import type { StoredPayment } from '../../storage/schema.ts';

/** A spreadsheet reads a cell that begins with one of these as a formula. An apostrophe makes it text. */
const FORMULA = /^[=+\-@\t\r]/;

/** Times are Madagascar's (UTC+3), amounts are in Ariary, payers' numbers are masked. */
const COLUMNS: readonly (readonly [name: string, value: (payment: StoredPayment) => string | number | null])[] = [
  ['order', (payment) => payment.order_reference],
  ['attempt_number', (payment) => payment.attempt_number],
  ['status', (payment) => payment.status],
  ['amount', (payment) => payment.amount],
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

function writeCell(value: string | number | null, separator: string): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /["\r\n]/.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The header line, with the byte order mark by which spreadsheets recognize UTF-8. */
export function writeCsvHeader(separator: string): string {
  return `\uFEFF${COLUMNS.map(([name]) => name).join(separator)}\r\n`;
}

/** A payment as a line (RFC 4180). */
export function writeCsvLine(payment: StoredPayment, separator: string): string {
  return `${COLUMNS.map(([, value]) => writeCell(value(payment), separator)).join(separator)}\r\n`;
}
