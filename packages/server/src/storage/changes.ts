import type { PaymentId, PaymentStatus } from '@tsena/shared/checkout';
import type { Webhook, WebhookType } from '@tsena/shared/merchant';
import { sql, type UpdateObject } from 'kysely';
import { isPaid, orderPositions } from '../rules/attemptPolicy.ts';
import { statusesBefore } from '../rules/stateMachine.ts';
import { enqueueMails } from './mails.ts';
import { attemptsOf } from './reads.ts';
import { reviewReasonsAmong } from './reviews.ts';
import { lockSameTransaction, type PayingTransaction, requireFreeTransaction } from './sameTransaction.ts';
import type { Schema, StoredPayment } from './schema.ts';
import { newId, type Storage } from './storage.ts';
import type { Work } from './transaction.ts';

/** The data of an event. It contains no phone numbers and no secrets. */
export type EventData = Readonly<Record<string, string | number | boolean | null>>;

/** A change of one payment. */
export interface Change {
  /** The new status; without it, the status stays. */
  readonly to?: PaymentStatus;
  /** Restricts the statuses from which the payment may change. */
  readonly from?: readonly PaymentStatus[];
  /** Changes the payment only while the lease with this fencing token is its newest. */
  readonly fence?: number;
  /** Changes the payment only if it was opened in this database: a restored database does not know what happened after its backup. */
  readonly openedHere?: true;
  /** Changes the payment only if it is still the current one of its order. */
  readonly isCurrent?: true;
  /** Clears the resolution `not_received`. The history keeps it. */
  readonly clearsNotReceived?: true;
  /** Sets the resolution `closed`; `received` stays: it blocks further payments of the order. */
  readonly closes?: { readonly reason: string; readonly by: string };
  readonly set?: UpdateObject<Schema, 'payments'>;
  /** The operator's transaction that pays it. If it paid another payment already, the change is rolled back with an error. */
  readonly transaction?: PayingTransaction;
  /** Changes the payment only if it has no recorded refund. */
  readonly isUnrefunded?: true;
  readonly event: { readonly kind: string; readonly data?: EventData };
  readonly webhook?: WebhookType;
  /** Further members of the webhook's `data`. */
  readonly webhookData?: Pick<Webhook['data'], 'refund'>;
}

/** Changes a payment and writes its event and webhook in one transaction. Returns null if the status or the lease did not allow it. */
export function changePayment(storage: Storage, id: PaymentId, change: Change): Promise<StoredPayment | null> {
  return storage.store.transact((work) => changeWithin(storage, work, id, change));
}

/** {@link changePayment} within a transaction of the caller. */
export async function changeWithin(storage: Storage, work: Work, id: PaymentId, change: Change): Promise<StoredPayment | null> {
  const now = storage.clock.now();
  const from = change.from ?? (change.to === undefined ? undefined : statusesBefore(change.to));
  if (from?.length === 0) return null;
  // Only completions take this lock, and they take it first: then no two transactions wait for each other.
  if (change.to === 'completed' || change.transaction !== undefined) await lockSameTransaction(storage, work, id);
  const before = affectsOrder(change) ? await lockAttempts(storage, work, id) : [];

  let update = work.updateTable('payments').set({ ...change.set, version: sql`version + 1`, updated_at: now });
  if (change.to !== undefined) update = update.set({ status: change.to });
  if (change.clearsNotReceived) {
    update = update.set({
      resolution: sql`case when resolution = 'not_received' then null else resolution end`,
      resolution_reason: sql`case when resolution = 'not_received' then null else resolution_reason end`,
      resolution_by: sql`case when resolution = 'not_received' then null else resolution_by end`,
    });
  }
  if (change.closes !== undefined) {
    // In the statement itself: `received` may have been recorded since the caller read the payment.
    const { reason, by } = change.closes;
    update = update.set({
      resolution: sql`case when resolution = 'received' then resolution else 'closed' end`,
      resolution_reason: sql`case when resolution = 'received' then resolution_reason else ${reason} end`,
      resolution_by: sql`case when resolution = 'received' then resolution_by else ${by} end`,
    });
  }
  if (change.transaction !== undefined) {
    const { createdAt, isProven } = change.transaction;
    update = update.set({ transaction_created_at: createdAt, transaction_proven: isProven ? 1 : 0 });
  }
  update = update.where('id', '=', id);
  if (from !== undefined) update = update.where('status', 'in', from);
  if (change.fence !== undefined) update = update.where('fence', '=', change.fence);
  if (change.isUnrefunded) update = update.where('amount_refunded', '=', 0);
  if (change.isCurrent) update = update.where('superseded', 'is', null);
  if (change.openedHere && storage.store.identity !== null) update = update.where('database_identity', '=', storage.store.identity);
  const changed = await update.returningAll().executeTakeFirst();
  if (changed === undefined) return null;
  if (change.transaction !== undefined) await requireFreeTransaction(work, changed, change.transaction);
  const attempts = before.map((attempt) => (attempt.id === id ? changed : attempt));
  const payment = await updatePositions(work, attempts, changed);

  await work
    .insertInto('events')
    .values({ payment_id: id, version: payment.version, at: now, kind: change.event.kind, data: JSON.stringify(change.event.data ?? {}) })
    .execute();
  if (change.webhook !== undefined) await enqueueWebhook(storage, work, payment, change.webhook, change.webhookData);
  await enqueueMails(storage, work, payment, change, now);
  const isNewlyPaid = isPaid(payment) && before.some((attempt) => attempt.id === id && !isPaid(attempt));
  const other = isNewlyPaid ? attempts.find((attempt) => attempt.id !== id && isPaid(attempt)) : undefined;
  return other === undefined ? payment : recordOverpayment(storage, work, payment, other);
}

/** Whether a change depends on the order or may affect it: its current payment, whether it is overpaid, or how many payments were sent. */
function affectsOrder({ to, set = {}, isCurrent, closes }: Change): boolean {
  return (
    isCurrent === true ||
    closes !== undefined ||
    to === 'completed' ||
    'resolution' in set ||
    'differences' in set ||
    'details_unavailable_since' in set ||
    ('sent_at' in set && set.sent_at === null)
  );
}

/**
 * Locks the payment's order, so that of two changes of one order the second sees the first. The order's row is locked before the
 * payment's, as in openAttempt.
 *
 * @returns all payments of the order before the change, newest first
 */
export async function lockAttempts(storage: Storage, work: Work, id: PaymentId): Promise<StoredPayment[]> {
  const payment = await work.selectFrom('payments').select('order_reference').where('id', '=', id).executeTakeFirst();
  if (payment === undefined) return [];
  if (storage.store.kind === 'postgres') {
    await work.selectFrom('orders').select('reference').where('reference', '=', payment.order_reference).forUpdate().execute();
  }
  return attemptsOf(work, payment.order_reference);
}

/** Writes into each row which payment of the order is current, and how many were sent. */
async function updatePositions(work: Work, attempts: readonly StoredPayment[], changed: StoredPayment): Promise<StoredPayment> {
  let updated = changed;
  for (const { payment, superseded, sent_attempt_number } of orderPositions(attempts)) {
    if (payment.superseded === superseded && payment.sent_attempt_number === sent_attempt_number) continue;
    await work.updateTable('payments').set({ superseded, sent_attempt_number }).where('id', '=', payment.id).execute();
    if (payment.id === changed.id) updated = { ...changed, superseded, sent_attempt_number };
  }
  return updated;
}

async function recordOverpayment(
  storage: Storage,
  work: Work,
  payment: StoredPayment,
  other: StoredPayment,
): Promise<StoredPayment | null> {
  await work.updateTable('orders').set({ overpaid_at: storage.clock.now() }).where('reference', '=', payment.order_reference).execute();
  return changeWithin(storage, work, payment.id, {
    event: { kind: 'order_overpaid', data: { also: other.id } },
    webhook: 'order.overpaid',
  });
}

async function enqueueWebhook(
  storage: Storage,
  work: Work,
  payment: StoredPayment,
  type: WebhookType,
  more: Change['webhookData'] = {},
): Promise<void> {
  if (!storage.webhooksEnabled) return;
  const now = storage.clock.now();
  const reviewReasons = (await reviewReasonsAmong(work, [payment.id])).get(payment.id) ?? [];
  const data: Webhook['data'] = { ...storage.describe(payment, reviewReasons), ...more };
  const payload = JSON.stringify({ type, timestamp: new Date(now).toISOString(), data });
  await work
    .insertInto('outbox')
    .values({
      id: newId('msg'),
      payment_id: payment.id,
      version: payment.version,
      type,
      payload,
      created_at: now,
      status: 'pending',
      delivery_attempts: 0,
      next_attempt_at: now,
      fence: 0,
    })
    .execute();
}
