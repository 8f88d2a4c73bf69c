import { type Ariary, foldReference, writeAmount } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import { type Refund, type RefundBody, type RefundId, refundSchema } from '@tsena/shared/merchant';
import { applyWithin } from '../../core/payments/applyDecision.ts';
import type { PaymentChanges } from '../../core/payments/paymentChanges.ts';
import type { RefundRefusal } from '../../core/rules/decisions/refund.ts';
import { lockAttempts } from '../../core/storage/locks.ts';
import type { Reader } from '../../core/storage/reads.ts';
import { newId, type Storage } from '../../core/storage/storage.ts';
import type { WrittenChange } from '../../core/storage/writeDecision.ts';
import type { StoredRefund } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';
import type { Actor } from '../../http/kit/caller.ts';
import type { Doer } from '../../http/kit/doer.ts';
import { ProblemError } from '../../input/problemError.ts';
import { recordAudit } from '../shared/auditLog.ts';
import { defineList } from '../shared/defineList.ts';
import { createOnce } from '../shared/idempotencyKeys.ts';
import { transactOrRefuse } from '../shared/transactOrRefuse.ts';
import { viewRow } from '../shared/viewRow.ts';

/** What {@link recordRefund} and {@link voidRefund} take. */
export interface RefundOptions {
  readonly storage: Storage;
  readonly changes: Pick<PaymentChanges, 'announce'>;
}

/** A refund to record. */
export type RefundRequest = Actor & { readonly body: RefundBody };

/**
 * Records a refund that the merchant made outside. The sum of a payment's refunds never exceeds its amount: the refund,
 * the sum, the history and the webhook are written in one transaction, under the lock of the order.
 *
 * @throws ProblemError if it is not recorded
 */
export async function recordRefund(
  { storage, changes }: RefundOptions,
  id: PaymentId,
  request: RefundRequest,
): Promise<Refund> {
  const { refund, written } = await transactOrRefuse(storage, async (trx) => {
    let done: readonly WrittenChange[] = [];
    const once = request.idempotency && {
      ...request.idempotency,
      endpoint: `payments/${id}/refunds`,
      body: request.body,
    };
    const refundId = await createOnce(storage, trx, once, async () => {
      const recorded = await recordWithin(storage, trx, id, request);
      if (recorded instanceof ProblemError) return recorded;
      done = recorded.written;
      return recorded.id;
    });
    if (refundId instanceof ProblemError) return refundId;
    // A repeated request finds the refund as it is now: it may have been voided since.
    return { refund: viewRefund(await requireRefund(trx, refundId)), written: done };
  });
  changes.announce(written);
  return refund;
}

async function recordWithin(
  storage: Storage,
  trx: Trx,
  id: PaymentId,
  { body, by }: RefundRequest,
): Promise<{ readonly written: readonly WrittenChange[]; readonly id: RefundId } | ProblemError> {
  const now = storage.clock.now();
  const row: StoredRefund = {
    id: newId('ref') as RefundId,
    payment_id: id,
    amount: body.amount,
    reason: body.reason,
    transaction_reference: body.transactionReference ?? null,
    transaction_fold: body.transactionReference === undefined ? null : foldReference(body.transactionReference),
    refunded_at: body.refundedAt ?? now,
    created_at: now,
    created_by: by.name,
    status: 'recorded',
    ...{ voided_at: null, voided_by: null, void_reason: null },
  };
  const refund = viewRefund(row);
  const applied = await applyWithin(storage, trx, id, { kind: 'refund', refund, ...body, by: by.name });
  if (applied === undefined) return new ProblemError('payment_not_found');
  if (applied.outcome !== null) return problemOf(applied.outcome);
  await trx.insertInto('refunds').values(row).execute();
  const changes = { payment: id, amount: refund.amount };
  await recordAudit(storage, trx, by, { action: 'refund_recorded', subject: refund.id, changes });
  return { written: applied.written, id: refund.id };
}

function problemOf(refusal: RefundRefusal): ProblemError {
  const wrongTime = (detail: string) =>
    new ProblemError('invalid_request', { errors: [{ pointer: '/refundedAt', detail }] });
  switch (refusal.kind) {
    case 'not_possible':
      return new ProblemError('refund_not_possible');
    case 'exceeds':
      return new ProblemError('refund_exceeds_payment', {
        members: { remaining: writeAmount(refusal.remaining as Ariary) },
      });
    case 'in_future':
      return wrongTime('a time in the past');
    case 'before_payment':
      return wrongTime('a time after the payment began');
  }
}

/**
 * Voids a refund that was recorded by mistake. A repeated request changes nothing and gets the same answer.
 *
 * @throws ProblemError if there is none
 */
export async function voidRefund(
  { storage, changes }: RefundOptions,
  id: RefundId,
  reason: string,
  by: Doer,
): Promise<Refund> {
  const found = await requireRefund(storage.store.db, id);
  const { refund, written } = await storage.store.transact(async (trx) => {
    // Until the transaction ends, no other one changes the payments of this order or their refunds, so that the sum of
    // refunds holds.
    await lockAttempts(storage, trx, found.payment_id);
    const voided = await markVoided(storage, trx, id, reason, by.name);
    if (voided === undefined) return { refund: viewRefund(await requireRefund(trx, id)), written: [] };
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
  return viewRow(refundSchema, refund, ({ amount, ...row }) => ({
    ...row,
    amount: writeAmount(amount as Ariary),
    currency: 'MGA',
  }));
}

/** Marks a refund as voided; undefined if it is already. The caller changes the sum in the payment. */
function markVoided(
  storage: Storage,
  trx: Trx,
  id: RefundId,
  reason: string,
  by: string,
): Promise<StoredRefund | undefined> {
  return trx
    .updateTable('refunds')
    .set({ status: 'voided', voided_at: storage.clock.now(), voided_by: by, void_reason: reason })
    .where('id', '=', id)
    .where('status', '=', 'recorded')
    .returningAll()
    .executeTakeFirst();
}

/** @throws ProblemError if there is no refund with this id */
function requireRefund(db: Reader, id: RefundId): Promise<StoredRefund> {
  const refund = db.selectFrom('refunds').selectAll().where('id', '=', id);
  return refund.executeTakeFirstOrThrow(() => new ProblemError('refund_not_found'));
}

/** All refunds of a payment, oldest first, voided ones too. */
export function refundsOf(db: Reader, id: PaymentId): Promise<StoredRefund[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The list of refunds. */
export const pageOfRefunds = defineList(
  ({ storage }) => storage.store.db.selectFrom('refunds').selectAll(),
  viewRefund,
);
