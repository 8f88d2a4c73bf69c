import { foldReference } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import type { RefundId } from '@tsena/shared/merchant';
import type { Insertable } from 'kysely';
import type { Schema } from '../../src/database/schema.ts';
import type { Store } from '../../src/database/store.ts';
import { callbackRow } from './paymentState.ts';

type Row<Table extends keyof Schema> = Insertable<Schema[Table]>;

const PENDING = { created_at: 1, status: 'pending', delivery_attempts: 0, next_attempt_at: 1, fence: 0 } as const;

async function insert<Table extends keyof Schema>({ db }: Store, table: Table, row: Row<Table>): Promise<void> {
  await db.insertInto(table).values(row).execute();
}

/** Inserts a pending webhook of no payment. */
export function seedWebhook(store: Store, id: string, values: Partial<Row<'outbox'>> = {}): Promise<void> {
  return insert(store, 'outbox', {
    id,
    payment_id: null,
    version: 1,
    type: 'payment.completed',
    payload: '{}',
    ...PENDING,
    ...values,
  });
}

/** Inserts a kind of e-mails of which everything is reported. */
export function seedMailKind(store: Store, kind: Row<'mail_kinds'>['kind'], values: Partial<Row<'mail_kinds'>> = {}) {
  const row = { kind, reported_until: 1, reported: '[]', delivery_attempts: 0, next_attempt_at: 1, fence: 0 };
  return insert(store, 'mail_kinds', { ...row, ...values });
}

/** Inserts a refund of 700 Ar. */
export function seedRefund(
  store: Store,
  id: string,
  payment_id: string,
  values: Partial<Row<'refunds'>> = {},
): Promise<void> {
  return insert(store, 'refunds', {
    id: id as RefundId,
    payment_id: payment_id as PaymentId,
    amount: 700,
    reason: 'out of stock',
    transaction_reference: null,
    transaction_fold:
      typeof values.transaction_reference === 'string' ? foldReference(values.transaction_reference) : null,
    refunded_at: 1,
    created_at: 1,
    created_by: 'Hanta',
    status: 'recorded',
    ...values,
  });
}

/** Inserts a callback that says that the payment completed. */
export function seedCallback(
  store: Store,
  payment_id: PaymentId,
  values: Partial<Row<'callbacks'>> = {},
): Promise<void> {
  return insert(
    store,
    'callbacks',
    callbackRow({ payment_id, server_correlation_id: 'id', received_at: 1, ...values }),
  );
}
