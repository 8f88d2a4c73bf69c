import { randomBytes } from 'node:crypto';
import type { LinkId, OrderReference } from '@tsena/shared/checkout';
import type { LinkStatus, linkQuerySchema } from '@tsena/shared/merchant';
import { type ExpressionBuilder, type Insertable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type * as z from 'zod/mini';
import { lockLinksOfOrder } from '../../core/storage/locks.ts';
import type { Reader } from '../../core/storage/reads.ts';
import type { Storage } from '../../core/storage/storage.ts';
import type { LinksTable, Schema, StoredLink } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';
import type { Doer } from '../../http/kit/doer.ts';
import { recordAudit } from '../shared/auditLog.ts';

/** A payment link with its status, both read in one statement. */
export interface LinkRow extends StoredLink {
  readonly status: LinkStatus;
}

/** The columns of a link that its creator decides. Those that can be null may be left out. */
export type NewLink = Omit<Insertable<LinksTable>, 'id' | 'created_at' | 'cancelled_at' | 'cancelled_by'>;

/** Creates a link id with 128 random bits. */
function newLinkId(): LinkId {
  return `link_${randomBytes(16).toString('base64url')}` as LinkId;
}

/** Inserts a link. */
export function insertLink(storage: Storage, trx: Trx, link: NewLink): Promise<StoredLink> {
  return trx
    .insertInto('links')
    .values({ ...link, id: newLinkId(), created_at: storage.clock.now() })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The order of a link is paid: a payment completed, or the merchant recorded it as received. */
function isPaid(eb: ExpressionBuilder<Schema, 'links'>) {
  return eb.exists(
    eb
      .selectFrom('payments')
      .select('payments.id')
      .whereRef('payments.order_reference', '=', 'links.order_reference')
      .where((one) => one.or([one('payments.status', '=', 'completed'), one('payments.resolution', '=', 'received')])),
  );
}

/**
 * The status of a payment link at `now`. A payment of a cancelled or expired link that completes later makes it `paid`:
 * the money has arrived. A reusable link is never `paid`.
 */
function statusOf(eb: ExpressionBuilder<Schema, 'links'>, now: number) {
  const is = (status: LinkStatus) => sql.lit(status);
  return eb
    .case()
    .when(eb.and([eb('links.reusable', '=', 0), isPaid(eb)]))
    .then(is('paid'))
    .when('links.cancelled_at', 'is not', null)
    .then(is('cancelled'))
    .when('links.expires_at', '<=', now)
    .then(is('expired'))
    .else(is('active'))
    .end();
}

/** Links with their status. The state of a link and of its payments comes from one point in time. */
function linkRows(db: Reader, now: number): SelectQueryBuilder<Schema, 'links', LinkRow> {
  return db
    .selectFrom('links')
    .selectAll('links')
    .select((eb) => statusOf(eb, now).as('status'));
}

/** The link with this id. */
export function findLink({ store, clock }: Storage, id: LinkId, db: Reader = store.db): Promise<LinkRow | undefined> {
  return linkRows(db, clock.now()).where('links.id', '=', id).executeTakeFirst();
}

/** Which links a list contains. */
export type LinkFilter = Pick<z.output<typeof linkQuerySchema>, 'status' | 'order' | 'orderPrefix' | 'unpaid'>;

/** The merchant's links. Pages of shops' orders are not among them. */
export function selectLinks(
  db: Reader,
  { status, order, orderPrefix, unpaid }: LinkFilter,
  now: number,
): SelectQueryBuilder<Schema, 'links', LinkRow> {
  let query = linkRows(db, now).where('links.source', '=', 'merchant');
  if (status !== undefined) query = query.where((eb) => eb(statusOf(eb, now), '=', status));
  if (order !== undefined) query = query.where('links.order_reference', '=', order as OrderReference);
  if (orderPrefix !== undefined) query = query.where(beginsWith(orderPrefix));
  if (unpaid !== undefined) {
    query = query
      .where('links.reusable', '=', 0)
      .where('links.cancelled_at', 'is', null)
      .where((eb) => eb.not(isPaid(eb)));
  }
  return query;
}

/** Compares as bytes do on both databases, and no character stands for others. */
function beginsWith(prefix: string) {
  return sql<SqlBool>`substr(links.order_reference, 1, length(${prefix})) = ${prefix}`;
}

/**
 * Why an order takes no further link: an active link of the merchant collects it, or it is paid. On PostgreSQL, of two
 * transactions that ask at the same time the second waits for the first.
 *
 * @returns undefined if it takes one
 */
export async function takenOrder(
  storage: Storage,
  trx: Trx,
  order: OrderReference,
): Promise<{ readonly link: LinkRow | null } | undefined> {
  await lockLinksOfOrder(storage, trx, order);
  const link = await selectLinks(trx, { order, status: 'active' }, storage.clock.now()).limit(1).executeTakeFirst();
  if (link !== undefined) return { link };
  const paid = await trx
    .selectFrom('payments')
    .select('id')
    .where('order_reference', '=', order)
    .where((eb) => eb.or([eb('status', '=', 'completed'), eb('resolution', '=', 'received')]))
    .executeTakeFirst();
  return paid === undefined ? undefined : { link: null };
}

/**
 * Marks a link as cancelled. One that is paid or cancelled already stays as it is.
 *
 * @returns the link as it is afterwards; undefined if there is none
 */
export function markCancelled(storage: Storage, id: LinkId, by: Doer): Promise<LinkRow | undefined> {
  const now = storage.clock.now();
  return storage.store.transact(async (trx) => {
    const cancelled = await trx
      .updateTable('links')
      .set({ cancelled_at: now, cancelled_by: by.name })
      .where('id', '=', id)
      .where('cancelled_at', 'is', null)
      .where((eb) => eb.or([eb('reusable', '=', 1), eb.not(isPaid(eb))]))
      .returning('id')
      .executeTakeFirst();
    if (cancelled !== undefined) await recordAudit(storage, trx, by, { action: 'link_cancelled', subject: id });
    return findLink(storage, id, trx);
  });
}

/**
 * The page of a shop's order: the one that the same claims have led to before, or a new one. It expires with the newest
 * order token.
 *
 * @param link `claims_hash` and `expires_at` are set
 */
export function openShopPage(
  storage: Storage,
  link: NewLink & { readonly claims_hash: string; readonly expires_at: number },
): Promise<LinkId> {
  return storage.store.transact(async (trx) => {
    const { id } = await trx
      .insertInto('links')
      .values({ ...link, id: newLinkId(), created_at: storage.clock.now() })
      .onConflict((conflict) =>
        conflict.column('claims_hash').doUpdateSet({
          expires_at: sql<number>`case when links.expires_at > excluded.expires_at then links.expires_at else excluded.expires_at end`,
        }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}
