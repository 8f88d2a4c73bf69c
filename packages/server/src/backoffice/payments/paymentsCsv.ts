import type { PaymentView } from '@tsena/shared/checkout';
import { writeLocalTime } from '@tsena/shared/merchant';
import { findView } from '../../core/rules/view.ts';
import { readOrders } from '../../core/storage/reads.ts';
import type { Storage } from '../../core/storage/storage.ts';
import type { StoredPayment } from '../../database/schema.ts';
import { csvTable, numberOrNull } from '../../http/kit/csv/csvTable.ts';

/** A payment, with what is true of it within its order. */
export type ExportedPayment = StoredPayment & { readonly view: PaymentView };

/** Adds to payments, in the order given, what is true of each within its order. */
export async function withViews(
  { store, clock }: Storage,
  payments: readonly StoredPayment[],
): Promise<ExportedPayment[]> {
  if (payments.length === 0) return [];
  const orders = await readOrders(store.db, [...new Set(payments.map(({ order_reference }) => order_reference))]);
  const now = clock.now();
  return payments.map((read) => {
    const attempts = orders.get(read.order_reference) ?? [read];
    const payment = attempts.find(({ id }) => id === read.id) ?? read;
    return { ...payment, view: findView(payment, attempts, now) };
  });
}

/** The export of payments: one line for each. */
export const writePayments = csvTable<ExportedPayment>([
  ['order', (payment) => payment.order_reference],
  ['attempt_number', (payment) => payment.attempt_number],
  ['status', (payment) => payment.status],
  ['view', (payment) => payment.view],
  ['amount', (payment) => payment.amount],
  // Empty for what the totals do not count, so that a sum of the column is theirs.
  ['refunded', (payment) => (payment.status === 'completed' ? payment.amount_refunded : null)],
  ['net', (payment) => (payment.status === 'completed' ? payment.amount - payment.amount_refunded : null)],
  ['fees', (payment) => numberOrNull(payment.fees)],
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
  ['method', (payment) => payment.method],
]);

function writeTimeOrNull(at: number | null): string | null {
  return at === null ? null : writeLocalTime(at);
}
