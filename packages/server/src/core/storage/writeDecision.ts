import { foldReference } from '@tsena/shared';
import type { Webhook } from '@tsena/shared/merchant';
import type { Trx } from '../../database/transaction.ts';
import type { Decision, PaymentChange } from '../rules/decision.ts';
import { type ChangedOrder, orderAfter } from '../rules/orderAfter.ts';
import type { StoredPayment } from '../rules/payment.ts';
import { viewForWebhook } from '../views/merchantPayment.ts';
import { writeCallback } from './callbacks.ts';
import { numberReceipt } from './receipts.ts';
import { newId, type Storage } from './storage.ts';

/** A change that was written, and the payment after it. */
export interface WrittenChange {
  readonly payment: StoredPayment;
  readonly change: PaymentChange;
}

/** What a decision has written, and the payment as it stands afterwards. */
export interface WrittenDecision {
  readonly payment: StoredPayment;
  readonly written: readonly WrittenChange[];
}

/** Writes a decision. The caller has locked the payment and its order, and has read them in this transaction. */
export async function writeDecision(
  storage: Storage,
  trx: Trx,
  state: ChangedOrder,
  { changes, set, callback }: Decision,
): Promise<WrittenDecision> {
  if (callback !== undefined) await writeCallback(trx, callback);
  let order = state;
  const written: WrittenChange[] = [];
  for (const change of await numberReceipt(storage, trx, order.payment, changes)) {
    order = await writeChange(storage, trx, order, change);
    written.push({ payment: order.payment, change });
  }
  if (set !== undefined && Object.keys(set).length > 0) {
    const after = orderAfter(order, set);
    await writeRows(trx, order, after, set);
    order = after;
  }
  return { payment: order.payment, written };
}

async function writeChange(
  storage: Storage,
  trx: Trx,
  order: ChangedOrder,
  change: PaymentChange,
): Promise<ChangedOrder> {
  const { payment } = order;
  const now = storage.clock.now();
  const named = change.event.kind === 'details_mismatch' ? change.event.data.transactionReference : undefined;
  const set = {
    ...change.set,
    ...(named === undefined ? {} : { named_fold: foldReference(named) }),
    status: change.to ?? payment.status,
    version: payment.version + 1,
    // Shops ignore an event that is older than the newest of its payment: another instance, whose clock is a little
    // ahead, may have written it.
    updated_at: Math.max(now, payment.updated_at),
  };
  const event = { kind: change.event.kind, data: JSON.stringify(change.event.data) };
  const after = orderAfter(order, set, event);
  const { id, version } = after.payment;
  await Promise.all([
    writeRows(trx, order, after, set),
    trx
      .insertInto('events')
      .values({ payment_id: id, version, at: now, ...event })
      .execute(),
    change.rejects === undefined
      ? undefined
      : trx
          .updateTable('callbacks')
          .set({ rejected: 1 })
          .where(({ and }) => and({ payment_id: id, ...change.rejects }))
          .execute(),
  ]);
  if (change.webhook !== undefined) await enqueueWebhook(storage, trx, after, change, now);
  return after;
}

/** Writes the payment that has changed, and what follows from it for the others of its order. */
async function writeRows(
  trx: Trx,
  before: ChangedOrder,
  after: ChangedOrder,
  columns: Partial<StoredPayment>,
): Promise<void> {
  const writes = after.attempts.map(({ id, superseded, sent_attempt_number, review_reasons }) => {
    const following = { superseded, sent_attempt_number, review_reasons };
    const isChanged = id === after.payment.id;
    const was = before.attempts.find((attempt) => attempt.id === id);
    const isSame =
      was?.superseded === superseded &&
      was.sent_attempt_number === sent_attempt_number &&
      was.review_reasons === review_reasons;
    if (isSame && !isChanged) return undefined;
    const set = isChanged ? { ...columns, ...following } : following;
    return trx.updateTable('payments').set(set).where('id', '=', id).execute();
  });
  await Promise.all(writes);
}

async function enqueueWebhook(
  storage: Storage,
  trx: Trx,
  { payment, attempts }: ChangedOrder,
  { webhook: type, refund }: PaymentChange,
  now: number,
): Promise<void> {
  if (type === undefined) return;
  const view = viewForWebhook(payment, attempts, { ...storage.webhooks, now });
  const data: Webhook['data'] = refund === undefined ? view : { ...view, refund };
  await trx
    .insertInto('outbox')
    .values({
      id: newId('msg'),
      payment_id: payment.id,
      version: payment.version,
      type,
      payload: JSON.stringify({ type, timestamp: new Date(payment.updated_at).toISOString(), data }),
      created_at: now,
      // Without an endpoint, the event is for those who listen, and never delivered to one that is set later.
      status: storage.webhooks.hasEndpoint ? 'pending' : 'no_endpoint',
      delivery_attempts: 0,
      next_attempt_at: now,
      fence: 0,
    })
    .execute();
}
