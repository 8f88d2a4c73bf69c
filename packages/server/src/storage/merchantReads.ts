import type { Msisdn } from '@tsena/shared';
import type { LinkId, OrderReference, PaymentId, PaymentStatus } from '@tsena/shared/checkout';
import type { DeliveryStatus, WebhookType } from '@tsena/shared/merchant';
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { CallbacksTable, Schema, StoredPayment, StoredWebhook } from './engine/schema.ts';
import type { Reader } from './reads.ts';
import { needingReview } from './reviews.ts';

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

/** A row of a list, newest first by `createdAt` (or by the time that the list is ordered by), after which the next page begins. New rows are added before it, so pages repeat and skip no row. */
export interface Place {
  readonly createdAt: number;
  readonly id: string;
}

/** One page of a list; `next` is null on the last page. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: Place | null;
}

/** Payments, newest first. */
export async function listPayments(
  db: Reader,
  filter: PaymentFilter,
  limit: number,
  after: Place | null = null,
): Promise<Page<StoredPayment>> {
  const time = filter.by === 'final' ? 'final_at' : 'created_at';
  // PostgreSQL knows no empty list.
  if (filter.ids?.length === 0) return { rows: [], next: null };
  let query = db
    .selectFrom('payments')
    .selectAll()
    .orderBy(time, 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
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
  if (after !== null) {
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple(time, 'id'), '<', tuple(after.createdAt, after.id as PaymentId)));
  }
  return pageOf(await query.execute(), limit, (payment) => payment[time] ?? payment.created_at);
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

/** A page of these rows, which are one more than `limit` if another page follows. */
export function pageOf<Row extends { readonly id: string; readonly created_at: number }>(
  rows: readonly Row[],
  limit: number,
  timeOf: (row: Row) => number = (row) => row.created_at,
): Page<Row> {
  const last = rows[limit - 1];
  const next = rows.length > limit && last !== undefined ? { createdAt: timeOf(last), id: last.id } : null;
  return { rows: rows.slice(0, limit), next };
}

/** All attempts of an order, oldest first. */
export function attemptsOf(db: Reader, reference: OrderReference): Promise<StoredPayment[]> {
  return db.selectFrom('payments').selectAll().where('order_reference', '=', reference).orderBy('attempt_number').execute();
}

/** A payment's callbacks, oldest first. */
export function callbacksOf(db: Reader, id: PaymentId): Promise<Readonly<CallbacksTable>[]> {
  return db.selectFrom('callbacks').selectAll().where('payment_id', '=', id).orderBy('received_at').execute();
}

/** A webhook with the order reference of its payment; null for a sample. */
export type ListedWebhook = StoredWebhook & { readonly order_reference: OrderReference | null };

/** Which webhooks a list contains. */
export interface WebhookFilter {
  readonly status?: DeliveryStatus | undefined;
  readonly type?: WebhookType | undefined;
  readonly order?: string | undefined;
  readonly payment?: PaymentId | undefined;
  readonly id?: string;
}

/** Webhooks to the shop, newest first. */
export async function listWebhooks(
  db: Reader,
  filter: WebhookFilter,
  limit: number,
  after: Place | null = null,
): Promise<Page<ListedWebhook>> {
  let query = db
    .selectFrom('outbox')
    .leftJoin('payments', 'payments.id', 'outbox.payment_id')
    .selectAll('outbox')
    .select('payments.order_reference')
    .orderBy('outbox.created_at', 'desc')
    .orderBy('outbox.id', 'desc')
    .limit(limit + 1);
  if (filter.status !== undefined) query = query.where('outbox.status', '=', filter.status);
  if (filter.type !== undefined) query = query.where('outbox.type', '=', filter.type);
  if (filter.order !== undefined) query = query.where('payments.order_reference', '=', filter.order as OrderReference);
  if (filter.payment !== undefined) query = query.where('outbox.payment_id', '=', filter.payment);
  if (filter.id !== undefined) query = query.where('outbox.id', '=', filter.id);
  if (after !== null) {
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('outbox.created_at', 'outbox.id'), '<', tuple(after.createdAt, after.id)));
  }
  return pageOf(await query.execute(), limit);
}

/** The number of webhooks in status `failed`: the companion has stopped delivering them. */
export async function countFailedWebhooks(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow();
  return Number(count);
}
