import { randomBytes } from 'node:crypto';
import type { PaymentId, PaymentStatus, WebhookType } from '@tsena/shared/checkout';
import { sql, type UpdateObject } from 'kysely';
import type { Ledger } from './ledger.ts';
import type { Schema, StoredPayment } from './schema.ts';
import type { Work } from './transaction.ts';
import { statesBefore } from './transitions.ts';

/** What goes into an event beside its kind: no numbers of people, no secrets. */
export type EventData = Readonly<Record<string, string | number | boolean | null>>;

/** A change of one payment. */
export interface Change {
  /** The state that it comes to; without one it stays where it is. */
  readonly to?: PaymentStatus;
  /** Narrows the states that it may come from. */
  readonly from?: readonly PaymentStatus[];
  /** Only as the holder of this lease. */
  readonly fence?: number;
  readonly set?: UpdateObject<Schema, 'payments'>;
  readonly event: { readonly kind: string; readonly data?: EventData };
  readonly tell?: WebhookType;
}

/** Changes a payment, its audit trail and the outbox in one transaction; null if its state (or lease) did not allow it. */
export function changePayment(ledger: Ledger, id: PaymentId, change: Change): Promise<StoredPayment | null> {
  return ledger.store.transact((work) => changeWithin(ledger, work, id, change));
}

/** {@link changePayment} as a part of a larger transaction. */
export async function changeWithin(ledger: Ledger, work: Work, id: PaymentId, change: Change): Promise<StoredPayment | null> {
  const now = ledger.clock.now();
  const from = change.from ?? (change.to === undefined ? undefined : statesBefore(change.to));
  if (from?.length === 0) return null;
  // The order's row before the payment's, as whoever opens an attempt takes them.
  if (change.to === 'completed') await lockOrderOf(ledger, work, id);

  let update = work.updateTable('payments').set({ ...change.set, version: sql`version + 1`, updated_at: now });
  if (change.to !== undefined) update = update.set({ status: change.to });
  update = update.where('id', '=', id);
  if (from !== undefined) update = update.where('status', 'in', from);
  if (change.fence !== undefined) update = update.where('fence', '=', change.fence);
  const payment = await update.returningAll().executeTakeFirst();
  if (payment === undefined) return null;

  await work
    .insertInto('events')
    .values({ payment_id: id, version: payment.version, at: now, kind: change.event.kind, data: JSON.stringify(change.event.data ?? {}) })
    .execute();
  if (change.tell !== undefined) await tellShop(ledger, work, payment, change.tell);
  if (change.to === 'completed') return noticeOverpayment(ledger, work, payment);
  return payment;
}

/** Two attempts that complete at the same moment must see one another. */
async function lockOrderOf(ledger: Ledger, work: Work, id: PaymentId): Promise<void> {
  if (ledger.store.kind !== 'postgres') return;
  await work
    .selectFrom('orders')
    .select('orders.reference')
    .where('orders.reference', 'in', work.selectFrom('payments').select('order_reference').where('id', '=', id))
    .forUpdate()
    .execute();
}

async function noticeOverpayment(ledger: Ledger, work: Work, payment: StoredPayment): Promise<StoredPayment | null> {
  // All of the order's, which are few: asked for the completed ones, SQLite would go through all that there are.
  const attempts = await work
    .selectFrom('payments')
    .select(['id', 'status'])
    .where('order_reference', '=', payment.order_reference)
    .execute();
  const other = attempts.find(({ id, status }) => status === 'completed' && id !== payment.id);
  if (other === undefined) return payment;
  await work.updateTable('orders').set({ overpaid_at: ledger.clock.now() }).where('reference', '=', payment.order_reference).execute();
  return changeWithin(ledger, work, payment.id, { event: { kind: 'order overpaid', data: { also: other.id } }, tell: 'order.overpaid' });
}

async function tellShop(ledger: Ledger, work: Work, payment: StoredPayment, type: WebhookType): Promise<void> {
  if (!ledger.tellsShop) return;
  const now = ledger.clock.now();
  const payload = JSON.stringify({ type, timestamp: new Date(now).toISOString(), data: ledger.describe(payment) });
  await work
    .insertInto('outbox')
    .values({
      id: `msg_${randomBytes(16).toString('base64url')}`,
      payment_id: payment.id,
      version: payment.version,
      type,
      payload,
      created_at: now,
      state: 'waiting',
      tries: 0,
      next_try_at: now,
      fence: 0,
    })
    .execute();
}
