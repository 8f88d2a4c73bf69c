import type { PaymentId } from '@tsena/shared/checkout';
import { expressionBuilder, sql } from 'kysely';
import type { Schema, StoredPayment } from '../../database/schema.ts';
import { steadyFor } from '../../time/clock.ts';
import { LEASES_SETTLE_MS, MAX_LEASE_MS } from '../rules/lease.ts';
import * as rows from './leasedRows.ts';
import { lockFree } from './locks.ts';
import type { Storage } from './storage.ts';

const eb = expressionBuilder<Schema, 'payments'>();

/**
 * A status check that begins moves the payment's due time to the end of its lease. While the two are equal, nothing has
 * asked for another check.
 */
const IS_UNASKED = sql<boolean>`next_check_at = lease_until`;

/** Not a payment whose process is about to send it, or waits for the operator's answer to its initiation. */
const IS_SENT = eb('status', 'not in', ['created', 'sending']);

/** Takes a lease on payments whose status check is due, those that have been due the longest first. */
export function leaseDue(storage: Storage, leaseMs: number, limit: number): Promise<StoredPayment[]> {
  const worker = rows.workerOf(storage);
  return rows.takeDue(storage.store, 'payments', worker, {
    leaseMs,
    limit,
    set: { next_check_at: worker.now + leaseMs },
  });
}

/** Takes a lease on one payment; undefined if its status check is not due, or another worker has the lease. */
export function leaseOne(storage: Storage, id: PaymentId, leaseMs: number): Promise<StoredPayment | undefined> {
  const worker = rows.workerOf(storage);
  const set = { next_check_at: worker.now + leaseMs };
  const where = eb('next_check_at', '<=', worker.now);
  return storage.store.write((db) =>
    rows.takeOne(db, 'payments', id, worker, { leaseMs, maxLeaseMs: MAX_LEASE_MS, where, set }),
  );
}

/**
 * Releases the lease of a payment after its status check, and says when the next check is due. A check that a callback
 * or a viewer asked for meanwhile is neither lost nor delayed. A worker that has lost its lease changes nothing.
 *
 * @returns when the payment is due next, ms since 1970 (null: never); undefined if the lease was lost
 */
export async function releaseAfterCheck(
  storage: Storage,
  leased: StoredPayment,
  nextCheckAt: number | null,
): Promise<number | null | undefined> {
  const set = {
    last_checked_at: storage.clock.now(),
    next_check_at: sql<
      number | null
    >`case when ${IS_UNASKED} or next_check_at > ${nextCheckAt} then ${nextCheckAt} else next_check_at end`,
  };
  const row = await storage.store.write((db) =>
    rows.release(db, 'payments', leased.id, leased.fence, set).returning('next_check_at').executeTakeFirst(),
  );
  return row?.next_check_at;
}

/** Releases all leases of this process on status checks, for a stop. A payment that it is sending keeps its lease. */
export async function releaseAll(storage: Storage): Promise<void> {
  const now = storage.clock.now();
  const set = { next_check_at: sql<number>`case when ${IS_UNASKED} then ${now} else next_check_at end` };
  await storage.store.write((db) => rows.releaseAll(db, 'payments', storage.owner, IS_SENT, set));
}

/** A lease on a payment, by its fencing token: another lease of the same payment is not this one. */
export type LeasedPayment = Pick<StoredPayment, 'id' | 'fence'>;

/** Leases in one statement: PostgreSQL refuses one that names some thousands. */
const RENEWED_AT_ONCE = 500;

/** Extends these leases of this process. It loses a lease that it does not renew in time. */
export async function renewLeases(storage: Storage, leased: Iterable<LeasedPayment>, leaseMs: number): Promise<void> {
  const leases = [...leased];
  for (let from = 0; from < leases.length; from += RENEWED_AT_ONCE) {
    await renewTogether(storage, leases.slice(from, from + RENEWED_AT_ONCE), leaseMs);
  }
}

async function renewTogether(storage: Storage, leases: readonly LeasedPayment[], leaseMs: number): Promise<void> {
  const until = storage.clock.now() + leaseMs;
  const set = { next_check_at: sql<number>`case when ${IS_UNASKED} then ${until} else next_check_at end` };
  const isOneOf = eb(
    eb.refTuple('payments.id', 'payments.fence'),
    'in',
    leases.map(({ id, fence }) => eb.tuple(id, fence)),
  );
  const isOwn = eb.and([eb('lease_owner', '=', storage.owner), isOneOf]);
  await storage.store.write((db) => rows.renew(db, 'payments', isOwn, until, set));
}

/** When the next payment without a lease is due, ms since 1970; undefined if none is. */
export function nextDue(storage: Storage): Promise<number | undefined> {
  return rows.nextDueAt(storage.store.db, 'payments');
}

/** Brings a payment's next status check forward to `at`, and never delays it. */
export async function checkBy(storage: Storage, id: PaymentId, at: number): Promise<void> {
  await storage.store.write((db) =>
    db
      .updateTable('payments')
      .set({ next_check_at: at })
      .where('id', '=', id)
      .where(IS_SENT)
      .where('next_check_at', '>', at)
      .execute(),
  );
}

/**
 * Makes every payment that is polled due now, at a start and after a step of the clock: nothing checked them while the
 * companion was down, and the clock may have been set back. A row that another instance has locked at this moment is
 * left to that instance.
 */
export async function makeAllDue(storage: Storage): Promise<void> {
  const now = storage.clock.now();
  // Right after a step of the clock, a payment that is being sent may have a lease by the clock's former time.
  const leasedUntil = steadyFor(storage.clock) >= LEASES_SETTLE_MS ? now + MAX_LEASE_MS : Number.MAX_SAFE_INTEGER;
  await storage.store.write((db) =>
    db
      .with(
        (cte) => cte('late').materialized(),
        (payments) =>
          lockFree(
            storage.store,
            payments
              .selectFrom('payments')
              .select('id')
              .where(({ and, eb, or }) =>
                or([
                  and([eb('next_check_at', '>', now), IS_SENT]),
                  and([eb('next_check_at', '>', leasedUntil), eb('status', 'in', ['created', 'sending'])]),
                ]),
              ),
          ),
      )
      .updateTable('payments')
      .set({ next_check_at: now })
      .where('id', 'in', (late) => late.selectFrom('late').select('id'))
      .execute(),
  );
}
