import { type ExpressionBuilder, sql } from 'kysely';
import { MAX_LEASE_MS } from '../rules/lease.ts';
import { isFree } from './leases.ts';
import type { Schema, StoredWebhook } from './schema.ts';
import type { Storage } from './storage.ts';

/** How long a webhook waits for the next try of one before it, of the same payment, ms. */
const HELD_BACK_MS = 60_000;

/**
 * Those before it, of the same payment, are out of the way: a shop hears in order. One that the shop does not take holds the
 * others back for a minute; after that they wait only while it is due or being delivered, so that each is tried in order.
 */
function isNext(now: number) {
  return ({ and, eb, exists, not, or, selectFrom }: ExpressionBuilder<Schema, 'outbox'>) => {
    const isFresh = and([eb('outbox.created_at', '>', now - HELD_BACK_MS), eb('outbox.created_at', '<=', now + MAX_LEASE_MS)]);
    return not(
      exists(
        selectFrom('outbox as earlier')
          .select('earlier.id')
          .whereRef('earlier.payment_id', '=', 'outbox.payment_id')
          .whereRef('earlier.version', '<', 'outbox.version')
          .where('earlier.status', '=', 'pending')
          .where((earlier) => or([isFresh, earlier('earlier.next_attempt_at', '<=', now)])),
      ),
    );
  };
}

/**
 * Takes a lease on webhooks that are due. One of a payment waits for those before it; see {@link isNext}.
 *
 * @param overdueMs only those that have been due for so long
 */
export function leaseWebhooks(storage: Storage, leaseMs: number, limit: number, overdueMs = 0): Promise<StoredWebhook[]> {
  const now = storage.clock.now();
  // Materialized: see leaseDue.
  return storage.store.write((db) =>
    db
      .with(
        (cte) => cte('due').materialized(),
        (rows) =>
          rows
            .selectFrom('outbox')
            .select('id')
            .where('status', '=', 'pending')
            .where('next_attempt_at', '<=', now - overdueMs)
            .where(isFree(storage.clock, now))
            .where(isNext(now))
            .orderBy('next_attempt_at')
            .limit(limit)
            .$if(storage.store.kind === 'postgres', (query) => query.forUpdate().skipLocked()),
      )
      .updateTable('outbox')
      .set({ lease_owner: storage.owner, lease_until: now + leaseMs, fence: sql`fence + 1` })
      .where('id', 'in', (rows) => rows.selectFrom('due').select('id'))
      .returningAll()
      .execute(),
  );
}

/** What a try to deliver came to. `nextAttemptAt` in ms since 1970. */
export type DeliveryResult =
  | { readonly status: 'delivered' }
  | { readonly status: 'pending'; readonly nextAttemptAt: number; readonly error: string }
  | { readonly status: 'failed'; readonly error: string };

/** Writes what a try came to and gives the lease back. Does nothing for a former holder. */
export async function writeDelivery(storage: Storage, webhook: StoredWebhook, result: DeliveryResult): Promise<void> {
  const now = storage.clock.now();
  await storage.store.write((db) =>
    db
      .updateTable('outbox')
      .set({
        status: result.status,
        delivery_attempts: sql`delivery_attempts + 1`,
        lease_owner: null,
        lease_until: null,
        ...(result.status === 'delivered' ? { delivered_at: now, last_error: null } : { last_error: result.error }),
        ...(result.status === 'pending' ? { next_attempt_at: result.nextAttemptAt } : {}),
      })
      .where('id', '=', webhook.id)
      .where('fence', '=', webhook.fence)
      .execute(),
  );
}

/** When the next webhook that waits for nothing but its time is due, ms since 1970; undefined if there is none. */
export async function nextWebhookDue(storage: Storage): Promise<number | undefined> {
  const row = await storage.store.db
    .selectFrom('outbox')
    .select('next_attempt_at')
    .where('status', '=', 'pending')
    .where('lease_until', 'is', null)
    .where(isNext(storage.clock.now()))
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst();
  return row?.next_attempt_at;
}

/** Gives back every lease on webhooks that this process holds. */
export async function releaseWebhooks(storage: Storage): Promise<void> {
  await storage.store.write((db) =>
    db
      .updateTable('outbox')
      .set({ lease_owner: null, lease_until: null })
      .where('lease_owner', '=', storage.owner)
      .where('status', '=', 'pending')
      .execute(),
  );
}

/** Lets a webhook be tried anew from the start, under its own id; undefined if there is none. */
export function replayWebhook(storage: Storage, id: string): Promise<StoredWebhook | undefined> {
  return storage.store.write((db) =>
    db
      .updateTable('outbox')
      .set({ status: 'pending', delivery_attempts: 0, next_attempt_at: storage.clock.now(), delivered_at: null, last_error: null })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst(),
  );
}
