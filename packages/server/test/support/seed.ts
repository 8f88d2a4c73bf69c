import { foldReference, type Msisdn } from '@tsena/shared';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import type { Insertable } from 'kysely';
import { reviewReasons, writeReasons } from '../../src/core/rules/reviewReasons.ts';
import { newPaymentId } from '../../src/core/storage/storage.ts';
import type { PaymentsTable, StoredEvent } from '../../src/database/schema.ts';
import type { Store } from '../../src/database/store.ts';
import { paymentRow } from './paymentState.ts';

let counted = 0;

type SeedValues = Partial<Insertable<PaymentsTable>>;

function paymentOf(values: SeedValues): Insertable<PaymentsTable> {
  counted += 1;
  const created_at = values.created_at ?? Date.now();
  const id = values.id ?? newPaymentId();
  return {
    id,
    order_reference: `SEED-${counted}` as OrderReference,
    attempt_number: 1,
    sent_attempt_number: 1,
    status: 'failed',
    method: 'prompt',
    version: 1,
    amount: 25_000,
    language: 'mg',
    msisdn: '0343500003' as Msisdn,
    payer: '034 •• ••0 03',
    correlation_id: `correlation-${id}`,
    reference: `reference-${id}`,
    created_at,
    updated_at: created_at,
    reference_attempts: 0,
    amount_refunded: 0,
    reference_attempts_given_back: 0,
    fence: 1,
    transaction_fold: typeof values.transaction_id === 'string' ? foldReference(values.transaction_id) : null,
    // Those that depend on the columns alone.
    review_reasons: writeReasons(reviewReasons(paymentRow({ status: 'failed', ...values }), [], [])),
    ...values,
  };
}

/** Inserts up to about a thousand payments, each with a new order unless its values name one. */
export async function seedPayments({ db }: Store, rows: readonly SeedValues[]): Promise<PaymentId[]> {
  const payments = rows.map(paymentOf);
  const orders = payments.map(({ order_reference: reference, amount, created_at }) => ({
    reference,
    amount,
    created_at,
  }));
  await db
    .insertInto('orders')
    .values(orders)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.insertInto('payments').values(payments).execute();
  return payments.map(({ id }) => id);
}

/** Inserts a payment, with a new order unless `values` name one. */
export async function seedPayment(store: Store, values: SeedValues = {}): Promise<PaymentId> {
  const [id = newPaymentId()] = await seedPayments(store, [values]);
  return id;
}

/** Inserts an event into a payment's history. */
export async function seedEvent(store: Store, id: PaymentId, version: number, kind: string): Promise<void> {
  await store.db
    .insertInto('events')
    .values({ payment_id: id, version, at: Date.now(), kind: kind as StoredEvent['kind'], data: '{}' })
    .execute();
}
