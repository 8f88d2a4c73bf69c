import type { Reader } from '../../src/core/storage/reads.ts';
import type { StoredPayment } from '../../src/database/schema.ts';

/** Whether the operator or the merchant says that the money came. */
export function hasPaid({ status, resolution }: Pick<StoredPayment, 'status' | 'resolution'>): boolean {
  return status === 'completed' || resolution === 'received';
}

/** Checks that each order with two paid payments is marked as overpaid, and no order that never had two. */
export async function findOverpaidViolations(db: Reader, payments: readonly StoredPayment[]): Promise<string[]> {
  const orders = await db.selectFrom('orders').select(['reference', 'overpaid_at']).execute();
  const received = await db.selectFrom('events').select('payment_id').where('data', 'like', '%"resolution":"received"%').execute();
  const everReceived = new Set(received.map(({ payment_id }) => payment_id));
  return orders.flatMap(({ reference, overpaid_at }) => {
    const attempts = payments.filter(({ order_reference }) => order_reference === reference);
    const paid = attempts.filter(hasPaid).length;
    const everPaid = attempts.filter(({ id, status }) => status === 'completed' || everReceived.has(id)).length;
    // If a resolution is changed later, the order stays marked as overpaid.
    const isWrong = overpaid_at === null ? paid > 1 : everPaid <= 1;
    return isWrong ? [`${paid} paid attempts, and overpaid is ${overpaid_at !== null}`] : [];
  });
}
