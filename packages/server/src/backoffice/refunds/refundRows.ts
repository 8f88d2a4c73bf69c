import type { PaymentId } from '@tsena/shared/checkout';
import type { RefundId } from '@tsena/shared/merchant';
import type { Reader } from '../../core/storage/reads.ts';
import type { Storage } from '../../core/storage/storage.ts';
import { type Cursor, newestFirst, type Page } from '../../database/page.ts';
import type { StoredRefund } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';

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
