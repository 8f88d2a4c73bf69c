import { type ProblemCode, sumFees } from '@tsena/shared';
import type { PaymentId, PaymentStatus } from '@tsena/shared/checkout';
import { sql } from 'kysely';
import { changeWithin } from '../ledger/changes.ts';
import { findPayment } from '../ledger/reads.ts';
import { isTransactionTaken } from '../ledger/sameTransaction.ts';
import type { StoredPayment } from '../ledger/schema.ts';
import type { DetailsOutcome } from '../operator/outcome.ts';
import { applyChange, type Engine } from './engine.ts';
import { compareDetails, createdAtOf, namesPayment, sentAround } from './evidence.ts';

/** Look-ups of a shopper's references that count, for one payment. */
const MAX_TRIES = 5;
/** Look-ups beside them that the operator may leave without an answer about the reference: an outage uses up no tries, up to here. */
const MAX_GIVEN_BACK = 3;

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
 * The shopper names the transaction by the reference in the operator's SMS. It counts if the operator's details under it match
 * in amount, currency, both parties and time, and no other payment has it. Five tries; what is refused before the
 * operator is asked costs none, and writes nothing.
 *
 * @param transactionReference in the spelling that `readTransactionReference` gives
 */
export async function claim(engine: Engine, id: PaymentId, transactionReference: string): Promise<ClaimResult> {
  const payment = await findPayment(engine.ledger.store.db, id);
  const refused = refusalOf(payment);
  // Before the budget, which all payments share: whoever has no tries left spends nothing of it.
  if (refused !== undefined) return refused;
  const result = await engine.operator.submitted.run(id, async (lookUps): Promise<ClaimResult> => {
    const counted = await countTry(engine, id);
    if (!counted.ok) return counted;
    const answer = await lookUps.details(transactionReference);
    if (answer.kind === 'unavailable') await giveTryBack(engine, id);
    return completeByDetails(engine, counted.payment, transactionReference, answer, { from: ['unresolved'], by: 'claim' });
  });
  return 'kind' in result ? { ok: false, code: 'operator_unavailable', retryAfterMs: result.retryAfterMs } : result;
}

/** {@link claim} by the merchant: as often as it takes, and also for a payment that is pending or failed. */
export async function resolveByEvidence(engine: Engine, id: PaymentId, transactionReference: string): Promise<ClaimResult> {
  const payment = await findPayment(engine.ledger.store.db, id);
  if (payment === undefined) return { ok: false, code: 'payment_not_found' };
  const open: PaymentStatus[] = ['unresolved', 'pending', 'failed'];
  if (!open.includes(payment.status)) return { ok: false, code: 'resolve_not_possible' };
  const answer = await engine.operator.details(transactionReference);
  return completeByDetails(engine, payment, transactionReference, answer, { from: open, by: 'merchant' });
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

type Refusal = Extract<ClaimResult, { readonly ok: false }>;

function refusalOf(payment: StoredPayment | undefined): Refusal | undefined {
  if (payment === undefined) return { ok: false, code: 'payment_not_found' };
  if (payment.status !== 'unresolved') return { ok: false, code: 'claim_not_possible' };
  return payment.claim_tries >= MAX_TRIES ? { ok: false, code: 'claim_tries_exhausted' } : undefined;
}

/** Durable before the operator is asked: after a crash in between the try stays counted. */
function countTry(engine: Engine, id: PaymentId): Promise<ClaimResult> {
  return engine.ledger.store.transact(async (work) => {
    const counted = await work
      .updateTable('payments')
      .set({ claim_tries: sql`claim_tries + 1` })
      .where('id', '=', id)
      .where('status', '=', 'unresolved')
      .where('claim_tries', '<', MAX_TRIES)
      .returningAll()
      .executeTakeFirst();
    // Another request, or the operator's answer, came first.
    if (counted === undefined) return refusalOf(await findPayment(work, id)) ?? { ok: false, code: 'claim_not_possible' };
    const number = counted.claim_tries + counted.submissions_given_back;
    const changed = await changeWithin(engine.ledger, work, id, { event: { kind: 'claim tried', data: { try: number } } });
    return { ok: true, payment: changed ?? counted };
  });
}

async function giveTryBack(engine: Engine, id: PaymentId): Promise<void> {
  await engine.ledger.store.write((db) =>
    db
      .updateTable('payments')
      .set({ claim_tries: sql`claim_tries - 1`, submissions_given_back: sql`submissions_given_back + 1` })
      .where('id', '=', id)
      .where('claim_tries', '>', 0)
      .where('submissions_given_back', '<', MAX_GIVEN_BACK)
      .execute(),
  );
}

interface Submission {
  readonly from: readonly PaymentStatus[];
  readonly by: 'claim' | 'merchant';
}

async function completeByDetails(
  engine: Engine,
  payment: StoredPayment,
  transactionReference: string,
  answer: DetailsOutcome,
  { from, by }: Submission,
): Promise<ClaimResult> {
  if (answer.kind === 'unavailable') return { ok: false, code: 'operator_unavailable', retryAfterMs: answer.retryAfterMs };
  if (answer.kind === 'absent') return { ok: false, code: 'claim_no_match' };
  const { details } = answer;
  const sentBetween = sentAround(details, payment);
  if (sentBetween === undefined || compareDetails(details, payment, engine.partnerMsisdn).kind !== 'match') {
    return { ok: false, code: 'claim_no_match' };
  }
  try {
    const completed = await applyChange(engine, payment.id, {
      to: 'completed',
      from,
      set: {
        transaction_id: transactionReference,
        fees: sumFees(details.fees),
        verified: 1,
        mismatch: null,
        failure_code: null,
        details_failing_since: null,
        final_at: engine.ledger.clock.now(),
        next_look_at: null,
      },
      transaction: {
        createdAt: createdAtOf(details),
        isProven: namesPayment(details, payment),
        ...(by === 'claim' ? { suspectSentBetween: sentBetween } : {}),
      },
      event: { kind: 'completed', data: { transactionId: transactionReference, verified: true, by } },
      tell: 'payment.completed',
    });
    if (completed !== null) return { ok: true, payment: completed };
    const now = await findPayment(engine.ledger.store.db, payment.id);
    return now?.status === 'completed' ? { ok: true, payment: now } : { ok: false, code: 'claim_not_possible' };
  } catch (error) {
    if (isTransactionTaken(error)) return { ok: false, code: 'claim_no_match' };
    throw error;
  }
}
