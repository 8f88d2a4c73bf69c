import { sumFees } from '@tsena/shared';
import { surely } from '../clock.ts';
import type { Lookups } from '../operator/lookups.ts';
import type { StatusOutcome } from '../operator/outcome.ts';
import { checkIntervalMs } from '../rules/callbackChecks.ts';
import { type Candidate, candidatesOf, rejectCandidate } from '../storage/callbacks.ts';
import type { Change } from '../storage/changes.ts';
import { historyOf, isBoundToAnother } from '../storage/reads.ts';
import { assumeSent } from '../storage/restoredDatabase.ts';
import { isTransactionTaken } from '../storage/sameTransaction.ts';
import type { StoredPayment } from '../storage/schema.ts';
import { applyChange, type Engine } from './engine.ts';
import { delayToNextCheck, POLLED_FOR_MS } from './schedule.ts';
import { createdAtOf, verifyDetails } from './verifyDetails.ts';

/** How long the operator's record may stay unreadable before its status alone counts, ms. */
const DETAILS_WAIT_MS = 10 * 60_000;
/** After which a serverCorrelationId from a callback that the operator does not know is dropped, ms. */
const CANDIDATE_WAIT_MS = 10 * 60_000;
const CANDIDATES_AT_ONCE = 5;

/** How long until the next status check, ms; `done`: none is needed; `stopped`: the schedule ended while the result is still open. */
export type NextCheck = number | 'done' | 'stopped';

/** What an enquiry for the record of a completed transaction came to. */
type Proof =
  | { readonly kind: 'match'; readonly transactionId: string; readonly createdAt: number | null; readonly fees: string | null }
  | { readonly kind: 'mismatch'; readonly fields: readonly string[] }
  | { readonly kind: 'unreadable'; readonly reason: string; readonly retryAfterMs: number | null };

/**
 * Acts on a payment whose lease this process holds: asks the operator where it stands and writes what follows.
 * A look that fails changes nothing.
 */
export async function look(engine: Engine, payment: StoredPayment): Promise<NextCheck> {
  switch (payment.status) {
    case 'created':
      return giveUpUnsent(engine, payment);
    case 'sending':
      return leaveUnresolved(engine, payment);
    case 'pending':
      return checkOwn(engine, payment);
    case 'completed':
      return payment.verified === 0 ? verifyLater(engine, payment) : 'done';
    case 'failed':
    case 'unresolved':
      return payment.server_correlation_id === null ? checkCandidates(engine, payment) : checkFailedAgain(engine, payment);
  }
}

/**
 * Its process stopped before `sending` was written, so nothing left, and with the new fence nothing will. Unless the database was
 * restored since, or another server took over that does not have its last commits: then it may have been sent.
 */
async function giveUpUnsent(engine: Engine, payment: StoredPayment): Promise<NextCheck> {
  const failed = await change(engine, payment, {
    to: 'failed',
    from: ['created'],
    openedHere: true,
    set: { failure_code: 'not_sent', final_at: engine.storage.clock.now() },
    event: { kind: 'not_sent', data: { code: 'not_sent', reason: 'the companion stopped before it sent anything' } },
    webhook: 'payment.failed',
  });
  if (failed !== null) return 'done';
  const sending = await change(engine, payment, assumeSent(payment));
  return sending === null ? 'done' : leaveUnresolved(engine, sending);
}

/** Its process stopped after `sending` was written: the request may have reached the operator. */
async function leaveUnresolved(engine: Engine, payment: StoredPayment): Promise<NextCheck> {
  await change(engine, payment, {
    to: 'unresolved',
    event: { kind: 'outcome_unknown', data: { reason: 'the companion stopped before it had an answer' } },
    webhook: 'payment.unresolved',
  });
  const heard = await candidatesOf(engine.storage.store.db, payment.id, 1);
  return heard.length > 0 ? 0 : 'done';
}

async function checkOwn(engine: Engine, payment: StoredPayment): Promise<NextCheck> {
  if (payment.server_correlation_id === null) return 'stopped';
  const answer = await engine.operator.status(payment.server_correlation_id);
  engine.at('status read');
  const age = engine.storage.clock.now() - (payment.sent_at ?? payment.created_at);
  if (answer.kind === 'unavailable') return pace(engine, payment, age, answer.retryAfterMs);
  switch (answer.state) {
    case 'pending':
      return pace(engine, payment, age);
    case 'unknown':
      await noteUnknownStatus(engine, payment, answer.operatorStatus);
      return pace(engine, payment, age);
    case 'failed':
    case 'declined':
      await fail(engine, payment, answer.state);
      return 'done';
    case 'completed':
      return verifyCompleted(engine, payment, answer);
  }
}

type StateAnswer = Extract<StatusOutcome, { kind: 'state' }>;

async function verifyCompleted(engine: Engine, payment: StoredPayment, answer: StateAnswer): Promise<NextCheck> {
  const record = await readDetails(engine, payment, answer.objectReference);
  engine.at('details read');
  switch (record.kind) {
    case 'match': {
      const isTaken = await unlessTaken(engine, payment, () => complete(engine, payment, record, {}));
      return isTaken ? pace(engine, payment, engine.storage.clock.now() - payment.created_at) : 'done';
    }
    case 'mismatch':
      await flagDifferences(engine, payment, record.fields);
      return pace(engine, payment, engine.storage.clock.now() - payment.created_at);
    case 'unreadable':
      return waitForDetails(engine, payment, answer, record);
  }
}

async function readDetails(
  engine: Engine,
  payment: StoredPayment,
  transactionId: string | null,
  lookups: Pick<Lookups, 'details'> = engine.operator,
): Promise<Proof> {
  if (transactionId === null) return { kind: 'unreadable', reason: 'the status names no transaction', retryAfterMs: null };
  const answer = await lookups.details(transactionId);
  if (answer.kind === 'absent') return { kind: 'unreadable', reason: answer.reason, retryAfterMs: null };
  if (answer.kind === 'unavailable') return { kind: 'unreadable', reason: answer.reason, retryAfterMs: answer.retryAfterMs };
  const evidence = verifyDetails(answer.details, payment, engine.partnerMsisdn);
  if (evidence.kind === 'inconclusive') return { kind: 'unreadable', reason: evidence.reason, retryAfterMs: null };
  if (evidence.kind === 'mismatch') return evidence;
  return { kind: 'match', transactionId, createdAt: createdAtOf(answer.details), fees: sumFees(answer.details.fees) };
}

/**
 * The transaction that a serverCorrelationId led to is the payment's own. Another payment that a shopper's reference completed
 * may have taken it all the same: then a person has to look, for one transaction pays one order.
 */
function payingTransaction({ createdAt }: Extract<Proof, { kind: 'match' }>) {
  return { createdAt, isProven: true };
}

/** Writes `completed` on the ground of a record that matches. Throws where its transaction is another payment's. */
async function complete(
  engine: Engine,
  payment: StoredPayment,
  proof: Extract<Proof, { kind: 'match' }>,
  set: Change['set'],
): Promise<void> {
  await change(engine, payment, {
    to: 'completed',
    set: {
      ...set,
      transaction_id: proof.transactionId,
      fees: proof.fees,
      verified: 1,
      differences: null,
      failure_code: null,
      details_unavailable_since: null,
      final_at: engine.storage.clock.now(),
    },
    transaction: payingTransaction(proof),
    event: { kind: 'completed', data: { transactionId: proof.transactionId, verified: true } },
    webhook: 'payment.completed',
  });
  engine.at('settled');
}

/** Runs a change that takes a transaction for this payment. True where another payment has it already: then this one needs review. */
async function unlessTaken(
  engine: Engine,
  payment: StoredPayment,
  take: () => Promise<unknown>,
  set: Change['set'] = {},
): Promise<boolean> {
  try {
    await take();
    return false;
  } catch (error) {
    if (!isTransactionTaken(error)) throw error;
    await flagDifferences(engine, payment, ['transactionReference'], set);
    return true;
  }
}

async function fail(engine: Engine, payment: StoredPayment, state: 'failed' | 'declined'): Promise<void> {
  const code = state === 'declined' ? 'payment_declined' : 'payment_failed';
  await change(engine, payment, {
    to: 'failed',
    set: { failure_code: code, final_at: engine.storage.clock.now() },
    event: { kind: 'failed', data: { code } },
    webhook: 'payment.failed',
  });
  engine.at('settled');
}

async function flagDifferences(engine: Engine, payment: StoredPayment, fields: readonly string[], set: Change['set'] = {}): Promise<void> {
  const differences = fields.join(',');
  if (payment.differences === differences) return;
  await change(engine, payment, {
    set: { ...set, differences },
    event: { kind: 'details_mismatch', data: { fields: differences } },
    webhook: 'payment.review_required',
  });
}

/** Completed by its status, but the record cannot be read: wait ten minutes, then believe the status if its id is surely ours. */
async function waitForDetails(
  engine: Engine,
  payment: StoredPayment,
  answer: StateAnswer,
  record: Extract<Proof, { kind: 'unreadable' }>,
): Promise<NextCheck> {
  const now = engine.storage.clock.now();
  const since = payment.details_unavailable_since ?? now;
  if (payment.details_unavailable_since === null) {
    await change(engine, payment, {
      set: { details_unavailable_since: now },
      event: { kind: 'details_unavailable', data: { reason: record.reason } },
    });
  } else if (
    now - since >= surely(engine.storage.clock, DETAILS_WAIT_MS) &&
    payment.correlation_source === 'initiation' &&
    payment.differences === null
  ) {
    await unlessTaken(engine, payment, () =>
      change(engine, payment, {
        to: 'completed',
        set: { transaction_id: answer.objectReference, verified: 0, failure_code: null, final_at: now },
        event: { kind: 'completed', data: { transactionId: answer.objectReference, verified: false } },
        webhook: 'payment.completed',
      }),
    );
  }
  return pace(engine, payment, now - since, record.retryAfterMs);
}

/** In the same transaction as the webhook, so that its `reviewReasons` contain `unverified`. */
const NO_MORE_CHECKS = { next_check_at: null } as const;

/** Goes on trying to compare the record of a payment that completed without. */
async function verifyLater(engine: Engine, payment: StoredPayment): Promise<NextCheck> {
  const age = engine.storage.clock.now() - (payment.details_unavailable_since ?? payment.created_at);
  const record = await readDetails(engine, payment, payment.transaction_id ?? (await transactionIdOf(engine, payment)));
  if (record.kind === 'unreadable') return pace(engine, payment, age, record.retryAfterMs);
  if (record.kind === 'mismatch') {
    await flagDifferences(engine, payment, record.fields, NO_MORE_CHECKS);
    return 'done';
  }
  const verify = () =>
    change(engine, payment, {
      set: { transaction_id: record.transactionId, fees: record.fees, verified: 1, details_unavailable_since: null },
      transaction: payingTransaction(record),
      event: { kind: 'verified', data: { transactionId: record.transactionId } },
    });
  await unlessTaken(engine, payment, verify, NO_MORE_CHECKS);
  return 'done';
}

async function transactionIdOf(engine: Engine, payment: StoredPayment): Promise<string | null> {
  if (payment.server_correlation_id === null) return null;
  const answer = await engine.operator.status(payment.server_correlation_id);
  return answer.kind === 'state' ? answer.objectReference : null;
}

/**
 * Callbacks named transactions for a payment whose own is not known. A completed one counts only if the operator's
 * record matches; a pending one says nothing yet, for nothing in it shows that it is ours.
 */
async function checkCandidates(engine: Engine, payment: StoredPayment): Promise<NextCheck> {
  const candidates = await candidatesOf(engine.storage.store.db, payment.id, CANDIDATES_AT_ONCE);
  const lookups = namedLookups(engine, payment);
  let next: number | undefined;
  for (const candidate of candidates) {
    const looked = await checkCandidate(engine, payment, candidate, lookups);
    if (looked.done) return looked.next;
    if (typeof looked.next === 'number') next = Math.min(next ?? looked.next, looked.next);
  }
  // Each forged callback brings a candidate that is new, and would be looked at again soon.
  return next === undefined ? 'done' : Math.max(next, checkIntervalMs(payment));
}

/** Whoever knows a callback address names what he likes: what is asked about it is apart from the status checks of payments. */
function namedLookups({ operator }: Engine, { id }: StoredPayment): Lookups {
  return {
    status: (serverCorrelationId) => operator.named.run(id, (lookups) => lookups.status(serverCorrelationId)),
    details: (transactionId) => operator.named.run(id, (lookups) => lookups.details(transactionId)),
  };
}

interface CandidateCheck {
  readonly done: boolean;
  readonly next: NextCheck;
}

async function checkCandidate(engine: Engine, payment: StoredPayment, candidate: Candidate, lookups: Lookups): Promise<CandidateCheck> {
  const id = candidate.server_correlation_id;
  const age = engine.storage.clock.now() - candidate.received_at;
  const again = (retryAfterMs: number | null = null): CandidateCheck => ({ done: false, next: pace(engine, payment, age, retryAfterMs) });
  const refute = async (why: string): Promise<CandidateCheck> => {
    await rejectCandidate(engine.storage, payment, id, why);
    return { done: false, next: 'done' };
  };

  if (await isBoundToAnother(engine.storage.store.db, payment.id, id)) return refute('it is another payment’s');
  const answer = await lookups.status(id);
  engine.at('status read');
  if (answer.kind === 'unavailable') return again(answer.retryAfterMs);
  switch (answer.state) {
    case 'unknown':
      return age > surely(engine.storage.clock, CANDIDATE_WAIT_MS) ? refute('the operator does not know it') : again();
    case 'pending':
      return again();
    case 'failed':
    case 'declined':
      if (payment.status === 'unresolved') await fail(engine, payment, answer.state);
      return { done: true, next: 'done' };
    case 'completed': {
      const record = await readDetails(engine, payment, answer.objectReference, lookups);
      engine.at('details read');
      if (record.kind === 'unreadable') return again(record.retryAfterMs);
      if (record.kind === 'mismatch') return refute(`the record differs in ${record.fields.join(', ')}`);
      try {
        await complete(engine, payment, record, { server_correlation_id: id, correlation_source: 'callback' });
        return { done: true, next: 'done' };
      } catch (error) {
        if (!isTransactionTaken(error)) throw error;
        return refute('its transaction is another payment’s');
      }
    }
  }
}

/** The operator said failed, and a callback says otherwise: if its own record now shows the money, the shop must know. */
async function checkFailedAgain(engine: Engine, payment: StoredPayment): Promise<NextCheck> {
  if (payment.server_correlation_id === null) return 'done';
  const answer = await engine.operator.status(payment.server_correlation_id);
  if (answer.kind === 'unavailable') return pace(engine, payment, engine.storage.clock.now() - payment.updated_at, answer.retryAfterMs);
  if (answer.state !== 'completed') return 'done';
  const record = await readDetails(engine, payment, answer.objectReference);
  if (record.kind === 'match') {
    await unlessTaken(engine, payment, () => complete(engine, payment, record, {}));
    return 'done';
  }
  return record.kind === 'mismatch' ? 'done' : pace(engine, payment, engine.storage.clock.now() - payment.updated_at, record.retryAfterMs);
}

async function noteUnknownStatus(engine: Engine, payment: StoredPayment, operatorStatus: string): Promise<void> {
  const kind = 'unknown_status';
  const data = { status: operatorStatus.slice(0, 40) };
  const history = await historyOf(engine.storage.store.db, payment.id);
  if (history.some((event) => event.kind === kind && event.data === JSON.stringify(data))) return;
  await change(engine, payment, { event: { kind, data } });
}

/** Writes as the holder of the lease; a former holder writes nothing. */
function change(engine: Engine, payment: StoredPayment, wanted: Change): Promise<StoredPayment | null> {
  return applyChange(engine, payment.id, { ...wanted, fence: payment.fence });
}

function pace(engine: Engine, payment: StoredPayment, since: number, retryAfterMs: number | null = null): NextCheck {
  // After a step of the clock a payment may only seem old enough to be given up.
  const age = surely(engine.storage.clock, POLLED_FOR_MS) === POLLED_FOR_MS ? since : Math.min(since, POLLED_FOR_MS - 1);
  return delayToNextCheck({ age, watched: engine.live.isWatched(payment.id), retryAfterMs, random: engine.random() }) ?? 'stopped';
}
