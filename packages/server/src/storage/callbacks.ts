import type { PaymentId } from '@tsena/shared/checkout';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { checkAtAfterCallback, MANY_CHECKS } from '../rules/callbackChecks.ts';
import { changeWithin } from './changes.ts';
import type { Reader } from './reads.ts';
import type { CallbacksTable, Schema, StoredPayment } from './schema.ts';
import { hashSecret, type Storage } from './storage.ts';
import type { Work } from './transaction.ts';

/** How many different callbacks of one payment are stored. A new one then replaces the oldest. */
const MAX_STORED = 20;

/** What is stored of a callback: the transaction that it names, and the status. */
export interface CallbackNote {
  readonly serverCorrelationId: string;
  /** In the spelling of readTransactionReference; missing or '' if the callback names none. */
  readonly transactionReference?: string;
  readonly status: string;
}

/**
 * Stores a callback. It changes no status; it only makes the payment's next status check due sooner.
 *
 * @returns the payment, or undefined if no payment has this secret
 */
export function storeCallback(storage: Storage, secret: string, note: CallbackNote): Promise<StoredPayment | undefined> {
  return storage.store.transact(async (work) => {
    const payment = await work
      .selectFrom('payments')
      .selectAll()
      .where('callback_hash', '=', hashSecret(secret))
      // Callbacks that arrive at the same time are counted one after the other.
      .$if(storage.store.kind === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst();
    if (payment === undefined) return undefined;
    const isNew = await storeOnce(storage, work, payment.id, note);
    const checkAt = checkAtAfterCallback(payment, note.serverCorrelationId, storage.clock.now());
    const set = checkAt === undefined ? null : { callback_checks: payment.callback_checks + 1, next_check_at: checkAt };
    if (isNew || (set !== null && payment.callback_checks < MANY_CHECKS)) {
      const event = { kind: 'callback', data: { status: note.status } };
      return (await changeWithin(storage, work, payment.id, { set: set ?? {}, event })) ?? payment;
    }
    // A flood of callbacks writes no events: they would fill the disk.
    if (set !== null) await work.updateTable('payments').set(set).where('id', '=', payment.id).execute();
    return payment;
  });
}

/** Stores a callback, or counts it if it is stored already. Returns whether it needs an event. */
async function storeOnce(storage: Storage, work: Work, id: PaymentId, note: CallbackNote): Promise<boolean> {
  const { serverCorrelationId, transactionReference = '', status } = note;
  const key = { payment_id: id, server_correlation_id: serverCorrelationId, transaction_reference: transactionReference, status };
  const repeated = await work
    .updateTable('callbacks')
    // A repeated callback is checked again, even if it was rejected: the operator's details may have changed.
    .set({ count: sql`count + 1`, rejected: 0 })
    .where((callbacks) => isKeyed(callbacks, key))
    .returning('count')
    .executeTakeFirst();
  if (repeated !== undefined) return false;
  const stored = await work
    .selectFrom('callbacks')
    .select(['payment_id', 'server_correlation_id', 'transaction_reference', 'status'])
    .where('payment_id', '=', id)
    .orderBy('rejected', 'desc')
    .orderBy('received_at')
    .execute();
  const [oldest] = stored;
  if (stored.length >= MAX_STORED && oldest !== undefined) {
    await work
      .deleteFrom('callbacks')
      .where((callbacks) => isKeyed(callbacks, oldest))
      .execute();
  }
  await work
    .insertInto('callbacks')
    .values({ ...key, received_at: storage.clock.now(), count: 1, rejected: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return stored.length < MAX_STORED;
}

type CallbackKey = Pick<CallbacksTable, 'payment_id' | 'server_correlation_id' | 'transaction_reference' | 'status'>;

function isKeyed({ and }: ExpressionBuilder<Schema, 'callbacks'>, key: CallbackKey): Expression<SqlBool> {
  const { payment_id, server_correlation_id, transaction_reference, status } = key;
  return and({ payment_id, server_correlation_id, transaction_reference, status });
}

/** Whether a callback came for a payment, and was not rejected. Only the companion and the operator know its address. */
export async function hasCallbacks(db: Reader, id: PaymentId): Promise<boolean> {
  const found = await db
    .selectFrom('callbacks')
    .select('payment_id')
    .where('payment_id', '=', id)
    .where('rejected', '=', 0)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** A callback that names a serverCorrelationId for a payment whose own is unknown. */
export type Candidate = Readonly<CallbacksTable>;

/** The callbacks of a payment that name a serverCorrelationId and were not rejected, newest first. */
export async function candidatesOf(db: Reader, id: PaymentId, limit: number): Promise<Candidate[]> {
  const stored = await db
    .selectFrom('callbacks')
    .selectAll()
    .where('payment_id', '=', id)
    .where('rejected', '=', 0)
    .where('server_correlation_id', '!=', '')
    .execute();
  return stored.sort((one, other) => other.received_at - one.received_at).slice(0, limit);
}

/**
 * The callbacks that name a transaction of a payment whose serverCorrelationId is known, and were not rejected, newest first. A callback
 * that names another serverCorrelationId is about another transaction.
 */
export async function namedTransactionsOf(
  db: Reader,
  { id, server_correlation_id: own }: Pick<StoredPayment, 'id' | 'server_correlation_id'>,
  limit: number,
): Promise<Candidate[]> {
  const stored = await db
    .selectFrom('callbacks')
    .selectAll()
    .where('payment_id', '=', id)
    .where('rejected', '=', 0)
    .where('transaction_reference', '!=', '')
    .execute();
  const isAboutOwn = ({ server_correlation_id: named }: Candidate) => named === '' || named.toLowerCase() === own?.toLowerCase();
  return stored
    .filter(isAboutOwn)
    .sort((one, other) => other.received_at - one.received_at)
    .slice(0, limit);
}

/** Records that a serverCorrelationId, or a transaction, is not this payment's. A worker that has lost its lease changes nothing. */
export async function rejectCandidate(
  storage: Storage,
  { id, fence }: Pick<StoredPayment, 'id' | 'fence'>,
  named: { readonly server_correlation_id: string } | { readonly transaction_reference: string },
  why: string,
): Promise<void> {
  await storage.store.transact(async (work) => {
    // Lock the payment's row first, as storeCallback does.
    const changed = await changeWithin(storage, work, id, { fence, event: { kind: 'callback_rejected', data: { why } } });
    if (changed === null) return;
    await work
      .updateTable('callbacks')
      .set({ rejected: 1 })
      .where(({ and }) => and({ payment_id: id, ...named }))
      .execute();
  });
}
