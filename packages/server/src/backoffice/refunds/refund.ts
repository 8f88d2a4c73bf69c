import { type Ariary, writeAmount } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import { type Refund, type RefundBody, type RefundId, refundIdSchema, refundSchema } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import type { PaymentChanges } from '../../core/payments/paymentChanges.ts';
import { applyWithin, type WrittenChange } from '../../core/storage/applyDecision.ts';
import { lockAttempts } from '../../core/storage/paymentState.ts';
import { newId, type Storage } from '../../core/storage/storage.ts';
import type { StoredRefund } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';
import type { Doer } from '../../doer.ts';
import type { Actor } from '../../http/idempotencyKey.ts';
import { recordAudit } from '../auditLog.ts';
import { answerOnce, type KeyReused } from '../idempotencyKeys.ts';
import { viewRow } from '../viewRow.ts';
import { findRefund, markVoided } from './refundRows.ts';

/** What {@link recordRefund} and {@link voidRefund} take. */
export interface RefundOptions {
  readonly storage: Storage;
  readonly changes: Pick<PaymentChanges, 'announce'>;
}

/** A refund to record. */
export interface RefundRequest extends Actor {
  readonly body: RefundBody;
}

/** The result of {@link recordRefund}. `exceeds`: `remaining` whole Ariary can still be refunded. */
export type RefundResult =
  | { readonly kind: 'recorded'; readonly refund: Refund }
  | { readonly kind: 'not_found' | 'not_possible' | 'in_future' | 'before_payment' }
  | { readonly kind: 'exceeds'; readonly remaining: number }
  | KeyReused;

/**
 * Records a refund that the merchant made outside. The sum of a payment's refunds never exceeds its amount: the refund, the sum, the
 * history and the webhook are written in one transaction, under the lock of the order.
 */
export async function recordRefund({ storage, changes }: RefundOptions, id: PaymentId, request: RefundRequest): Promise<RefundResult> {
  const { result, written } = await storage.store.transact(async (trx) => {
    let done: readonly WrittenChange[] = [];
    const record = async (): Promise<Exclude<RefundResult, KeyReused>> => {
      const recorded = await recordWithin(storage, trx, id, request);
      if (!('written' in recorded)) return recorded;
      done = recorded.written;
      return { kind: 'recorded', refund: recorded.refund };
    };
    if (request.idempotency === undefined) return { result: await record(), written: done };
    const once = { ...request.idempotency, endpoint: `payments/${id}/refunds`, body: request.body };
    const answered = await answerOnce<Exclude<RefundResult, { readonly kind: 'recorded' }>>(storage, trx, once, async () => {
      const recorded = await record();
      return recorded.kind === 'recorded' ? { kind: 'created', answer: recorded.refund.id } : recorded;
    });
    const result: RefundResult =
      answered.kind === 'created' ? { kind: 'recorded', refund: await readAsItStands(trx, answered.answer) } : answered;
    return { result, written: done };
  });
  changes.announce(written);
  return result;
}

/** The refund that a request with this Idempotency-Key has recorded. It may have been voided since. */
async function readAsItStands(trx: Trx, id: string): Promise<Refund> {
  const refund = await findRefund(trx, z.parse(refundIdSchema, id));
  if (refund === undefined) throw new TypeError('The refund of an Idempotency-Key is gone.');
  return viewRefund(refund);
}

async function recordWithin(
  storage: Storage,
  trx: Trx,
  id: PaymentId,
  { body, by }: RefundRequest,
): Promise<
  Exclude<RefundResult, KeyReused | { readonly kind: 'recorded' }> | { readonly written: readonly WrittenChange[]; readonly refund: Refund }
> {
  const now = storage.clock.now();
  const row: StoredRefund = {
    id: newId('ref') as RefundId,
    payment_id: id,
    amount: body.amount,
    reason: body.reason,
    transaction_reference: body.transactionReference ?? null,
    refunded_at: body.refundedAt ?? now,
    created_at: now,
    created_by: by.name,
    status: 'recorded',
    ...{ voided_at: null, voided_by: null, void_reason: null },
  };
  const refund = viewRefund(row);
  const applied = await applyWithin(storage, trx, id, { kind: 'refund', refund, ...body, by: by.name });
  if (applied === undefined) return { kind: 'not_found' };
  if (applied.outcome !== null) return applied.outcome;
  await trx.insertInto('refunds').values(row).execute();
  const changes = { payment: id, amount: refund.amount };
  await recordAudit(storage, trx, by, { action: 'refund_recorded', subject: refund.id, changes });
  return { written: applied.written, refund };
}

/** Voids a refund that was recorded by mistake. A repeated request changes nothing and gets the same answer. Undefined if there is none. */
export async function voidRefund({ storage, changes }: RefundOptions, id: RefundId, reason: string, by: Doer): Promise<Refund | undefined> {
  const found = await findRefund(storage.store.db, id);
  if (found === undefined) return undefined;
  const { refund, written } = await storage.store.transact(async (trx) => {
    // Until the transaction ends, no other one changes the payments of this order or their refunds, so that the sum of refunds holds.
    await lockAttempts(storage, trx, found.payment_id);
    const voided = await markVoided(storage, trx, id, reason, by.name);
    if (voided === undefined) return { refund: viewRefund((await findRefund(trx, id)) ?? found), written: [] };
    const view = viewRefund(voided);
    const input = { kind: 'refund', refund: view, amount: voided.amount, reason, by: by.name } as const;
    const applied = await applyWithin(storage, trx, voided.payment_id, input);
    const changes = { payment: voided.payment_id, amount: { before: view.amount, after: null } };
    await recordAudit(storage, trx, by, { action: 'refund_voided', subject: id, changes });
    return { refund: view, written: applied?.written ?? [] };
  });
  changes.announce(written);
  return refund;
}

/** A refund as the merchant sees it. */
export function viewRefund(refund: StoredRefund): Refund {
  return viewRow(refundSchema, refund, ({ amount, ...row }) => ({ ...row, amount: writeAmount(amount as Ariary), currency: 'MGA' }));
}
