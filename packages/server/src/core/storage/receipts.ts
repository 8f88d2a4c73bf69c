import { dayOf } from '@tsena/shared/merchant';
import { sql } from 'kysely';
import type { Trx } from '../../database/transaction.ts';
import type { PaymentChange } from '../rules/decision.ts';
import type { StoredPayment } from '../rules/payment.ts';
import type { Storage } from './storage.ts';

const DIGITS = 6;

/**
 * Gives the next receipt number of the year in Madagascar to the change that makes a payment completed and verified.
 * The number is taken in the transaction of the change: a transaction that is rolled back leaves no gap, and another
 * instance waits for its end.
 */
export async function numberReceipt(
  { clock }: Storage,
  trx: Trx,
  payment: StoredPayment,
  changes: readonly PaymentChange[],
): Promise<readonly PaymentChange[]> {
  const receipted = changes.find(({ to = payment.status, set }) => to === 'completed' && set?.verified === 1);
  if (receipted === undefined || payment.receipt_number !== null) return changes;
  const year = dayOf(clock.now()).slice(0, 4);
  const { last } = await trx
    .insertInto('receipt_numbers')
    .values({ year, last: 1 })
    .onConflict((conflict) => conflict.column('year').doUpdateSet({ last: sql<number>`receipt_numbers.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  const receipt_number = `${year}-${String(last).padStart(DIGITS, '0')}`;
  return changes.map((change) =>
    change === receipted ? { ...change, set: { ...change.set, receipt_number } } : change,
  );
}
