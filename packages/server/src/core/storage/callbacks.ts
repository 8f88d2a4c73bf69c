import type { PaymentId } from '@tsena/shared/checkout';
import type { Trx } from '../../database/transaction.ts';
import type { Decision } from '../rules/decision.ts';
import type { StoredCallback } from '../rules/payment.ts';
import { type OneOrder, paymentsOf, type Reader } from './reads.ts';
import { hashSecret } from './storage.ts';

/** The payment that has this secret in its callback address; undefined if none has. */
export async function findByCallbackSecret(db: Reader, secret: string): Promise<PaymentId | undefined> {
  const found = await db
    .selectFrom('payments')
    .select('id')
    .where('callback_hash', '=', hashSecret(secret))
    .executeTakeFirst();
  return found?.id;
}

/** Stores a callback, or counts it once more, as it was decided. */
export async function writeCallback(trx: Trx, { stored, isNew }: NonNullable<Decision['callback']>): Promise<void> {
  await (isNew
    ? trx.insertInto('callbacks').values(stored).execute()
    : trx
        .updateTable('callbacks')
        .set({ count: stored.count, rejected: stored.rejected })
        .where((callbacks) => callbacks.and(keyOf(stored)))
        .execute());
}

function keyOf({ payment_id, server_correlation_id, transaction_reference, status }: StoredCallback) {
  return { payment_id, server_correlation_id, transaction_reference, status };
}

/** The callbacks of a payment that were not rejected. */
export function openCallbacksOf(db: Reader, id: PaymentId): Promise<StoredCallback[]> {
  return db.selectFrom('callbacks').selectAll().where('payment_id', '=', id).where('rejected', '=', 0).execute();
}

/** The callbacks of all payments of an order. */
export function callbacksOfOrder(db: Reader, order: OneOrder): Promise<StoredCallback[]> {
  return db.selectFrom('callbacks').selectAll().where('payment_id', 'in', paymentsOf(db, order)).execute();
}
