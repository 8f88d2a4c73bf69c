import { type ProblemCode, sumFees } from '@tsena/shared';
import type { PaymentId, PaymentStatus } from '@tsena/shared/checkout';
import { sql } from 'kysely';
import { changeWithin } from '../ledger/changes.ts';
import { isUniqueViolation } from '../ledger/failure.ts';
import { findPayment } from '../ledger/reads.ts';
import type { StoredPayment } from '../ledger/schema.ts';
import { applyChange, type Engine } from './engine.ts';
import { compareDetails, isOfThatTime } from './evidence.ts';

const MAX_TRIES = 5;

/** What a claim or a resolution came to. */
export type ClaimResult =
  | { readonly ok: true; readonly payment: StoredPayment }
  | {
      readonly ok: false;
      readonly code: Extract<
        ProblemCode,
        | 'payment_not_found'
        | 'claim_not_possible'
        | 'claim_no_match'
        | 'claim_tries_exhausted'
        | 'resolve_not_possible'
        | 'operator_unavailable'
      >;
      readonly retryAfterMs?: number | null;
    };

/** What a merchant decides about a payment whose outcome the operator's answers leave open. */
export interface Decision {
  readonly decision: 'received' | 'not_received';
  readonly reason: string;
}

/**
 * The shopper names the transaction by the reference in the operator's SMS. It counts if the operator's record under
 * it matches in amount, currency, both parties and time, and no other payment has it. Five tries.
 */
export async function claim(engine: Engine, id: PaymentId, transactionReference: string): Promise<ClaimResult> {
  const counted = await countTry(engine, id);
  if (!counted.ok) return counted;
  const result = await completeByEvidence(engine, counted.payment, transactionReference, ['unresolved'], 'claim');
  if (!result.ok && result.code === 'operator_unavailable') await giveTryBack(engine, id);
  return result;
}

/** {@link claim} by the merchant: as often as it takes, and also for a payment that is pending or failed. */
export async function resolveByEvidence(engine: Engine, id: PaymentId, transactionReference: string): Promise<ClaimResult> {
  const payment = await findPayment(engine.ledger.store.db, id);
  if (payment === undefined) return { ok: false, code: 'payment_not_found' };
  const open: PaymentStatus[] = ['unresolved', 'pending', 'failed'];
  if (!open.includes(payment.status)) return { ok: false, code: 'resolve_not_possible' };
  return completeByEvidence(engine, payment, transactionReference, open, 'merchant');
}

/**
 * Records what the merchant decided, with its reason. The state stays as it is: only the operator's answers make a
 * payment completed or failed. `not_received` lets a new attempt start; `received` keeps one from starting, and can be taken back
 * even after the payment failed.
 */
export async function decide(engine: Engine, id: PaymentId, { decision, reason }: Decision): Promise<ClaimResult> {
  const before = await findPayment(engine.ledger.store.db, id);
  const payment = await applyChange(engine, id, {
    from: before?.decision === 'received' ? ['unresolved', 'pending', 'failed'] : ['unresolved', 'pending'],
    set: { decision, decision_reason: reason },
    event: { kind: 'decided', data: { decision, reason } },
  });
  if (payment !== null) return { ok: true, payment };
  return { ok: false, code: before === undefined ? 'payment_not_found' : 'resolve_not_possible' };
}

function countTry(engine: Engine, id: PaymentId): Promise<ClaimResult> {
  return engine.ledger.store.transact(async (work) => {
    const payment = await findPayment(work, id);
    if (payment === undefined) return { ok: false, code: 'payment_not_found' };
    if (payment.status !== 'unresolved') return { ok: false, code: 'claim_not_possible' };
    const counted = await work
      .updateTable('payments')
      .set({ claim_tries: sql`claim_tries + 1` })
      .where('id', '=', id)
      .where('claim_tries', '<', MAX_TRIES)
      .returning('id')
      .executeTakeFirst();
    if (counted === undefined) return { ok: false, code: 'claim_tries_exhausted' };
    const changed = await changeWithin(engine.ledger, work, id, { event: { kind: 'claim tried', data: { try: payment.claim_tries + 1 } } });
    return { ok: true, payment: changed ?? payment };
  });
}

async function giveTryBack(engine: Engine, id: PaymentId): Promise<void> {
  await engine.ledger.store.db.updateTable('payments').set({ claim_tries: sql`claim_tries - 1` }).where('id', '=', id).execute();
}

async function completeByEvidence(
  engine: Engine,
  payment: StoredPayment,
  transactionReference: string,
  from: readonly PaymentStatus[],
  by: 'claim' | 'merchant',
): Promise<ClaimResult> {
  const answer = await engine.operator.details(transactionReference);
  if (answer.kind === 'unavailable') return { ok: false, code: 'operator_unavailable', retryAfterMs: answer.retryAfterMs };
  const matches =
    answer.kind === 'details' &&
    compareDetails(answer.details, payment, engine.partnerMsisdn).kind === 'match' &&
    isOfThatTime(answer.details, payment);
  if (!matches) return { ok: false, code: 'claim_no_match' };
  try {
    const completed = await applyChange(engine, payment.id, {
      to: 'completed',
      from,
      set: {
        transaction_id: transactionReference,
        fees: sumFees(answer.details.fees),
        verified: 1,
        mismatch: null,
        failure_code: null,
        details_failing_since: null,
        final_at: engine.ledger.clock.now(),
        next_look_at: null,
      },
      event: { kind: 'completed', data: { transactionId: transactionReference, verified: true, by } },
      tell: 'payment.completed',
    });
    if (completed !== null) return { ok: true, payment: completed };
    const now = await findPayment(engine.ledger.store.db, payment.id);
    return now?.status === 'completed' ? { ok: true, payment: now } : { ok: false, code: 'claim_not_possible' };
  } catch (error) {
    if (isUniqueViolation(error)) return { ok: false, code: 'claim_no_match' };
    throw error;
  }
}
