import type { Msisdn } from '@tsena/shared';
import type { LinkId, OrderReference, PaymentId, PaymentStatus } from '@tsena/shared/checkout';
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Reader } from '../../core/storage/reads.ts';
import { needingReview } from '../../core/storage/reviews.ts';
import { type Cursor, newestFirst, type Page } from '../../database/page.ts';
import type { CallbacksTable, Schema, StoredPayment } from '../../database/schema.ts';

/** Shorter parts are in too many order references. */
const MIN_PART_LENGTH = 3;
/** A part that is in more order references finds only the last ones, sorted by reference: nothing waits while the rest are read. */
const MAX_ORDERS_OF_PART = 1000;

/** Which payments a list contains. Times are ms since 1970; `from` is inclusive, `to` is exclusive. */
export interface PaymentFilter {
  readonly status?: PaymentStatus | undefined;
  readonly order?: string | undefined;
  /** The payment link on whose page they began. */
  readonly link?: LinkId | undefined;
  /**
   * A part of an order reference in upper or lower case, a payment's id or a transaction id. A part has at least three characters, and
   * finds at most 1,000 orders. Empty: all payments.
   */
  readonly q?: string | undefined;
  /** Only these payments. */
  readonly ids?: readonly PaymentId[] | undefined;
  readonly msisdn?: Msisdn | undefined;
  /** Only those that need review. */
  readonly needsReview?: boolean | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** The time that `from`, `to` and the order of the list use. With `final`, only payments that are final. */
  readonly by?: 'created' | 'final' | undefined;
}

/** Payments, newest first. */
export async function listPayments(
  db: Reader,
  filter: PaymentFilter,
  limit: number,
  after: Cursor | null = null,
): Promise<Page<StoredPayment>> {
  const time = filter.by === 'final' ? 'final_at' : 'created_at';
  // PostgreSQL knows no empty list.
  if (filter.ids?.length === 0) return { rows: [], next: null };
  let query = db.selectFrom('payments').selectAll();
  if (time === 'final_at') query = query.where('final_at', 'is not', null);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.order !== undefined) query = query.where('order_reference', '=', filter.order as OrderReference);
  if (filter.link !== undefined) query = query.where('link_id', '=', filter.link);
  if (filter.q !== undefined && filter.q !== '') query = query.where('id', 'in', named(db, filter.q));
  if (filter.ids !== undefined) query = query.where('id', 'in', filter.ids);
  if (filter.msisdn !== undefined) query = query.where('msisdn', '=', filter.msisdn);
  if (filter.needsReview === true) query = query.where('id', 'in', needingReview(db));
  if (filter.from !== undefined) query = query.where(time, '>=', filter.from);
  if (filter.to !== undefined) query = query.where(time, '<', filter.to);
  return newestFirst(query, limit, after, { time, id: 'id' }, (payment) => payment[time] ?? payment.created_at);
}

/** The same filter with `ids` in place of `q`, so that many pages search the order references once. */
export async function searchOnce(db: Reader, { q, ...filter }: PaymentFilter): Promise<PaymentFilter> {
  if (q === undefined || q === '') return filter;
  const found = await named(db, q).execute();
  return { ...filter, ids: found.map(({ id }) => id) };
}

/**
 * Each of these columns has an index, which the database might not use for one condition with `or`. Parts of order references are searched
 * in the index of the orders, which is the smallest place that contains them.
 */
function named(db: Reader, name: string): SelectQueryBuilder<Schema, 'payments', { id: PaymentId }> {
  const ids = db.selectFrom('payments').select('id');
  const exact = ids
    .where('id', '=', name as PaymentId)
    .union(ids.where('order_reference', '=', name as OrderReference))
    .union(ids.where('transaction_id', '=', name));
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
