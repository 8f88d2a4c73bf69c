import type { PaymentId } from '@tsena/shared/checkout';
import { REVIEW_REASONS, type ReviewReason } from '@tsena/shared/merchant';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Reader } from './reads.ts';
import type { Schema } from './schema.ts';

type Ids = SelectQueryBuilder<Schema, 'payments', { id: PaymentId }>;

/** Whether the history has an event of this kind, and no resolution after it. */
function openSince(kind: string) {
  return sql<boolean>`exists (
    select 1 from events raised where raised.payment_id = payments.id and raised.kind = ${kind} and not exists (
      select 1 from events resolved
      where resolved.payment_id = raised.payment_id and resolved.kind = 'resolved' and resolved.version > raised.version))`;
}

// Each is read from an index of the few that may qualify: of two conditions with an index the planner may take the
// wrong one, and the index of a constant is not found through a parameter. Only completed payments are ever verified = 0.
const sources: Readonly<Record<ReviewReason, (payments: Ids, db: Reader) => Ids>> = {
  unresolved: (payments) => payments.where('status', '=', 'unresolved').where('resolution', 'is', null),
  details_mismatch: (payments) => payments.where('differences', 'is not', null).where(openSince('details_mismatch')),
  overpaid: (payments, db) =>
    payments
      .where('order_reference', 'in', db.selectFrom('orders').select('reference').where('overpaid_at', 'is not', null))
      .where(openSince('order_overpaid')),
  polling_stopped: (payments) =>
    payments.where('status', '=', 'pending').where('next_check_at', 'is', null).where('resolution', 'is', null),
  unverified: (payments) => payments.where(sql<boolean>`verified = 0`).where('next_check_at', 'is', null).where(openSince('completed')),
};

function needing(db: Reader, reason: ReviewReason): Ids {
  return sources[reason](db.selectFrom('payments').select('payments.id'), db);
}

/** The ids of all payments that need review. */
export function needingReview(db: Reader): Ids {
  const [first, ...others] = REVIEW_REASONS.map((reason) => needing(db, reason));
  if (first === undefined) throw new TypeError('There is at least one reason.');
  return others.reduce((all, other) => all.union(other), first);
}

/** Why each of these payments needs review; those that do not are left out. */
export async function reviewReasonsAmong(db: Reader, ids: readonly PaymentId[]): Promise<Map<PaymentId, ReviewReason[]>> {
  const found = new Map<PaymentId, ReviewReason[]>();
  if (ids.length === 0) return found;
  for (const reason of REVIEW_REASONS) {
    for (const { id } of await needing(db, reason).where('payments.id', 'in', ids).execute()) {
      found.set(id, [...(found.get(id) ?? []), reason]);
    }
  }
  return found;
}

/** How many payments need review, for each reason. */
export async function countReviews(db: Reader): Promise<Record<ReviewReason, number>> {
  const counts: Record<ReviewReason, number> = { unresolved: 0, details_mismatch: 0, overpaid: 0, polling_stopped: 0, unverified: 0 };
  for (const reason of REVIEW_REASONS) {
    const { count } = await db
      .selectFrom(needing(db, reason).as('needing'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    counts[reason] = Number(count);
  }
  return counts;
}
