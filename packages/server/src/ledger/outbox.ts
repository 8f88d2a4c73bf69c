import { type ExpressionBuilder, sql } from 'kysely';
import { isFree, MAX_LEASE } from './leases.ts';
import type { Ledger } from './ledger.ts';
import type { Schema, StoredWebhook } from './schema.ts';

/** How long a webhook waits for the next try of one before it, of the same payment, ms. */
const HELD_BACK_MS = 60_000;

/**
 * Those before it, of the same payment, are out of the way: a shop hears in order. One that the shop does not take holds the
 * others back for a minute; after that they wait only while it is due or being delivered, so that each is tried in order.
 */
function isNext(now: number) {
  return ({ and, eb, exists, not, or, selectFrom }: ExpressionBuilder<Schema, 'outbox'>) => {
    const isFresh = and([eb('outbox.created_at', '>', now - HELD_BACK_MS), eb('outbox.created_at', '<=', now + MAX_LEASE)]);
    return not(
      exists(
        selectFrom('outbox as earlier')
          .select('earlier.id')
          .whereRef('earlier.payment_id', '=', 'outbox.payment_id')
          .whereRef('earlier.version', '<', 'outbox.version')
          .where('earlier.state', '=', 'waiting')
          .where((earlier) => or([isFresh, earlier('earlier.next_try_at', '<=', now)])),
      ),
    );
  };
}

/**
 * Takes a lease on webhooks that are due. One of a payment waits for those before it; see {@link isNext}.
 *
 * @param overdueMs only those that have been due for so long
 */
export function leaseWebhooks(ledger: Ledger, leaseMs: number, limit: number, overdueMs = 0): Promise<StoredWebhook[]> {
  const now = ledger.clock.now();
  // Materialized: see leaseDue.
  return ledger.store.write((db) =>
    db
      .with(
        (cte) => cte('due').materialized(),
        (rows) =>
          rows
            .selectFrom('outbox')
            .select('id')
            .where('state', '=', 'waiting')
            .where('next_try_at', '<=', now - overdueMs)
            .where(isFree(ledger.clock, now))
            .where(isNext(now))
            .orderBy('next_try_at')
            .limit(limit)
            .$if(ledger.store.kind === 'postgres', (query) => query.forUpdate().skipLocked()),
      )
      .updateTable('outbox')
      .set({ lease_owner: ledger.owner, lease_until: now + leaseMs, fence: sql`fence + 1` })
      .where('id', 'in', (rows) => rows.selectFrom('due').select('id'))
      .returningAll()
      .execute(),
  );
}

/** What a try to deliver came to. `nextTryAt` in ms since 1970. */
export type DeliveryResult =
  | { readonly state: 'delivered' }
  | { readonly state: 'waiting'; readonly nextTryAt: number; readonly error: string }
  | { readonly state: 'dead'; readonly error: string };

/** Writes what a try came to and gives the lease back. Does nothing for a former holder. */
export async function writeDelivery(ledger: Ledger, webhook: StoredWebhook, result: DeliveryResult): Promise<void> {
  const now = ledger.clock.now();
  await ledger.store.write((db) =>
    db
      .updateTable('outbox')
      .set({
        state: result.state,
        tries: sql`tries + 1`,
        lease_owner: null,
        lease_until: null,
        ...(result.state === 'delivered' ? { delivered_at: now, last_error: null } : { last_error: result.error }),
        ...(result.state === 'waiting' ? { next_try_at: result.nextTryAt } : {}),
      })
      .where('id', '=', webhook.id)
      .where('fence', '=', webhook.fence)
      .execute(),
  );
}

/** When the next webhook that waits for nothing but its time is due, ms since 1970; undefined if there is none. */
export async function nextWebhookDue(ledger: Ledger): Promise<number | undefined> {
  const row = await ledger.store.db
    .selectFrom('outbox')
    .select('next_try_at')
    .where('state', '=', 'waiting')
    .where('lease_until', 'is', null)
    .where(isNext(ledger.clock.now()))
    .orderBy('next_try_at')
    .limit(1)
    .executeTakeFirst();
  return row?.next_try_at;
}

/** Gives back every lease on webhooks that this process holds. */
export async function releaseWebhooks(ledger: Ledger): Promise<void> {
  await ledger.store.write((db) =>
    db
      .updateTable('outbox')
      .set({ lease_owner: null, lease_until: null })
      .where('lease_owner', '=', ledger.owner)
      .where('state', '=', 'waiting')
      .execute(),
  );
}

/** Lets a webhook be tried anew from the start, under its own id; undefined if there is none. */
export function replayWebhook(ledger: Ledger, id: string): Promise<StoredWebhook | undefined> {
  return ledger.store.write((db) =>
    db
      .updateTable('outbox')
      .set({ state: 'waiting', tries: 0, next_try_at: ledger.clock.now(), delivered_at: null, last_error: null })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst(),
  );
}
