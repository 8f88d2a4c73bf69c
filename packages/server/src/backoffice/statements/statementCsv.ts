import { type StatementRow, writeLocalTime } from '@tsena/shared/merchant';
import { csvTable, numberOrNull } from '../../http/kit/csv/csvTable.ts';

/** The rows of a statement with their results. */
export const writeStatement = csvTable<StatementRow>([
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
]);

function writeTimeOrNull(time: string | null): string | null {
  return time === null ? null : writeLocalTime(Date.parse(time));
}
