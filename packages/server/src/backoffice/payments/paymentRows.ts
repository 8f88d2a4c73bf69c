import { foldReference } from '@tsena/shared';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import type { paymentSearchSchema } from '@tsena/shared/merchant';
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Reader } from '../../core/storage/reads.ts';
import { type Cursor, newestFirst, type Page } from '../../database/page.ts';
import type { CallbacksTable, Schema, StoredPayment } from '../../database/schema.ts';

/** Shorter parts are in too many order references. */
const MIN_PART_LENGTH = 3;
/**
 * A part that is in more order references finds only the last ones, sorted by reference: nothing waits while the rest
 * are read.
 */
const MAX_ORDERS_OF_PART = 1000;

/** Which payments a list contains, as its query says. Times are ms since 1970; `to` is exclusive. */
export type PaymentFilter = Partial<Omit<z.output<typeof paymentSearchSchema>, 'cursor' | 'limit'>>;

/** Payments, newest first. */
export async function listPayments(
  db: Reader,
  filter: PaymentFilter,
  limit: number,
  after: Cursor | null = null,
): Promise<Page<StoredPayment>> {
  const time = filter.by === 'final' ? 'final_at' : 'created_at';
  let query = db.selectFrom('payments').selectAll();
  if (time === 'final_at') query = query.where('final_at', 'is not', null);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.order !== undefined) query = query.where('order_reference', '=', filter.order as OrderReference);
  if (filter.link !== undefined) query = query.where('link_id', '=', filter.link);
  if (filter.q !== undefined && filter.q !== '') query = query.where('id', 'in', named(db, filter.q));
  if (filter.msisdn !== undefined) query = query.where('msisdn', '=', filter.msisdn);
  if (filter.needsReview !== undefined) query = query.where('review_reasons', 'is not', null);
  if (filter.from !== undefined) query = query.where(time, '>=', filter.from);
  if (filter.to !== undefined) query = query.where(time, '<', filter.to);
  return newestFirst(query, limit, after, { time, id: 'id' }, (payment) => payment[time] ?? payment.created_at);
}

/**
 * Each of these columns has an index, which the database might not use for one condition with `or`. Parts of order
 * references are searched in the index of the orders, which is the smallest place that contains them.
 */
function named(db: Reader, name: string): SelectQueryBuilder<Schema, 'payments', { id: PaymentId }> {
  const ids = db.selectFrom('payments').select('id');
  const exact = ids
    .where('id', '=', name as PaymentId)
    .union(ids.where('order_reference', '=', name as OrderReference))
    .union(ids.where('transaction_fold', '=', foldReference(name)));
  if (name.length < MIN_PART_LENGTH) return exact;
  const pattern = `%${name.replace(/[\\%_]/g, '\\$&')}%`;
  const orders = db
    .selectFrom('orders')
    .select('reference')
    .where(sql<SqlBool>`lower(reference) like lower(${pattern}) escape '\\'`)
    .orderBy('reference', 'desc')
    .limit(MAX_ORDERS_OF_PART);
  return exact.union(ids.where('order_reference', 'in', orders));
}

/** A payment's callbacks, oldest first. */
export function callbacksOf(db: Reader, id: PaymentId): Promise<Readonly<CallbacksTable>[]> {
  return db.selectFrom('callbacks').selectAll().where('payment_id', '=', id).orderBy('received_at').execute();
}
