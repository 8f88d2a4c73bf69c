import type { Webhook } from '@tsena/shared/merchant';
import type { Trx } from '../../database/transaction.ts';
import { orderPositions } from '../rules/attemptPolicy.ts';
import type { Decision, PaymentChange, State } from '../rules/decision.ts';
import type { StoredPayment } from '../rules/payment.ts';
import type { Attempts } from '../rules/view.ts';
import { viewForWebhook } from '../views/merchantPayment.ts';
import { writeCallback } from './callbacks.ts';
import { numberReceipt } from './receipts.ts';
import { reviewReasonsAmong } from './reviews.ts';
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
  state: Pick<State, 'payment' | 'attempts'>,
  { changes, set, callback }: Decision,
): Promise<WrittenDecision> {
  if (callback !== undefined) await writeCallback(trx, callback);
  let { payment, attempts } = state;
  const written: WrittenChange[] = [];
  for (const change of await numberReceipt(storage, trx, payment, changes)) {
    payment = await writeChange(storage, trx, { payment, attempts }, change);
    const changed = payment;
    attempts = attempts.map((attempt) => (attempt.id === changed.id ? changed : attempt));
    written.push({ payment, change });
  }
  if (set !== undefined && Object.keys(set).length > 0) {
    payment = { ...payment, ...set };
    await trx.updateTable('payments').set(set).where('id', '=', payment.id).execute();
  }
  return { payment, written };
}

async function writeChange(
  storage: Storage,
  trx: Trx,
  { payment, attempts }: Pick<State, 'payment' | 'attempts'>,
  change: PaymentChange,
): Promise<StoredPayment> {
  const now = storage.clock.now();
  // Shops ignore an event that is older than the newest of its payment: another instance, whose clock is a little
  // ahead, may have written it.
  const updated_at = Math.max(now, payment.updated_at);
  const changed = {
    ...payment,
    ...change.set,
    status: change.to ?? payment.status,
    version: payment.version + 1,
    updated_at,
  };
  const { own, others } = positionsAfter(attempts, changed);
  const after = { ...changed, ...own };
  await Promise.all([
    trx
      .updateTable('payments')
      .set({ ...change.set, ...own, status: after.status, version: after.version, updated_at })
      .where('id', '=', after.id)
      .execute(),
    ...others.map(({ id, ...position }) => trx.updateTable('payments').set(position).where('id', '=', id).execute()),
    trx
      .insertInto('events')
      .values({
        payment_id: after.id,
        version: after.version,
        at: now,
        kind: change.event.kind,
        data: JSON.stringify(change.event.data),
      })
      .execute(),
    change.rejects === undefined
      ? undefined
      : trx
          .updateTable('callbacks')
          .set({ rejected: 1 })
          .where(({ and }) => and({ payment_id: after.id, ...change.rejects }))
          .execute(),
    change.overpays
      ? trx.updateTable('orders').set({ overpaid_at: now }).where('reference', '=', after.order_reference).execute()
      : undefined,
  ]);
  const attemptsAfter = attempts.map((attempt) => (attempt.id === after.id ? after : attempt));
  if (change.webhook !== undefined) await enqueueWebhook(storage, trx, after, attemptsAfter, change, now);
  await storage.hooks.onChange(trx, after, change, now);
  return after;
}

/** What changes in the rows of an order: which payment is current, and how many were sent up to each. */
function positionsAfter(attempts: readonly StoredPayment[], changed: StoredPayment) {
  const moved = orderPositions(attempts.map((attempt) => (attempt.id === changed.id ? changed : attempt)))
    .filter(({ payment, ...position }) => {
      return payment.superseded !== position.superseded || payment.sent_attempt_number !== position.sent_attempt_number;
    })
    .map(({ payment: { id }, superseded, sent_attempt_number }) => ({ id, superseded, sent_attempt_number }));
  const { id: _id, ...own } = moved.find(({ id }) => id === changed.id) ?? { id: changed.id };
  return { own, others: moved.filter(({ id }) => id !== changed.id) };
}

async function enqueueWebhook(
  storage: Storage,
  trx: Trx,
  payment: StoredPayment,
  attempts: Attempts,
  { webhook: type, refund }: PaymentChange,
  now: number,
): Promise<void> {
  if (type === undefined || storage.webhooks === null) return;
  const reviews = await reviewReasonsAmong(trx, [payment.id]);
  const view = viewForWebhook(payment, attempts, reviews.get(payment.id) ?? [], { ...storage.webhooks, now });
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
      status: 'pending',
      delivery_attempts: 0,
      next_attempt_at: now,
      fence: 0,
    })
    .execute();
}
