import type { PaymentId } from '@tsena/shared/checkout';
import type { Webhook } from '@tsena/shared/merchant';
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Schema, StoredWebhook } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';
import { MAX_LEASE_MS } from '../rules/lease.ts';
import { type StoredAttempt, withFailedAttempt } from './failedAttempts.ts';
import { nextDueAt, release, releaseAll, takeDue, workerOf } from './leasedRows.ts';
import { addShopFailure, endShopFailure } from './shopFailure.ts';
import { newId, type Storage } from './storage.ts';

const eb = expressionBuilder<Schema, 'outbox'>();

/** How long a webhook waits for the delivery of an earlier one of the same payment, ms. */
const WAIT_FOR_EARLIER_MS = 60_000;

const IS_PENDING = eb('status', '=', 'pending');

/**
 * The webhook is pending, and no earlier one of the same payment is in its way: the shop gets them in order. One that
 * the shop does not accept delays the others for a minute. After that, they wait only while it is due or under way, so
 * that each is sent in order.
 */
function isNext(now: number): Expression<SqlBool> {
  const isFresh = eb.and([
    eb('outbox.created_at', '>', now - WAIT_FOR_EARLIER_MS),
    eb('outbox.created_at', '<=', now + MAX_LEASE_MS),
  ]);
  const hasEarlier = eb.exists(
    eb
      .selectFrom('outbox as earlier')
      .select('earlier.id')
      .whereRef('earlier.payment_id', '=', 'outbox.payment_id')
      .whereRef('earlier.version', '<', 'outbox.version')
      .where('earlier.status', '=', 'pending')
      .where((earlier) => earlier.or([isFresh, earlier('earlier.next_attempt_at', '<=', now)])),
  );
  return eb.and([IS_PENDING, eb.not(hasEarlier)]);
}

/**
 * Takes a lease on webhooks that are due; see {@link isNext}.
 *
 * @param overdueMs takes only those that have been due for at least this long
 */
export function leaseWebhooks(
  storage: Storage,
  leaseMs: number,
  limit: number,
  overdueMs = 0,
): Promise<StoredWebhook[]> {
  const worker = workerOf(storage);
  return takeDue(storage.store, 'outbox', worker, { leaseMs, limit, overdueMs, where: isNext(worker.now) });
}

/** The result of a delivery attempt. `nextAttemptAt` is in ms since 1970. */
export type DeliveryResult =
  | { readonly status: 'delivered' }
  | { readonly status: 'pending'; readonly nextAttemptAt: number; readonly failed: Omit<StoredAttempt, 'at'> }
  | { readonly status: 'failed'; readonly failed: Omit<StoredAttempt, 'at'> };

/**
 * Writes the result of a delivery attempt and releases the lease, and what the result says about the shop. A worker that
 * has lost its lease does not change the webhook.
 *
 * @param endpoint where the attempt went
 */
export async function writeDelivery(
  storage: Storage,
  webhook: StoredWebhook,
  result: DeliveryResult,
  endpoint: string | null,
): Promise<void> {
  const now = storage.clock.now();
  const failed = result.status === 'delivered' ? null : { at: now, ...result.failed };
  const set = {
    status: result.status,
    delivery_attempts: sql<number>`delivery_attempts + 1`,
    ...(failed === null
      ? { delivered_at: now, last_error: null }
      : { last_error: failed.error, failed_attempts: withFailedAttempt(webhook, failed) }),
    ...(result.status === 'pending' ? { next_attempt_at: result.nextAttemptAt } : {}),
  };
  await storage.store.transact(async (trx) => {
    await release(trx, 'outbox', webhook.id, webhook.fence, set).execute();
    // A handler can accept a ping and refuse a payment.
    if (webhook.type === 'tsena.ping') return;
    if (failed === null) await endShopFailure(trx);
    else if (endpoint !== null) await addShopFailure(trx, endpoint, failed);
  });
}

/**
 * When the next webhook is due that has no lease and waits for no earlier one, ms since 1970; undefined if there is
 * none.
 */
export function nextWebhookDue(storage: Storage): Promise<number | undefined> {
  return nextDueAt(storage.store.db, 'outbox', isNext(storage.clock.now()));
}

/** Releases all leases of this process on webhooks, for a stop. */
export async function releaseWebhooks(storage: Storage): Promise<void> {
  await storage.store.write((db) => releaseAll(db, 'outbox', storage.owner, IS_PENDING));
}

/** Puts a sample into the outbox: a webhook about no payment, which is delivered like the others. */
export async function enqueueSample(storage: Storage, { type, timestamp, data }: Webhook): Promise<StoredWebhook> {
  const now = storage.clock.now();
  const payload = JSON.stringify({ type, timestamp, data });
  return storage.store.write((db) =>
    db
      .insertInto('outbox')
      .values({
        id: newId('msg'),
        payment_id: null,
        version: 1,
        type,
        payload,
        created_at: now,
        status: 'pending',
        delivery_attempts: 0,
        next_attempt_at: now,
        fence: 0,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** The id of the payment that a webhook is about: null if it is a sample, undefined if there is no such webhook. */
export async function findPaymentOf(trx: Trx, id: string): Promise<PaymentId | null | undefined> {
  const found = await trx
    .selectFrom('outbox')
    .select('payment_id')
    .where('id', '=', id)
    .where('status', '!=', 'no_endpoint')
    .executeTakeFirst();
  return found?.payment_id;
}

/** Makes a webhook due now, with all its delivery attempts. Undefined if there is none with this id. */
export function makeDueAgain(storage: Storage, trx: Trx, id: string): Promise<StoredWebhook | undefined> {
  const due = { status: 'pending', delivery_attempts: 0, next_attempt_at: storage.clock.now() } as const;
  // An attempt that is under way loses its lease: its failure would undo what is asked for here.
  const free = { lease_owner: null, lease_until: null, fence: sql<number>`fence + 1` };
  return trx
    .updateTable('outbox')
    .set({ ...due, ...free, delivered_at: null, last_error: null })
    .where('id', '=', id)
    .where('status', '!=', 'no_endpoint')
    .returningAll()
    .executeTakeFirst();
}
