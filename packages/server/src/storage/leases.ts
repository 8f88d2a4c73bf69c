import type { PaymentId } from '@tsena/shared/checkout';
import { type ExpressionBuilder, sql } from 'kysely';
import { type Clock, steadyFor } from '../clock.ts';
import { MAX_LEASE_MS } from '../rules/lease.ts';
import type { Schema, StoredPayment } from './schema.ts';
import type { Storage } from './storage.ts';

/** How long after a step of the clock it cannot tell which leases have lapsed, ms: by then those who live have renewed or ended theirs. */
export const LEASES_SETTLE_MS = 30_000;

/** Which rows nobody holds, by their `lease_until`. While the clock cannot tell which leases have lapsed, all of them stand. */
export function isFree(clock: Clock, now: number) {
  const isSteady = steadyFor(clock) >= LEASES_SETTLE_MS;
  return ({ eb, or }: ExpressionBuilder<Schema, 'payments' | 'outbox'>) => {
    const lapsed = [eb('lease_until', '<=', now), eb('lease_until', '>', now + MAX_LEASE_MS)];
    return or([eb('lease_until', 'is', null), ...(isSteady ? lapsed : [])]);
  };
}

/** A look that begins puts the next one to where its lease ends. As long as it stands there, nobody asked for another. */
const UNASKED = sql<boolean>`next_check_at = lease_until`;

function taken(storage: Storage, until: number) {
  return { lease_owner: storage.owner, lease_until: until, next_check_at: until, fence: sql<number>`fence + 1` };
}

/** Takes a lease on payments that are due, soonest first. Each is held by one process at a time; its fence tells the newest. */
export function leaseDue(storage: Storage, leaseMs: number, limit: number): Promise<StoredPayment[]> {
  const now = storage.clock.now();
  // Materialized: as a plain subselect PostgreSQL may run it more than once, and lock more rows than `limit`.
  return storage.store.write((db) =>
    db
      .with(
        (cte) => cte('due').materialized(),
        (rows) =>
          rows
            .selectFrom('payments')
            .select('id')
            .where('next_check_at', '<=', now)
            .where(isFree(storage.clock, now))
            .orderBy('next_check_at')
            .limit(limit)
            .$if(storage.store.kind === 'postgres', (query) => query.forUpdate().skipLocked()),
      )
      .updateTable('payments')
      .set(taken(storage, now + leaseMs))
      .where('id', 'in', (rows) => rows.selectFrom('due').select('id'))
      .returningAll()
      .execute(),
  );
}

/** Takes a lease on one payment if it is due and free. */
export function leaseOne(storage: Storage, id: PaymentId, leaseMs: number): Promise<StoredPayment | undefined> {
  const now = storage.clock.now();
  return storage.store.write((db) =>
    db
      .updateTable('payments')
      .set(taken(storage, now + leaseMs))
      .where('id', '=', id)
      .where('next_check_at', '<=', now)
      .where(isFree(storage.clock, now))
      .returningAll()
      .executeTakeFirst(),
  );
}

/**
 * Gives a lease back after a look and says when the next one is due. A look that was asked for meanwhile
 * (a callback, a viewer) is neither lost nor put off. Does nothing for a former holder.
 *
 * @returns when the payment is due next (null: never), or undefined if the lease was no longer held
 */
export async function releaseAfterCheck(
  storage: Storage,
  leased: StoredPayment,
  nextCheckAt: number | null,
): Promise<number | null | undefined> {
  const row = await storage.store.write((db) =>
    db
      .updateTable('payments')
      .set({
        lease_owner: null,
        lease_until: null,
        last_checked_at: storage.clock.now(),
        status_checks: sql`status_checks + 1`,
        next_check_at: sql`case when ${UNASKED} or next_check_at > ${nextCheckAt} then ${nextCheckAt} else next_check_at end`,
      })
      .where('id', '=', leased.id)
      .where('fence', '=', leased.fence)
      .returning('next_check_at')
      .executeTakeFirst(),
  );
  return row?.next_check_at;
}

/** Gives back every lease on status checks that this process holds, for a stop. An attempt under way keeps its own. */
export async function releaseAll(storage: Storage): Promise<void> {
  await storage.store.write((db) =>
    db
      .updateTable('payments')
      .set({
        lease_owner: null,
        lease_until: null,
        next_check_at: sql`case when ${UNASKED} then ${storage.clock.now()} else next_check_at end`,
      })
      .where('lease_owner', '=', storage.owner)
      .where('status', 'not in', ['created', 'sending'])
      .execute(),
  );
}

/** Brings a payment's next look forward, never back; one that has none (final, or given up) gets none unless `revive`. */
export async function checkBy(storage: Storage, id: PaymentId, at: number, revive = false): Promise<void> {
  await storage.store.write((db) =>
    db
      .updateTable('payments')
      .set({ next_check_at: at })
      .where('id', '=', id)
      .where('status', 'not in', ['created', 'sending'])
      .where(({ eb, or }) => or([eb('next_check_at', '>', at), ...(revive ? [eb('next_check_at', 'is', null)] : [])]))
      .execute(),
  );
}

/** When the next free payment is due, ms since 1970; undefined if none is. */
export async function nextDue(storage: Storage): Promise<number | undefined> {
  const row = await storage.store.db
    .selectFrom('payments')
    .select('next_check_at')
    .where('next_check_at', 'is not', null)
    .where('lease_until', 'is', null)
    .orderBy('next_check_at')
    .limit(1)
    .executeTakeFirst();
  return row?.next_check_at ?? undefined;
}

/**
 * At a start everything that is followed is due at once: while the companion was down nobody looked,
 * and the clock may have been set back since. What another instance has in hand at this moment is left to it.
 */
export async function makeAllDue(storage: Storage): Promise<void> {
  const now = storage.clock.now();
  // Right after a step an attempt that is being sent may still have its lease by the clock as it was.
  const heldUntil = steadyFor(storage.clock) >= LEASES_SETTLE_MS ? now + MAX_LEASE_MS : Number.MAX_SAFE_INTEGER;
  await storage.store.write((db) =>
    db
      .with(
        (cte) => cte('late').materialized(),
        (rows) =>
          rows
            .selectFrom('payments')
            .select('id')
            .where(({ and, eb, or }) =>
              or([
                and([eb('next_check_at', '>', now), eb('status', 'not in', ['created', 'sending'])]),
                and([eb('next_check_at', '>', heldUntil), eb('status', 'in', ['created', 'sending'])]),
              ]),
            )
            .$if(storage.store.kind === 'postgres', (query) => query.forUpdate().skipLocked()),
      )
      .updateTable('payments')
      .set({ next_check_at: now })
      .where('id', 'in', (rows) => rows.selectFrom('late').select('id'))
      .execute(),
  );
}

/** Keeps leases that are still being worked under. A row that nobody renews is free again when its lease ends. */
export async function renewLeases(storage: Storage, ids: readonly PaymentId[], leaseMs: number): Promise<void> {
  if (ids.length === 0) return;
  const until = storage.clock.now() + leaseMs;
  await storage.store.write((db) =>
    db
      .updateTable('payments')
      .set({
        lease_until: until,
        next_check_at: sql`case when ${UNASKED} then ${until} else next_check_at end`,
      })
      .where('id', 'in', ids)
      .where('lease_owner', '=', storage.owner)
      .execute(),
  );
}
