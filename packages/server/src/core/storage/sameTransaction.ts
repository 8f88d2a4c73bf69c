import { foldReference } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import type { Schema, StoredPayment } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';
import type { Owner, PaidOwner } from '../rules/decision.ts';
import type { PayingTransaction } from '../rules/decisions/completion.ts';
import type { Storage } from './storage.ts';

/** The first key of these advisory locks, so that they differ from other advisory locks in the database. */
const LOCK_SPACE = 7_306_517;
/** How long a payment may have waited before it was sent. */
const MAX_WAIT_MS = 60 * 60_000;

/**
 * Until the database transaction ends, no other instance completes a payment of the same payer and amount. Without this
 * lock, two payments that complete at the same time would not see each other. SQLite allows one writer at a time
 * anyway.
 */
export async function lockSameTransaction(storage: Storage, trx: Trx, id: PaymentId): Promise<void> {
  if (storage.store.kind !== 'postgres') return;
  await sql`select pg_advisory_xact_lock(${LOCK_SPACE}::int, hashtext(amount || ' ' || payer)) from payments where id = ${id}`.execute(
    trx,
  );
}

/** Another payment that this transaction has paid. */
export async function findPaidBy(
  trx: Trx,
  payment: StoredPayment,
  transaction: PayingTransaction,
): Promise<PaidOwner | undefined> {
  return (
    (await sameReference(trx, payment, transaction)) ??
    (await sameCreation(trx, payment, transaction)) ??
    (await suspect(trx, payment, transaction))
  );
}

type Where = ExpressionBuilder<Schema, 'payments'>;

function others(trx: Trx) {
  return trx.selectFrom('payments').select(['id', 'order_reference']);
}

/** The payment with this reference, else one whose reference differs in spelling only. */
async function sameReference(
  trx: Trx,
  { id }: StoredPayment,
  { reference }: PayingTransaction,
): Promise<PaidOwner | undefined> {
  const paid = await others(trx)
    .select('transaction_id')
    .where('transaction_fold', '=', foldReference(reference))
    .where('id', '!=', id)
    .execute();
  const exact = paid.find(({ transaction_id }) => transaction_id === reference);
  const owner = exact ?? paid[0];
  return owner && { id: owner.id, order_reference: owner.order_reference, ...(exact ? {} : { isOtherSpelling: true }) };
}

/**
 * Compares the masked number, which stays after RETAIN_DAYS has erased the number: an unresolved payment may be older
 * than that.
 */
function isOfSamePayer({ and, eb, or }: Where, payment: StoredPayment): ExpressionWrapper<Schema, 'payments', SqlBool> {
  return and([
    eb('payer', '=', payment.payer),
    eb('amount', '=', payment.amount),
    eb('id', '!=', payment.id),
    or([eb('msisdn', 'is', null), eb('msisdn', '=', payment.msisdn)]),
  ]);
}

async function sameCreation(
  trx: Trx,
  payment: StoredPayment,
  { createdAt, isProven }: PayingTransaction,
): Promise<Owner | undefined> {
  if (createdAt === null) return undefined;
  return others(trx)
    .where('transaction_created_at', '=', createdAt)
    .where((where) => isOfSamePayer(where, payment))
    .where('status', '=', 'completed')
    .$if(isProven, (query) => query.where('transaction_proven', '=', 0))
    .executeTakeFirst();
}

async function suspect(
  trx: Trx,
  payment: StoredPayment,
  { isProven, suspectSentBetween }: PayingTransaction,
): Promise<Owner | undefined> {
  if (isProven || suspectSentBetween === undefined) return undefined;
  const { from, to } = suspectSentBetween;
  return (
    others(trx)
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
