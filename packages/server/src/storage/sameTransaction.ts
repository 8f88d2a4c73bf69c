import type { PaymentId } from '@tsena/shared/checkout';
import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import type { Schema, StoredPayment } from './schema.ts';
import type { Storage } from './storage.ts';
import { isUniqueViolation } from './storageFailure.ts';
import type { Work } from './transaction.ts';

/** The operator's transaction that pays a payment. One transaction pays one payment, however its reference is spelled. */
export interface PayingTransaction {
  /** When the operator created it, by its own details, ms since 1970; null where they were not read or did not say. */
  readonly createdAt: number | null;
  /**
   * A serverCorrelationId of this payment led to it, or its details name this payment's X-CorrelationID. False where only a
   * submitted reference led to it.
   *
   * One that is proven is compared with those that are not: of two payments that the operator created in the same millisecond,
   * each with its own serverCorrelationId, neither may be refused. One that is not proven is compared with all.
   */
  readonly isProven: boolean;
  /**
   * Payments that were sent in this time and whose transaction's creation time is not known count as paid by the same one.
   * For what a shopper submits: a merchant can see that they are two.
   */
  readonly suspectSentBetween?: { readonly from: number; readonly to: number };
}

/** Another payment was completed by the same transaction. */
class TransactionTaken extends Error {
  override readonly name = 'TransactionTaken';

  constructor(other: PaymentId) {
    super(`the transaction has paid ${other} already`);
  }
}

/** Whether a change was undone because another payment has its transaction or its serverCorrelationId. */
export function isTransactionTaken(error: unknown): boolean {
  return error instanceof TransactionTaken || isUniqueViolation(error);
}

/** Keeps these apart from whatever else in the database takes advisory locks. */
const LOCK_SPACE = 7_306_517;
/** How long an attempt may have waited between its row and its request, ms. */
const SENT_WITHIN = 60 * 60_000;

/**
 * Until the transaction ends, no other instance completes a payment of this payer and amount: two that take the same
 * transaction at the same moment would not see each other. SQLite has one writer at a time anyway.
 */
export async function lockSameTransaction(storage: Storage, work: Work, id: PaymentId): Promise<void> {
  if (storage.store.kind !== 'postgres') return;
  await sql`select pg_advisory_xact_lock(${LOCK_SPACE}::int, hashtext(amount || ' ' || payer)) from payments where id = ${id}`.execute(
    work,
  );
}

/** @throws TransactionTaken if another payment was completed by the same transaction */
export async function requireFreeTransaction(work: Work, payment: StoredPayment, transaction: PayingTransaction): Promise<void> {
  const other = (await sameCreation(work, payment, transaction)) ?? (await suspect(work, payment, transaction));
  if (other !== undefined) throw new TransactionTaken(other.id);
}

type Taken = { readonly id: PaymentId } | undefined;
type Where = ExpressionBuilder<Schema, 'payments'>;

/** By the masked number, which stays where RETAIN_DAYS has erased the number itself: an unresolved payment may be older than that. */
function ofTheSamePayer({ and, eb, or }: Where, payment: StoredPayment): ExpressionWrapper<Schema, 'payments', SqlBool> {
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
    .where((where) => ofTheSamePayer(where, payment))
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
      // The index of numbers leads to those of this payer, and to those whose number was erased, within some hours.
      .where(({ eb, or }) => or([eb('msisdn', '=', payment.msisdn), eb('msisdn', 'is', null)]))
      .where('created_at', '>=', from - SENT_WITHIN)
      .where('created_at', '<=', to)
      .where('sent_at', '>=', from)
      .where('sent_at', '<=', to)
      .where((where) => ofTheSamePayer(where, payment))
      // What the merchant recorded as received was paid by a transaction that nobody named.
      .where(({ and, eb, or }) =>
        or([and([eb('status', '=', 'completed'), eb('transaction_created_at', 'is', null)]), eb('resolution', '=', 'received')]),
      )
      .executeTakeFirst()
  );
}
