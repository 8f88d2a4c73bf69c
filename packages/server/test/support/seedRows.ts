import type { PaymentId } from '@tsena/shared/checkout';
import type { RefundId, StatementId } from '@tsena/shared/merchant';
import type { StoredCallback } from '../../src/core/rules/payment.ts';
import type { StoredMail, StoredRefund, StoredStatement, StoredWebhook } from '../../src/database/schema.ts';
import type { Store } from '../../src/database/store.ts';
import { callbackRow } from './paymentState.ts';

/** Inserts a pending webhook of no payment. */
export async function seedWebhook({ db }: Store, id: string, values: Partial<StoredWebhook> = {}): Promise<void> {
  await db
    .insertInto('outbox')
    .values({
      id,
      payment_id: null,
      version: 1,
      type: 'payment.completed',
      payload: '{}',
      created_at: 1,
      status: 'pending',
      delivery_attempts: 0,
      next_attempt_at: 1,
      fence: 0,
      ...values,
    })
    .execute();
}

/** Inserts a pending e-mail. */
export async function seedMail({ db }: Store, id: string, values: Partial<StoredMail> = {}): Promise<void> {
  await db
    .insertInto('mails')
    .values({
      id,
      kind: 'link_paid',
      revision: 1,
      created_at: 1,
      status: 'pending',
      delivery_attempts: 0,
      next_attempt_at: 1,
      fence: 0,
      ...values,
    })
    .execute();
}

/** Inserts a refund of 700 Ar. */
export async function seedRefund({ db }: Store, id: string, payment_id: string, values: Partial<StoredRefund> = {}): Promise<void> {
  await db
    .insertInto('refunds')
    .values({
      id: id as RefundId,
      payment_id: payment_id as PaymentId,
      amount: 700,
      reason: 'out of stock',
      transaction_reference: null,
      refunded_at: 1,
      created_at: 1,
      created_by: 'Hanta',
      status: 'recorded',
      ...values,
    })
    .execute();
}

/** Inserts a callback that says that the payment completed. */
export async function seedCallback({ db }: Store, payment_id: PaymentId, values: Partial<StoredCallback> = {}): Promise<void> {
  await db
    .insertInto('callbacks')
    .values(callbackRow({ payment_id, server_correlation_id: 'id', received_at: 1, ...values }))
    .execute();
}

/** Inserts a statement without rows. */
export async function seedStatement({ db }: Store, id: string, values: Partial<StoredStatement> = {}): Promise<void> {
  await db
    .insertInto('statements')
    .values({
      id: id as StatementId,
      status: 'ready',
      created_at: 1,
      created_by: 'Hanta',
      mapping: '{}',
      from_at: 1,
      to_at: 2,
      counts: '{}',
      stored_rows: 0,
      ...values,
    })
    .execute();
}
