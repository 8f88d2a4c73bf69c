import { foldReference } from '@tsena/shared';
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { Schema, StoredPayment } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';
import type { Owner, PaidOwner } from '../rules/decision.ts';
import type { PayingTransaction } from '../rules/decisions/completion.ts';

/** How long a payment may have waited before it was sent. */
const MAX_WAIT_MS = 60 * 60_000;

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
