import type { PaymentId } from '@tsena/shared/checkout';
import { readState } from '@tsena/shared/operator';
import type { Trx } from '../../database/transaction.ts';
import { isAboutOwn } from '../rules/callbackChecks.ts';
import type { Decision } from '../rules/decision.ts';
import type { StoredCallback, StoredPayment } from '../rules/payment.ts';
import { isSameReference } from '../rules/sameReference.ts';
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
export async function writeCallback(
  trx: Trx,
  { stored, isNew, replaces }: NonNullable<Decision['callback']>,
): Promise<void> {
  const statements = [
    replaces === null
      ? undefined
      : trx
          .deleteFrom('callbacks')
          .where((callbacks) => callbacks.and(keyOf(replaces)))
          .execute(),
    isNew
      ? trx.insertInto('callbacks').values(stored).execute()
      : trx
          .updateTable('callbacks')
          .set({ count: stored.count, rejected: stored.rejected })
          .where((callbacks) => callbacks.and(keyOf(stored)))
          .execute(),
  ];
  await Promise.all(statements);
}

function keyOf({ payment_id, server_correlation_id, transaction_reference, status }: StoredCallback) {
  return { payment_id, server_correlation_id, transaction_reference, status };
}

/** The callbacks of a payment that were not rejected. */
export function openCallbacksOf(db: Reader, id: PaymentId): Promise<StoredCallback[]> {
  return db.selectFrom('callbacks').selectAll().where('payment_id', '=', id).where('rejected', '=', 0).execute();
}

type Asked = Pick<StoredPayment, 'server_correlation_id' | 'transaction_id' | 'status_checks'>;

/** What one status check asks about, and what is left for the next. */
export interface Questions {
  readonly asked: readonly StoredCallback[];
  readonly left: readonly StoredCallback[];
}

/**
 * Of these callbacks of a payment, those that name something to ask the operator about: another serverCorrelationId
 * than the payment's own, or another transaction than the one that paid it. At most `limit` are asked: the newest, and
 * beside it others at each check if there are more, so that many forged ones hide none.
 */
export function questionsOf(payment: Asked, callbacks: readonly StoredCallback[], limit: number): Questions {
  const newestFirst = callbacks
    .filter((callback) => {
      const { transaction_reference: reference } = callback;
      return (
        !isAboutOwn(payment, callback) || (reference !== '' && !isSameReference(reference, payment.transaction_id))
      );
    })
    .toSorted((one, other) => other.received_at - one.received_at);
  const others = newestFirst.slice(1);
  const from = others.length < limit ? 0 : (payment.status_checks * (limit - 1)) % others.length;
  const inTurn = [...newestFirst.slice(0, 1), ...others.slice(from), ...others.slice(0, from)];
  return { asked: inTurn.slice(0, limit), left: inTurn.slice(limit) };
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
