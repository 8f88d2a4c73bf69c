import { createHash } from 'node:crypto';
import { type Ariary, writeAmount } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import { type Refund, type RefundBody, type RefundId, refundSchema } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import { isPaid } from '../rules/attemptPolicy.ts';
import { type Change, changeWithin } from '../storage/changes.ts';
import { answerOnce, type KeyReused } from '../storage/idempotencyKeys.ts';
import { findRefund, insertRefund, lockForRefund, markVoided } from '../storage/refunds.ts';
import type { StoredPayment, StoredRefund } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import type { Work } from '../storage/transaction.ts';
import type { PaymentChanges } from './paymentChanges.ts';

/** What {@link recordRefund} and {@link voidRefund} take. */
export interface RefundOptions {
  readonly storage: Storage;
  readonly changes: PaymentChanges;
}

/** A refund to record. */
export interface RefundRequest {
  readonly body: RefundBody;
  /** The name of the key, for the history. */
  readonly by: string;
  /** Requests with the same Idempotency-Key of another key do not meet. */
  readonly idempotency?: { readonly actor: string; readonly key: string };
}

/** The result of {@link recordRefund}. `exceeds`: `remaining` whole Ariary can still be refunded. */
export type RefundResult =
  | { readonly kind: 'recorded'; readonly refund: Refund }
  | { readonly kind: 'not_found' | 'not_possible' | 'in_future' }
  | { readonly kind: 'exceeds'; readonly remaining: number }
  | KeyReused;

/** The result of {@link voidRefund}. */
export type VoidResult = { readonly kind: 'voided'; readonly refund: Refund } | { readonly kind: 'not_found' };

type Changed = { readonly payment: StoredPayment; readonly change: Change };

/** How far the clock of the person who records a refund may be ahead, ms. */
const MAX_AHEAD_MS = 5 * 60_000;

/**
 * Records a refund that the merchant made outside. The sum of a payment's refunds never exceeds its amount: the refund, the sum, the
 * history and the webhook are written in one transaction, under the lock of the order.
 */
export async function recordRefund({ storage, changes }: RefundOptions, id: PaymentId, request: RefundRequest): Promise<RefundResult> {
  const { result, changed } = await storage.store.transact(async (work) => {
    let done: Changed | undefined;
    const record = async (): Promise<Exclude<RefundResult, KeyReused>> => {
      const recorded = await recordWithin(storage, work, id, request);
      if (!('changed' in recorded)) return recorded;
      done = recorded.changed;
      return { kind: 'recorded', refund: recorded.refund };
    };
    if (request.idempotency === undefined) return { result: await record(), changed: done };
    const bodyHash = createHash('sha256').update(JSON.stringify(request.body)).digest('base64url');
    const once = { ...request.idempotency, endpoint: `payments/${id}/refunds`, bodyHash };
    const answered = await answerOnce<Exclude<RefundResult, { readonly kind: 'recorded' }>>(storage, work, once, async () => {
      const recorded = await record();
      return recorded.kind === 'recorded' ? { kind: 'created', answer: JSON.stringify(recorded.refund) } : recorded;
    });
    const result: RefundResult =
      answered.kind === 'created' ? { kind: 'recorded', refund: z.parse(refundSchema, JSON.parse(answered.answer)) } : answered;
    return { result, changed: done };
  });
  if (changed !== undefined) changes.announce(changed.payment, changed.change);
  return result;
}

async function recordWithin(
  storage: Storage,
  work: Work,
  id: PaymentId,
  { body, by }: RefundRequest,
): Promise<Exclude<RefundResult, KeyReused | { readonly kind: 'recorded' }> | { readonly changed: Changed; readonly refund: Refund }> {
  const payment = await lockForRefund(storage, work, id);
  if (payment === undefined) return { kind: 'not_found' };
  if (body.refundedAt !== undefined && body.refundedAt > storage.clock.now() + MAX_AHEAD_MS) return { kind: 'in_future' };
  if (!isPaid(payment)) return { kind: 'not_possible' };
  const remaining = payment.amount - payment.amount_refunded;
  if (body.amount > remaining) return { kind: 'exceeds', remaining };
  const refund = viewRefund(await insertRefund(storage, work, id, body, by));
  const change: Change = {
    set: { amount_refunded: payment.amount_refunded + body.amount },
    event: { kind: 'refunded', data: { refund: refund.id, amount: body.amount, reason: body.reason, by } },
    webhook: 'payment.refunded',
    webhookData: { refund },
  };
  const changed = await changeWithin(storage, work, id, change);
  if (changed === null) throw new Error('a locked payment did not change');
  return { changed: { payment: changed, change }, refund };
}

/** Voids a refund that was recorded by mistake. A repeated request changes nothing and gets the same answer. */
export async function voidRefund({ storage, changes }: RefundOptions, id: RefundId, reason: string, by: string): Promise<VoidResult> {
  const found = await findRefund(storage.store.db, id);
  if (found === undefined) return { kind: 'not_found' };
  const { refund, changed } = await storage.store.transact(async (work): Promise<{ refund: Refund; changed?: Changed }> => {
    const payment = await lockForRefund(storage, work, found.payment_id);
    const voided = payment === undefined ? undefined : await markVoided(storage, work, id, reason, by);
    if (payment === undefined || voided === undefined) return { refund: viewRefund((await findRefund(work, id)) ?? found) };
    const view = viewRefund(voided);
    const change: Change = {
      set: { amount_refunded: payment.amount_refunded - voided.amount },
      event: { kind: 'refund_voided', data: { refund: id, amount: voided.amount, reason, by } },
      webhook: 'payment.refund_voided',
      webhookData: { refund: view },
    };
    const after = await changeWithin(storage, work, payment.id, change);
    if (after === null) throw new Error('a locked payment did not change');
    return { refund: view, changed: { payment: after, change } };
  });
  if (changed !== undefined) changes.announce(changed.payment, changed.change);
  return { kind: 'voided', refund };
}

/** A refund as the merchant sees it. */
export function viewRefund(refund: StoredRefund): Refund {
  return {
    id: refund.id,
    paymentId: refund.payment_id,
    amount: writeAmount(refund.amount as Ariary),
    currency: 'MGA',
    reason: refund.reason,
    transactionReference: refund.transaction_reference,
    refundedAt: new Date(refund.refunded_at).toISOString(),
    createdAt: new Date(refund.created_at).toISOString(),
    createdBy: refund.created_by,
    status: refund.status,
    voidedAt: refund.voided_at === null ? null : new Date(refund.voided_at).toISOString(),
    voidedBy: refund.voided_by,
    voidReason: refund.void_reason,
  };
}
