import { foldReference } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { Schema, StoredPayment } from '../../database/schema.ts';
import type { Owner, PaidOwner } from '../rules/decision.ts';
import type { PayingTransaction } from '../rules/decisions/completion.ts';
import type { Reader } from './reads.ts';

/** How long a payment may have waited before it was sent. */
const MAX_WAIT_MS = 60 * 60_000;

/** What a transaction may pay: a payment, or money that was received and is not a payment yet (`id` is null). */
export interface Payable extends Pick<StoredPayment, 'payer' | 'amount' | 'msisdn'> {
  readonly id: PaymentId | null;
}

/** Another payment that this transaction has paid. */
export async function findPaidBy(
  trx: Reader,
  payment: Payable,
  transaction: PayingTransaction,
): Promise<PaidOwner | undefined> {
  return (
    (await sameReference(trx, payment, transaction)) ??
    (await sameCreation(trx, payment, transaction)) ??
    (await suspect(trx, payment, transaction))
  );
}

type Where = ExpressionBuilder<Schema, 'payments'>;

function others(trx: Reader, { id }: Pick<Payable, 'id'>) {
  const all = trx.selectFrom('payments').select(['id', 'order_reference']);
  return id === null ? all : all.where('id', '!=', id);
}

/** The payment with this reference, else one whose reference differs in spelling only. */
async function sameReference(
  trx: Reader,
  payment: Payable,
  { reference }: PayingTransaction,
): Promise<PaidOwner | undefined> {
  const paid = await others(trx, payment)
    .select('transaction_id')
    .where('transaction_fold', '=', foldReference(reference))
    .execute();
  const exact = paid.find(({ transaction_id }) => transaction_id === reference);
  const owner = exact ?? paid[0];
  return owner && { id: owner.id, order_reference: owner.order_reference, ...(exact ? {} : { isOtherSpelling: true }) };
}

/**
 * Compares the masked number, which stays after RETAIN_DAYS has erased the number: an unresolved payment may be older
 * than that.
 */
export function isOfSamePayer(
  { and, eb, or }: Where,
  payment: Omit<Payable, 'id'>,
): ExpressionWrapper<Schema, 'payments', SqlBool> {
  return and([
    eb('payer', '=', payment.payer),
    eb('amount', '=', payment.amount),
    or([eb('msisdn', 'is', null), eb('msisdn', '=', payment.msisdn)]),
  ]);
}

async function sameCreation(
  trx: Reader,
  payment: Payable,
  { createdAtReadings, isProven }: PayingTransaction,
): Promise<Owner | undefined> {
  if (createdAtReadings.length === 0) return undefined;
  return (
    others(trx, payment)
      // What the other one stored is one of them, whichever was the likeliest then.
      .where('transaction_created_at', 'in', createdAtReadings)
      .where((where) => isOfSamePayer(where, payment))
      .where('status', '=', 'completed')
      .$if(isProven, (query) => query.where('transaction_proven', '=', 0))
      .executeTakeFirst()
  );
}

async function suspect(
  trx: Reader,
  payment: Payable,
  { isProven, suspectSentBetween }: PayingTransaction,
): Promise<Owner | undefined> {
  if (isProven || suspectSentBetween === undefined) return undefined;
  const { from, to } = suspectSentBetween;
  return (
    others(trx, payment)
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
