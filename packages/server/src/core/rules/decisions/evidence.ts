import { isReferenceMissing, MISSING_REFERENCE } from '../attemptPolicy.ts';
import {
  again,
  DONE,
  flag,
  holdsLease,
  type Moment,
  type PaymentChange,
  reportPaid,
  STOPPED,
  type State,
  unlessClockStepped,
} from '../decision.ts';
import type { HistoryEvent } from '../historyEvent.ts';
import type { StatusOutcome } from '../operatorAnswers.ts';
import { decideCandidate } from './candidate.ts';
import { complete, ownTransaction, verifiedLater } from './completion.ts';
import {
  type Context,
  compare,
  type EvidenceInput,
  end,
  haveDetailsFailed,
  isTaken,
  ownDetails,
  type Result,
  sinceCreated,
} from './evidenceContext.ts';
import { DIFFERENT_STATUS, decideFailed, flagTakenBack, isContradicted } from './failure.ts';
import { tryNamed } from './namedTransactions.ts';

/** How long the details may stay unreadable before the operator's status alone completes a payment, ms. */
const DETAILS_WAIT_MS = 10 * 60_000;
const MAX_STATUS_LENGTH = 40;
/** In the change that sends a completed payment to review, so that the webhook's `reviewReasons` contain `unverified`. */
const NO_FURTHER_CHECKS = { next_check_at: null } as const;

/** Whether evidence can change a payment. Without news, the decision only says when to check again. */
export function hasNews({ status, transactions }: EvidenceInput): boolean {
  if (status === null) return transactions.some(({ answer }) => answer.kind !== 'unavailable');
  const { answer, isNamedByCallback } = status;
  if (answer?.kind === 'unavailable') return answer.isUnreadable === true || (isNamedByCallback && answer.isAbsent === true);
  return answer?.state !== 'pending';
}

/** Decides what follows from the operator's answers, as the holder of the payment's lease. Without an answer nothing changes. */
export function decideEvidence(state: State, input: EvidenceInput, moment: Moment): Result {
  const { payment } = state;
  const context = { state, input, moment };
  if (!holdsLease(state, input.fence)) return end([], DONE);
  if (payment.status === 'completed') return payment.verified === 0 ? verifyLater(context) : end([], DONE);
  if (input.status === null || payment.status === 'created' || payment.status === 'sending') return end([], STOPPED);
  const { serverCorrelationId, answer } = input.status;
  const own = payment.server_correlation_id;
  if (own === null) return decideCandidate(context, serverCorrelationId, answer);
  // The operator's answer to the initiation came meanwhile, and names another id.
  if (own.toLowerCase() !== serverCorrelationId.toLowerCase() || answer === null) return end([], again(0));
  return payment.status === 'pending' ? decidePending(context, answer) : decideFailedAgain(context, answer);
}

function decidePending(context: Context, answer: StatusOutcome): Result {
  const { state, moment } = context;
  const sinceSent = moment.now - (state.payment.sent_at ?? state.payment.created_at);
  if (answer.kind === 'unavailable') return end(recordUnreadable(state, answer), again(sinceSent, answer.retryAfterMs));
  switch (answer.state) {
    case 'pending':
      return end([], again(sinceSent));
    case 'unknown':
      return end(recordUnknownStatus(state, answer.operatorStatus), again(sinceSent));
    case 'failed':
    case 'declined':
      return decideFailed(context, answer.state);
    case 'completed':
      return answer.objectReference === null ? decideUnnamed(context) : decideCompleted(context, answer.objectReference);
  }
}

function recordUnknownStatus(state: State, operatorStatus: string): PaymentChange[] {
  return recordOnce(state, { kind: 'unknown_status', data: { status: operatorStatus.slice(0, MAX_STATUS_LENGTH) } });
}

function recordUnreadable(state: State, { isUnreadable, reason }: Extract<StatusOutcome, { kind: 'unavailable' }>): PaymentChange[] {
  return isUnreadable ? recordOnce(state, { kind: 'status_unreadable', data: { reason } }) : [];
}

/** The same answer may come at each check. */
function recordOnce({ history }: State, event: HistoryEvent): PaymentChange[] {
  const isRecorded = history.some(({ kind, data }) => kind === event.kind && data === JSON.stringify(event.data));
  return isRecorded ? [] : [{ event }];
}

/** The status is completed and names its transaction: the payment completes once the details match. */
function decideCompleted(context: Context, objectReference: string): Result {
  const { state, input, moment } = context;
  const compared = compare(state.payment, ownDetails(context), input.partnerMsisdn);
  switch (compared.kind) {
    case 'match': {
      const transaction = ownTransaction(objectReference, compared.details);
      if (isTaken(context, transaction)) return end(flag(state.payment, ['transactionReference']), again(sinceCreated(context)));
      return end(complete(state, { transaction, details: compared.details }, moment.now), DONE);
    }
    case 'mismatch':
      return end(flag(state.payment, compared.fields), again(sinceCreated(context)));
    case 'absent':
    case 'unreadable':
      // The operator contradicts itself: the status alone completes nothing then.
      if (haveDetailsFailed(context)) return end(flag(state.payment, [DIFFERENT_STATUS]), again(sinceCreated(context)));
      return waitForDetails(context, objectReference, compared.reason, compared.retryAfterMs);
  }
}

/**
 * The status is completed, but the details cannot be read. After ten minutes the status alone completes the payment, if its
 * serverCorrelationId came from our own initiation.
 */
function waitForDetails(context: Context, objectReference: string, reason: string, retryAfterMs: number | null): Result {
  const { state, moment } = context;
  const { payment } = state;
  const since = payment.details_unavailable_since;
  if (since === null) return end([reportPaid(payment, reason, moment.now)], again(0, retryAfterMs));
  const waitedMs = moment.now - since;
  // That the details could not be found without a reference does not count once the operator names one.
  const hasOtherDifferences = payment.differences !== null && !isReferenceMissing(payment);
  const isOver =
    waitedMs >= unlessClockStepped(moment, DETAILS_WAIT_MS) && payment.correlation_source === 'initiation' && !hasOtherDifferences;
  if (!isOver) return end([], again(waitedMs, retryAfterMs));
  const transaction = ownTransaction(objectReference, null);
  const changes = isTaken(context, transaction)
    ? flag(payment, ['transactionReference'])
    : complete(state, { transaction, details: null }, moment.now);
  return end(changes, again(waitedMs, retryAfterMs));
}

/**
 * The status is completed, but names no transaction, so no details can be compared. The status alone completes nothing: the payment needs
 * review at once, blocks its order and is checked again, until the operator, a callback, the payer or the merchant names the transaction.
 */
function decideUnnamed(context: Context): Result {
  const { state } = context;
  const named = tryNamed(context);
  if (named.isCompleted) return end(named.changes, DONE);
  const flagged = state.payment.differences === null && !named.isFlagged ? flag(state.payment, [MISSING_REFERENCE]) : [];
  return end([...named.changes, ...flagged], again(sinceCreated(context), named.retryAfterMs));
}

/** The payment has failed, and a callback, a late acceptance or the merchant makes us ask again. If the details now match, it completes. */
function decideFailedAgain(context: Context, answer: StatusOutcome): Result {
  const { state, input, moment } = context;
  const { payment } = state;
  const sinceUpdated = moment.now - payment.updated_at;
  if (answer.kind === 'unavailable') return end([], again(sinceUpdated, answer.retryAfterMs));
  if (answer.state === 'pending') return end([], again(sinceUpdated));
  if (answer.state !== 'completed') return isContradicted(context) ? end(flagTakenBack(payment), again(sinceUpdated)) : end([], DONE);
  if (answer.objectReference === null) {
    const named = tryNamed(context);
    if (named.isCompleted) return end(named.changes, DONE);
    const flagged = named.isFlagged ? [] : flagTakenBack(payment);
    return end([...named.changes, ...flagged], again(sinceUpdated, named.retryAfterMs));
  }
  const compared = compare(payment, ownDetails(context), input.partnerMsisdn);
  switch (compared.kind) {
    case 'match': {
      const transaction = ownTransaction(answer.objectReference, compared.details);
      const isOthers = isTaken(context, transaction);
      return end(
        isOthers ? flag(payment, ['transactionReference']) : complete(state, { transaction, details: compared.details }, moment.now),
        DONE,
      );
    }
    case 'mismatch':
      return end(flag(payment, compared.fields), DONE);
    case 'absent':
    case 'unreadable':
      return end(flagTakenBack(payment), again(sinceUpdated, compared.retryAfterMs));
  }
}

/** Verifies a payment that completed without its details. It completed by a status that named its transaction. */
function verifyLater(context: Context): Result {
  const { state, input, moment } = context;
  const { payment } = state;
  if (payment.transaction_id === null) return end([], STOPPED);
  const ageMs = moment.now - (payment.details_unavailable_since ?? payment.created_at);
  const compared = compare(payment, ownDetails(context), input.partnerMsisdn);
  if (compared.kind === 'mismatch') return end(flag(payment, compared.fields, NO_FURTHER_CHECKS), DONE);
  if (compared.kind !== 'match') {
    return end(haveDetailsFailed(context) ? flag(payment, [DIFFERENT_STATUS]) : [], again(ageMs, compared.retryAfterMs));
  }
  const transaction = ownTransaction(payment.transaction_id, compared.details);
  if (isTaken(context, transaction)) return end(flag(payment, ['transactionReference'], NO_FURTHER_CHECKS), DONE);
  return end([verifiedLater(transaction, compared.details)], DONE);
}
