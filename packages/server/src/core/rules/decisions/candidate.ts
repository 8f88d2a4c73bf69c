import { isReportedPaid, MISSING_REFERENCE } from '../attemptPolicy.ts';
import { again, DONE, flag, openCallbacks, type PaymentChange, reportPaid, type State } from '../decision.ts';
import type { StatusOutcome } from '../operatorAnswers.ts';
import type { Difference, StoredCallback } from '../payment.ts';
import { verifyDetails } from '../verifyDetails.ts';
import { MAX_STORED } from './callback.ts';
import { complete, ownTransaction } from './completion.ts';
import { type Context, compare, end, isTaken, isTakenInOtherSpelling, ownDetails, type Result, sinceCreated } from './evidenceContext.ts';
import { DIFFERENT_STATUS, decideFailed, flagTakenBack, isContradicted } from './failure.ts';
import { differenceIn, isOld, reject, tryNamed } from './namedTransactions.ts';

/**
 * A callback named a serverCorrelationId for a payment whose own is not known. A completed one counts only if its details match. A pending
 * one changes nothing: its status does not show that it is this payment's.
 */
export function decideCandidate(context: Context, serverCorrelationId: string, answer: StatusOutcome | null): Result {
  const { state, moment } = context;
  const candidate = openCallbacks(state).find(({ server_correlation_id }) => server_correlation_id === serverCorrelationId);
  if (candidate === undefined) return end([], DONE, false);
  const refuse = (why: string): Result =>
    end([withdrawn(state, candidate, reject({ server_correlation_id: serverCorrelationId }, why))], DONE, false);
  const keep = (retryAfterMs: number | null = null): Result => end([], again(moment.now - candidate.received_at, retryAfterMs), false);

  if (state.boundTo !== null) return refuse('it is another payment’s');
  if (answer === null) return keep();
  if (answer.kind === 'unavailable') {
    return answer.isAbsent && isOld(candidate, moment) ? decideUnknown(context, candidate, refuse) : keep(answer.retryAfterMs);
  }
  switch (answer.state) {
    case 'unknown':
      return isOld(candidate, moment) ? decideUnknown(context, candidate, refuse) : keep();
    case 'pending':
      return keep();
    case 'failed':
    case 'declined':
      return decideFailedCandidate(context, answer.state, refuse, keep);
    case 'completed':
      return answer.objectReference === null
        ? decideUnnamedCandidate(context, candidate)
        : decideCompletedCandidate(context, candidate, answer.objectReference, refuse);
  }
}

type Refuse = (why: string) => Result;

/**
 * Without details, nothing shows that the failed transaction is this payment's: another one that a callback named may be, so all of them
 * must have failed, or the operator must not know them.
 */
function decideFailedCandidate(context: Context, operatorState: 'failed' | 'declined', refuse: Refuse, keep: () => Result): Result {
  const { state, input } = context;
  if (state.payment.status !== 'unresolved') return end([], DONE, false);
  const own = ownDetails(context);
  const match = own?.kind === 'details' ? verifyDetails(own.details, state.payment, input.partnerMsisdn) : undefined;
  if (match?.kind === 'mismatch') return refuse(differenceIn(match.fields));
  if (match !== undefined) {
    const { changes, outcome } = decideFailed(context, operatorState);
    // Another callback may name a transaction that was debited.
    return end(changes, outcome.recheck, false);
  }
  const { serverCorrelationId = '', alsoFailed = [], alsoAbsent = [] } = input.status ?? {};
  const failed = [serverCorrelationId, ...alsoFailed];
  const hasOther = openCallbacks(state).some(({ server_correlation_id: id }) => id !== '' && ![...failed, ...alsoAbsent].includes(id));
  // What callbacks name for another payment too may be that one's.
  const isOwn = failed.some((id) => !state.namedElsewhere.has(id.toLowerCase()));
  if (isContradicted(context)) return end(flag(state.payment, [DIFFERENT_STATUS]), again(sinceCreated(context)), false);
  // A callback that was replaced may have named another transaction.
  const isFull = state.callbacks.length >= MAX_STORED;
  return hasOther || !isOwn || isFull ? keep() : decideFailed(context, operatorState);
}

/** Reported as paid, and no transaction is named: only a callback may name one. With nothing to compare, no other attempt may begin. */
function decideUnnamedCandidate(context: Context, candidate: StoredCallback): Result {
  const { state, input, moment } = context;
  const tried = tryNamed(context);
  if (tried.isCompleted) return end(tried.changes, DONE);
  if (tried.isFlagged) return end(tried.changes, again(moment.now - candidate.received_at), false);
  const [named] = input.transactions;
  const isRejected = tried.changes.length > 0 && named?.answer.kind !== 'absent';
  const rejections = isRejected ? tried.changes.map((change) => withdrawn(state, candidate, change)) : tried.changes;
  const isOver = named === undefined || isOld(candidate, moment);
  const doubted = isRejected ? flagTakenBack(state.payment) : doubt(context, MISSING_REFERENCE, 'only a callback names it', isOver);
  return end([...rejections, ...doubted], again(moment.now - candidate.received_at, tried.retryAfterMs), false);
}

function decideCompletedCandidate(context: Context, candidate: StoredCallback, objectReference: string, refuse: Refuse): Result {
  const { state, input, moment } = context;
  const compared = compare(state.payment, ownDetails(context), input.partnerMsisdn);
  switch (compared.kind) {
    case 'absent':
    case 'unreadable': {
      const doubted = doubt(context, DIFFERENT_STATUS, compared.reason, isOld(candidate, moment));
      return end(doubted, again(moment.now - candidate.received_at, compared.retryAfterMs), false);
    }
    case 'mismatch':
      return refuse(differenceIn(compared.fields));
    case 'match': {
      const transaction = ownTransaction(objectReference, compared.details);
      if (isTakenInOtherSpelling(context, transaction)) {
        return end(flag(state.payment, ['transactionReference']), again(moment.now - candidate.received_at), false);
      }
      if (isTaken(context, transaction)) return refuse('its transaction is another payment’s');
      const set = { server_correlation_id: candidate.server_correlation_id, correlation_source: 'callback' } as const;
      return end(complete(state, { transaction, details: compared.details, set }, moment.now), DONE);
    }
  }
}

/**
 * The operator does not know the transaction. If the payment was reported as paid by it alone, the operator contradicts itself: money may
 * have moved, so another payment of the order must not begin.
 */
function decideUnknown(context: Context, candidate: StoredCallback, refuse: Refuse): Result {
  const { state, moment } = context;
  const why = 'the operator does not know it';
  if (!isReportedOnlyBy(state, candidate, {})) return refuse(why);
  return end(doubt(context, DIFFERENT_STATUS, why, true), again(moment.now - candidate.received_at), false);
}

/** The payment is reported as paid, with nothing to compare: it keeps the order from another one, and goes to review once the wait is over. */
function doubt({ state: { payment }, moment }: Context, difference: Difference, reason: string, isOver: boolean): PaymentChange[] {
  if (payment.status !== 'unresolved' || payment.differences !== null) return flagTakenBack(payment);
  if (isOver) return flag(payment, [difference]);
  return payment.details_unavailable_since === null ? [reportPaid(payment, reason, moment.now)] : [];
}

/** The candidate is another payment’s: if this one was reported as paid by it alone, that ends. */
function withdrawn(state: State, candidate: StoredCallback, rejection: PaymentChange): PaymentChange {
  return isReportedOnlyBy(state, candidate, rejection) ? { ...rejection, set: { details_unavailable_since: null } } : rejection;
}

/** Whether no other callback names a transaction by which the payment can have been reported as paid. */
function isReportedOnlyBy(state: State, { server_correlation_id: candidate }: StoredCallback, { rejects }: Pick<PaymentChange, 'rejects'>) {
  const rejected = { transaction_reference: null, ...rejects }.transaction_reference;
  const isOnly = openCallbacks(state).every(
    ({ server_correlation_id: id, transaction_reference }) => id === '' || id === candidate || transaction_reference === rejected,
  );
  return isOnly && isReportedPaid(state.payment);
}
