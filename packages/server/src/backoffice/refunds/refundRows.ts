import type { PaymentId } from '@tsena/shared/checkout';
import type { RefundBody, RefundId } from '@tsena/shared/merchant';
import { lockAttempts } from '../../core/storage/paymentState.ts';
import type { Reader } from '../../core/storage/reads.ts';
import { newId, type Storage } from '../../core/storage/storage.ts';
import { type Cursor, newestFirst, type Page } from '../../database/page.ts';
import type { StoredRefund } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';

/**
 * Until the transaction ends, no other one changes the payments of this payment's order or their refunds, so that the sum of refunds holds.
 */
export async function lockForRefund(storage: Storage, trx: Trx, id: PaymentId): Promise<void> {
  await lockAttempts(storage, trx, id);
}

/** The record of a refund, with a new id. */
export function newRefund(id: PaymentId, body: RefundBody, by: string, now: number): StoredRefund {
  return {
    id: newId('ref') as RefundId,
    payment_id: id,
    amount: body.amount,
    reason: body.reason,
    transaction_reference: body.transactionReference ?? null,
    refunded_at: body.refundedAt ?? now,
    created_at: now,
    created_by: by,
    status: 'recorded',
    voided_at: null,
    voided_by: null,
    void_reason: null,
  };
}

/** Writes the record of a refund. The caller changes the sum in the payment. */
export async function insertRefund(trx: Trx, refund: StoredRefund): Promise<void> {
  await trx.insertInto('refunds').values(refund).execute();
}

/** Marks a refund as voided; undefined if it is already. The caller changes the sum in the payment. */
export function markVoided(storage: Storage, trx: Trx, id: RefundId, reason: string, by: string): Promise<StoredRefund | undefined> {
  return trx
    .updateTable('refunds')
    .set({ status: 'voided', voided_at: storage.clock.now(), voided_by: by, void_reason: reason })
    .where('id', '=', id)
    .where('status', '=', 'recorded')
    .returningAll()
    .executeTakeFirst();
}

/** The refund with this id. */
export function findRefund(db: Reader, id: RefundId): Promise<StoredRefund | undefined> {
  return db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst();
}

/** All refunds of a payment, oldest first, voided ones too. */
export function refundsOf(db: Reader, id: PaymentId): Promise<StoredRefund[]> {
  return db.selectFrom('refunds').selectAll().where('payment_id', '=', id).orderBy('created_at').orderBy('id').execute();
}

/** Refunds, newest first. */
export function listRefunds(db: Reader, limit: number, after: Cursor | null = null): Promise<Page<StoredRefund>> {
  return newestFirst(db.selectFrom('refunds').selectAll(), limit, after);
}
