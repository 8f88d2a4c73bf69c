import type { PaymentId, PaymentStatus } from '@tsena/shared/checkout';
import type { ResolveBody } from '@tsena/shared/merchant';
import type { Operator } from '../operator/client.ts';
import { findPayment } from '../storage/reads.ts';
import { reviewReasonsAmong } from '../storage/reviews.ts';
import { type CompleteByReferenceOptions, completeByReference, type ResolutionResult } from './completeByReference.ts';

/** In these statuses the operator's details may still complete a payment. */
const OPEN: readonly PaymentStatus[] = ['unresolved', 'pending', 'failed'];

/** What {@link resolvePayment} takes. */
export interface ResolvePaymentOptions extends CompleteByReferenceOptions {
  readonly operator: Pick<Operator, 'details'>;
}

/**
 * The merchant resolves a payment that needs review: by a transaction reference, whose details must match, or by a recorded resolution
 * with a reason. A resolution changes no status: only the operator's answers do.
 *
 * @param by the name of the key, for the history
 */
export function resolvePayment(options: ResolvePaymentOptions, id: PaymentId, body: ResolveBody, by: string): Promise<ResolutionResult> {
  if ('transactionReference' in body) return resolveByReference(options, id, body.transactionReference, by);
  if (body.resolution === 'closed') return closeReview(options, id, body.reason, by);
  return recordResolution(options, id, body.resolution, body.reason, by);
}

/** As `submitReference`, without its bounds, and also for a payment that is pending or failed. */
async function resolveByReference(
  options: ResolvePaymentOptions,
  id: PaymentId,
  transactionReference: string,
  by: string,
): Promise<ResolutionResult> {
  const payment = await findPayment(options.storage.store.db, id);
  if (payment === undefined) return { ok: false, code: 'payment_not_found' };
  if (!OPEN.includes(payment.status)) return { ok: false, code: 'resolve_not_possible' };
  const answer = await options.operator.details(transactionReference);
  return completeByReference(options, payment, transactionReference, answer, { from: OPEN, by, isMerchant: true });
}

/** `not_received` allows a new attempt. `received` blocks one, and can be taken back even after the payment failed. */
async function recordResolution(
  { storage, changes }: ResolvePaymentOptions,
  id: PaymentId,
  resolution: 'received' | 'not_received',
  reason: string,
  by: string,
): Promise<ResolutionResult> {
  const before = await findPayment(storage.store.db, id);
  const payment = await changes.apply(id, {
    from: before?.resolution === 'received' ? OPEN : ['unresolved', 'pending'],
    // What was refunded was received.
    ...(resolution === 'not_received' ? { isUnrefunded: true } : {}),
    set: { resolution, resolution_reason: reason, resolution_by: by },
    event: { kind: 'resolved', data: { resolution, reason, by } },
  });
  if (payment !== null) return { ok: true, payment };
  return { ok: false, code: before === undefined ? 'payment_not_found' : 'resolve_not_possible' };
}

/**
 * The merchant has acted on a final payment, as by a refund outside. It needs no review until something new is found.
 * `received` stays recorded: it blocks further attempts.
 */
async function closeReview(
  { storage, changes }: ResolvePaymentOptions,
  id: PaymentId,
  reason: string,
  by: string,
): Promise<ResolutionResult> {
  const { db } = storage.store;
  if ((await findPayment(db, id)) === undefined) return { ok: false, code: 'payment_not_found' };
  if (!(await reviewReasonsAmong(db, [id])).has(id)) return { ok: false, code: 'resolve_not_possible' };
  const payment = await changes.apply(id, {
    from: ['completed', 'failed'],
    closes: { reason, by },
    event: { kind: 'resolved', data: { resolution: 'closed', reason, by } },
  });
  return payment === null ? { ok: false, code: 'resolve_not_possible' } : { ok: true, payment };
}
