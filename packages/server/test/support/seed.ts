import type { Msisdn } from '@tsena/shared';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import type { Insertable } from 'kysely';
import { newPaymentId } from '../../src/core/storage/storage.ts';
import type { PaymentsTable, StoredEvent } from '../../src/database/schema.ts';
import type { Store } from '../../src/database/store.ts';

let counted = 0;

/** Inserts a payment into the storage, with a new order unless `values` name one. */
export async function seedPayment(store: Store, values: Partial<Insertable<PaymentsTable>> = {}): Promise<PaymentId> {
  counted += 1;
  const created_at = values.created_at ?? Date.now();
  const reference = values.order_reference ?? (`SEED-${counted}` as OrderReference);
  const amount = values.amount ?? 25_000;
  await store.db
    .insertInto('orders')
    .values({ reference, amount, created_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const id = values.id ?? newPaymentId();
  await store.db
    .insertInto('payments')
    .values({
      id,
      order_reference: reference,
      attempt_number: 1,
      sent_attempt_number: 1,
      status: 'failed',
      version: 1,
      amount,
      language: 'mg',
      msisdn: '0343500003' as Msisdn,
      payer: '034 •• ••0 03',
      correlation_id: `correlation-${id}`,
      reference: `reference-${id}`,
      created_at,
      updated_at: created_at,
      status_checks: 0,
      callback_checks: 0,
      reference_attempts: 0,
      amount_refunded: 0,
      reference_attempts_given_back: 0,
      fence: 1,
      ...values,
    })
    .execute();
  return id;
}

/** Inserts an event into a payment's history. */
export async function seedEvent(store: Store, id: PaymentId, version: number, kind: string): Promise<void> {
  await store.db
    .insertInto('events')
    .values({ payment_id: id, version, at: Date.now(), kind: kind as StoredEvent['kind'], data: '{}' })
    .execute();
}
