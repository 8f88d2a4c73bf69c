import type { PaymentId } from '@tsena/shared/checkout';
import { readState } from '@tsena/shared/operator';
import type { Trx } from '../../database/transaction.ts';
import type { Decision } from '../rules/decision.ts';
import type { StoredCallback, StoredPayment } from '../rules/payment.ts';
import { type Reader, spellingsOf } from './reads.ts';
import { hashSecret } from './storage.ts';

/** The payment that has this secret in its callback address; undefined if none has. */
export async function findByCallbackSecret(db: Reader, secret: string): Promise<PaymentId | undefined> {
  const found = await db.selectFrom('payments').select('id').where('callback_hash', '=', hashSecret(secret)).executeTakeFirst();
  return found?.id;
}

/** Stores a callback, or counts it once more, as it was decided. */
export async function writeCallback(trx: Trx, { stored, isNew, replaces }: NonNullable<Decision['callback']>): Promise<void> {
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

type Named = Pick<StoredPayment, 'id' | 'server_correlation_id' | 'status_checks'>;

/** Those of them that name a serverCorrelationId: at most `limit`, in turn. */
export async function candidatesOf(db: Reader, payment: Named, limit: number): Promise<StoredCallback[]> {
  return inTurn(
    (await openCallbacksOf(db, payment.id)).filter(({ server_correlation_id }) => server_correlation_id !== ''),
    payment,
    limit,
  );
}

/** The newest, and beside it others at each check if there are more than the limit: many forged ones hide none. */
function inTurn(callbacks: readonly StoredCallback[], { status_checks: checks }: Named, limit: number): StoredCallback[] {
  const newestFirst = callbacks.toSorted((one, other) => other.received_at - one.received_at);
  const others = newestFirst.slice(1);
  const from = others.length < limit ? 0 : (checks * (limit - 1)) % others.length;
  return [...newestFirst.slice(0, 1), ...others.slice(from), ...others.slice(0, from)].slice(0, limit);
}

/** Those of these serverCorrelationIds, in small letters, that callbacks of another payment name. */
export async function namedElsewhereOf(db: Reader, id: PaymentId, serverCorrelationIds: readonly string[]): Promise<Set<string>> {
  if (serverCorrelationIds.length === 0) return new Set();
  const named = await db
    .selectFrom('callbacks')
    .select('server_correlation_id')
    .distinct()
    .where('server_correlation_id', 'in', serverCorrelationIds.flatMap(spellingsOf))
    .where('payment_id', '!=', id)
    .execute();
  return new Set(named.map(({ server_correlation_id }) => server_correlation_id.toLowerCase()));
}

/**
 * The callbacks that name a transaction under this serverCorrelationId, or under none, and were not rejected: at most `limit`, in turn. A
 * callback that names another one is about another transaction.
 */
export async function namedTransactionsOf(db: Reader, payment: Named, limit: number): Promise<StoredCallback[]> {
  const own = payment.server_correlation_id?.toLowerCase();
  const isAboutOwn = ({ server_correlation_id: named }: StoredCallback) => named === '' || named.toLowerCase() === own;
  const named = (await openCallbacksOf(db, payment.id)).filter((one) => one.transaction_reference !== '' && isAboutOwn(one));
  return inTurn(named, payment, limit);
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
