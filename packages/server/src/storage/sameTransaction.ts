import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import type { Reader } from './reads.ts';
import type { Schema, StoredPayment } from './schema.ts';
import type { Storage } from './storage.ts';
import { isUniqueViolation } from './storageFailure.ts';
import type { Work } from './transaction.ts';

/** The operator's transaction that pays a payment. One transaction pays one payment, even if its reference has several spellings. */
export interface PayingTransaction {
  /** When the operator created it, from its details, ms since 1970; null if the details were not read or do not contain it. */
  readonly createdAt: number | null;
  /**
   * Whether a serverCorrelationId of this payment led to it, or its details name this payment's X-CorrelationID. False if only a
   * submitted reference led to it.
   *
   * A proven transaction is compared with unproven ones only: the operator may create two transactions in the same millisecond, and
   * each has its own serverCorrelationId. An unproven transaction is compared with all.
   */
  readonly isProven: boolean;
  /**
   * Payments that were sent in this period, and whose transaction has no known creation time, count as paid by this transaction. Set it
   * for a reference that a payer submits; a merchant can see that there are two transactions.
   */
  readonly suspectSentBetween?: { readonly from: number; readonly to: number };
}

/** The same transaction completed another payment. */
class TransactionTaken extends Error {
  override readonly name = 'TransactionTaken';
  readonly other: PaymentId;

  constructor(other: PaymentId) {
    super(`the transaction already paid ${other}`);
    this.other = other;
  }
}

/** Whether a change was rolled back because another payment has its transaction or its serverCorrelationId. */
export function isTransactionTaken(error: unknown): boolean {
  return error instanceof TransactionTaken || isUniqueViolation(error);
}

/** The order that a transaction has paid, after {@link isTransactionTaken}; undefined if its payment is not found. */
export async function orderPaidBy(db: Reader, error: unknown, transactionId: string): Promise<OrderReference | undefined> {
  const payments = db.selectFrom('payments').select('order_reference');
  const found =
    error instanceof TransactionTaken
      ? await payments.where('id', '=', error.other).executeTakeFirst()
      : await payments.where('transaction_id', '=', transactionId).executeTakeFirst();
  return found?.order_reference;
}

/** The first key of these advisory locks, so that they differ from other advisory locks in the database. */
const LOCK_SPACE = 7_306_517;
/** How long a payment may have waited before it was sent. */
const MAX_WAIT_MS = 60 * 60_000;

/**
 * Until the database transaction ends, no other instance completes a payment of the same payer and amount. Without this lock, two
 * payments that complete at the same time would not see each other. SQLite allows one writer at a time anyway.
 */
export async function lockSameTransaction(storage: Storage, work: Work, id: PaymentId): Promise<void> {
  if (storage.store.kind !== 'postgres') return;
  await sql`select pg_advisory_xact_lock(${LOCK_SPACE}::int, hashtext(amount || ' ' || payer)) from payments where id = ${id}`.execute(
    work,
  );
}

/** @throws TransactionTaken if the same transaction completed another payment */
export async function requireFreeTransaction(work: Work, payment: StoredPayment, transaction: PayingTransaction): Promise<void> {
  const other = (await sameCreation(work, payment, transaction)) ?? (await suspect(work, payment, transaction));
  if (other !== undefined) throw new TransactionTaken(other.id);
}

type Taken = { readonly id: PaymentId } | undefined;
type Where = ExpressionBuilder<Schema, 'payments'>;

/** Compares the masked number, which stays after RETAIN_DAYS has erased the number: an unresolved payment may be older than that. */
function isOfSamePayer({ and, eb, or }: Where, payment: StoredPayment): ExpressionWrapper<Schema, 'payments', SqlBool> {
  return and([
    eb('payer', '=', payment.payer),
    eb('amount', '=', payment.amount),
    eb('id', '!=', payment.id),
    or([eb('msisdn', 'is', null), eb('msisdn', '=', payment.msisdn)]),
  ]);
}

async function sameCreation(work: Work, payment: StoredPayment, { createdAt, isProven }: PayingTransaction): Promise<Taken> {
  if (createdAt === null) return undefined;
  return work
    .selectFrom('payments')
    .select('id')
    .where('transaction_created_at', '=', createdAt)
    .where((where) => isOfSamePayer(where, payment))
    .where('status', '=', 'completed')
    .$if(isProven, (query) => query.where('transaction_proven', '=', 0))
    .executeTakeFirst();
}

async function suspect(work: Work, payment: StoredPayment, { isProven, suspectSentBetween }: PayingTransaction): Promise<Taken> {
  if (isProven || suspectSentBetween === undefined) return undefined;
  const { from, to } = suspectSentBetween;
  return (
    work
      .selectFrom('payments')
      .select('id')
      // Uses the index of numbers, for this payer and for erased numbers, within some hours.
      .where(({ eb, or }) => or([eb('msisdn', '=', payment.msisdn), eb('msisdn', 'is', null)]))
      .where('created_at', '>=', from - MAX_WAIT_MS)
      .where('created_at', '<=', to)
      .where('sent_at', '>=', from)
      .where('sent_at', '<=', to)
      .where((where) => isOfSamePayer(where, payment))
      // What the merchant recorded as received was paid too, by a transaction that nobody named.
      .where(({ eb, or }) => or([eb('status', '=', 'completed'), eb('resolution', '=', 'received')]))
      .where('transaction_created_at', 'is', null)
      .executeTakeFirst()
  );
}
