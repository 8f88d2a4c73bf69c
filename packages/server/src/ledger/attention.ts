import type { PaymentId } from '@tsena/shared/checkout';
import { ATTENTION_REASONS, type AttentionReason } from '@tsena/shared/merchant';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Reader } from './reads.ts';
import type { Schema } from './schema.ts';

type Ids = SelectQueryBuilder<Schema, 'payments', { id: PaymentId }>;

/** That an event of this kind stands in a payment's trail, and no person's decision after it. */
function openSince(kind: string) {
  return sql<boolean>`exists (
    select 1 from events raised where raised.payment_id = payments.id and raised.kind = ${kind} and not exists (
      select 1 from events decided
      where decided.payment_id = raised.payment_id and decided.kind = 'decided' and decided.version > raised.version))`;
}

// Each is read from an index of the few that may qualify: of two conditions with an index the planner may take the
// wrong one, and the index of a constant is not found through a parameter. Only completed payments are ever verified = 0.
const sources: Readonly<Record<AttentionReason, (payments: Ids, db: Reader) => Ids>> = {
  unresolved: (payments) => payments.where('status', '=', 'unresolved').where('decision', 'is', null),
  mismatched: (payments) => payments.where('mismatch', 'is not', null).where(openSince('mismatched')),
  overpaid: (payments, db) =>
    payments
      .where('order_reference', 'in', db.selectFrom('orders').select('reference').where('overpaid_at', 'is not', null))
      .where(openSince('order overpaid')),
  unfollowed: (payments) => payments.where('status', '=', 'pending').where('next_look_at', 'is', null).where('decision', 'is', null),
  unverified: (payments) => payments.where(sql<boolean>`verified = 0`).where('next_look_at', 'is', null).where(openSince('completed')),
};

function needing(db: Reader, reason: AttentionReason): Ids {
  return sources[reason](db.selectFrom('payments').select('payments.id'), db);
}

/** The ids of all payments that need a person. */
export function needingAPerson(db: Reader): Ids {
  const [first, ...others] = ATTENTION_REASONS.map((reason) => needing(db, reason));
  if (first === undefined) throw new TypeError('There is at least one reason.');
  return others.reduce((all, other) => all.union(other), first);
}

/** Why each of these payments needs a person; those that do not are left out. */
export async function attentionAmong(db: Reader, ids: readonly PaymentId[]): Promise<Map<PaymentId, AttentionReason[]>> {
  const found = new Map<PaymentId, AttentionReason[]>();
  if (ids.length === 0) return found;
  for (const reason of ATTENTION_REASONS) {
    for (const { id } of await needing(db, reason).where('payments.id', 'in', ids).execute()) {
      found.set(id, [...(found.get(id) ?? []), reason]);
    }
  }
  return found;
}

/** How many payments need a person, by reason. */
export async function countAttention(db: Reader): Promise<Record<AttentionReason, number>> {
  const counts: Record<AttentionReason, number> = { unresolved: 0, mismatched: 0, overpaid: 0, unfollowed: 0, unverified: 0 };
  for (const reason of ATTENTION_REASONS) {
    const { count } = await db
      .selectFrom(needing(db, reason).as('needing'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    counts[reason] = Number(count);
  }
  return counts;
}
