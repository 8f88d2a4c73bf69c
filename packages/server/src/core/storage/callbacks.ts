import type { PaymentId } from '@tsena/shared/checkout';
import { readState } from '@tsena/shared/operator';
import type { Trx } from '../../database/transaction.ts';
import type { Decision } from '../rules/decision.ts';
import type { StoredCallback, StoredPayment } from '../rules/payment.ts';
import type { Reader } from './reads.ts';
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

/** What callbacks report of payments whose check is planned. What a person has resolved since waits no more. */
export async function readReports(trx: Trx, attempts: readonly StoredPayment[]): Promise<StoredCallback[]> {
  const asked = attempts.filter(({ status, next_check_at }) => status !== 'completed' && next_check_at !== null);
  const callbacks = await Promise.all(
    asked.map(async ({ id, resolution_at }) => {
      const open = await openCallbacksOf(trx, id);
      return open.filter(({ received_at }) => resolution_at === null || received_at > resolution_at);
    }),
  );
  return callbacks.flat().filter(({ status }) => readState(status) === 'completed');
}
