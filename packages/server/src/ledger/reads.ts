import type { OrderReference, PaymentId, PaymentStatus } from '@tsena/shared/checkout';
import { type Kysely, sql } from 'kysely';
import type { Schema, StoredEvent, StoredPayment, StoredWebhook } from './schema.ts';

/** A database or a transaction on it. */
export type Reader = Kysely<Schema>;

/** A payment by its id. */
export function findPayment(db: Reader, id: PaymentId): Promise<StoredPayment | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The attempt that stands for an order: the one that completed, else the newest. */
export function currentPayment(db: Reader, reference: OrderReference): Promise<StoredPayment | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('order_reference', '=', reference)
    .orderBy(sql`case when status = 'completed' then 0 else 1 end`)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** A payment's audit trail, oldest first. */
export function historyOf(db: Reader, id: PaymentId): Promise<StoredEvent[]> {
  return db.selectFrom('events').selectAll().where('payment_id', '=', id).orderBy('version').execute();
}

/** A payment's webhooks, oldest first. */
export function webhooksOf(db: Reader, id: PaymentId): Promise<StoredWebhook[]> {
  return db.selectFrom('outbox').selectAll().where('payment_id', '=', id).orderBy('version').execute();
}

/** What a list of payments is narrowed to. Times are ms since 1970, `from` included, `to` not. */
export interface PaymentFilter {
  readonly status?: PaymentStatus;
  readonly order?: string;
  readonly from?: number;
  readonly to?: number;
  /** Only those before this one, newest first. */
  readonly before?: { readonly createdAt: number; readonly id: PaymentId };
  readonly limit: number;
}

/** Payments, newest first. */
export function listPayments(db: Reader, filter: PaymentFilter): Promise<StoredPayment[]> {
  let query = db.selectFrom('payments').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(filter.limit);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.order !== undefined) query = query.where('order_reference', '=', filter.order as OrderReference);
  if (filter.from !== undefined) query = query.where('created_at', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('created_at', '<', filter.to);
  const { before } = filter;
  if (before !== undefined) {
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(before.createdAt, before.id)));
  }
  return query.execute();
}
