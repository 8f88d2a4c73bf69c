import type { PaymentId } from '@tsena/shared/checkout';
import { REVIEW_REASONS, type ReviewReason } from '@tsena/shared/merchant';
import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Schema, StoredPayment } from '../../database/schema.ts';
import { RAISED_BY } from '../rules/reviewReasons.ts';
import type { Reader } from './reads.ts';

type Ids = SelectQueryBuilder<Schema, 'payments', { id: PaymentId }>;
type Payments = ExpressionBuilder<Schema, 'payments'>;

/** Whether the history has an event of this kind, and no resolution after it. */
function isOpenSince(kind: string): Expression<SqlBool> {
  return sql<boolean>`exists (
    select 1 from events raised where raised.payment_id = payments.id and raised.kind = ${kind} and not exists (
      select 1 from events resolved
      where resolved.payment_id = raised.payment_id and resolved.kind = 'resolved' and resolved.version > raised.version))`;
}

/**
 * Neither this payment nor every other paid one of its order is refunded in full. A voided refund makes the order
 * overpaid again.
 */
const isPaidWithAnother = sql<boolean>`payments.amount_refunded < payments.amount and exists (
  select 1 from payments other
  where other.order_reference = payments.order_reference and other.id <> payments.id
    and (other.status = 'completed' or other.resolution = 'received') and other.amount_refunded < other.amount)`;

/**
 * When a payment needs review for each reason. The conditions name the constants of partial indexes, which no parameter
 * matches.
 */
const CONDITIONS: Readonly<Record<ReviewReason, (payments: Payments) => Expression<SqlBool>>> = {
  unresolved: ({ and, eb }) => and([eb('status', '=', 'unresolved'), eb('resolution', 'is', null)]),
  details_mismatch: ({ and, eb }) => and([eb('differences', 'is not', null), isOpenSince(RAISED_BY.details_mismatch)]),
  overpaid: ({ and }) => and([isOpenSince(RAISED_BY.overpaid), isPaidWithAnother]),
  polling_stopped: ({ and, eb }) =>
    and([eb('status', '=', 'pending'), eb('next_check_at', 'is', null), eb('resolution', 'is', null)]),
  // Only a completed payment has verified = 0: its details were never read, or differ. Its checks have ended.
  unverified: ({ and, eb }) =>
    and([sql<boolean>`verified = 0`, eb('next_check_at', 'is', null), isOpenSince(RAISED_BY.unverified)]),
};

/**
 * Each reason has a query of its own: of two conditions with an index, the planner may use the one that selects many
 * rows.
 */
function needing(db: Reader, reason: ReviewReason): Ids {
  const ids = db.selectFrom('payments').select('payments.id').where(CONDITIONS[reason]);
  if (reason !== 'overpaid') return ids;
  // The few overpaid orders have an index; the event alone would be found only by way of every payment.
  return ids.where(
    'order_reference',
    'in',
    db.selectFrom('orders').select('reference').where('overpaid_at', 'is not', null),
  );
}

/** The ids of all payments that need review. */
export function needingReview(db: Reader): Ids {
  return REVIEW_REASONS.map((reason) => needing(db, reason)).reduce((all, other) => all.union(other));
}

/** The reasons why each of these payments needs review. Payments that need none are left out. */
export async function reviewReasonsAmong(
  db: Reader,
  ids: readonly PaymentId[],
): Promise<Map<PaymentId, ReviewReason[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .select((payments) => REVIEW_REASONS.map((reason) => sql<SqlBool>`${CONDITIONS[reason](payments)}`.as(reason)))
    .where('id', 'in', ids)
    .execute();
  const found = rows.map((row) => [row.id, REVIEW_REASONS.filter((reason) => Boolean(row[reason]))] as const);
  return new Map(found.filter(([, reasons]) => reasons.length > 0));
}

/** How many payments need review, for each reason. */
export async function countReviews(db: Reader): Promise<Record<ReviewReason, number>> {
  const counts: Record<ReviewReason, number> = {
    unresolved: 0,
    details_mismatch: 0,
    overpaid: 0,
    polling_stopped: 0,
    unverified: 0,
  };
  for (const reason of REVIEW_REASONS) counts[reason] = await countOf(db, needing(db, reason));
  return counts;
}

async function countOf(db: Reader, ids: Ids): Promise<number> {
  const counted = db.selectFrom(ids.as('needing')).select(({ fn }) => fn.countAll<number>().as('count'));
  return Number((await counted.executeTakeFirstOrThrow()).count);
}

/**
 * Payments that need review and have changed since `since` (ms since 1970), newest first, at most `limit`, and how many
 * there are.
 */
export async function reviewsSince(
  db: Reader,
  since: number,
  limit: number,
): Promise<{ readonly count: number; readonly payments: readonly StoredPayment[] }> {
  const changed = db.selectFrom('payments').where('id', 'in', needingReview(db)).where('updated_at', '>=', since);
  const count = await countOf(db, changed.select('id'));
  const payments = await changed.selectAll().orderBy('updated_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return { count, payments };
}

/** How many payments need review, for any reason. */
export function countNeedingReview(db: Reader): Promise<number> {
  return countOf(db, needingReview(db));
}
