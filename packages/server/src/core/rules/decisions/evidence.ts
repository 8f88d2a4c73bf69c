import type { DetailsResponse } from '@tsena/shared/operator';
import { isReferenceMissing, MISSING_REFERENCE, UNREAD_DETAILS } from '../attemptPolicy.ts';
import { namesSomething } from '../callbackChecks.ts';
import {
  again,
  DONE,
  flag,
  holdsLease,
  type Moment,
  type Recheck,
  STOPPED,
  type State,
  unlessClockStepped,
} from '../decision.ts';
import { hasFailed, isUnknownToOperator, type StatusOutcome, type Unavailable } from '../operatorAnswers.ts';
import type { StoredPayment } from '../payment.ts';
import { questionsOf } from '../questions.ts';
import { isSameReference } from '../sameReference.ts';
import { complete, ownTransaction } from './completion.ts';
import {
  after,
  type Context,
  compare,
  type EvidenceInput,
  end,
  haveDetailsFailed,
  isTaken,
  ownDetails,
  type Result,
  sinceAsked,
} from './evidenceContext.ts';
import { DIFFERENT_STATUS, decideFailed, flagTakenBack, isContradicted } from './failure.ts';
import {
  decideNamedFailed,
  decideNamedMatch,
  decideNamedUnknown,
  differenceIn,
  flagSecond,
  isOld,
  namesPaying,
  refuse,
  rejection,
  tryNamed,
} from './named.ts';
import { decidePaid } from './paid.ts';
import { recordStatus } from './recordedAnswers.ts';
import {
  awaitDetails,
  DETAILS_WAIT_MS,
  reporterAbout,
  reporterOf,
  reportPaid,
  saysCompleted,
  stillReported,
} from './reported.ts';

/**
 * Decides what follows from the operator's answers about a serverCorrelationId, the payment's own or one that callbacks
 * name, as the holder of the payment's lease. Without an answer, or without news in it, nothing changes.
 */
export function decideEvidence(state: State, input: EvidenceInput, moment: Moment): Result {
  const { payment } = state;
  const { status } = input;
  if (!holdsLease(state, input.fence)) return end([], DONE);
  if (payment.status === 'created' || payment.status === 'sending') return end([], STOPPED);
  const { own, named } = questionsOf(payment, state.callbacks);
  const question = status?.isNamedByCallback
    ? named.find(({ serverCorrelationId }) => serverCorrelationId === status.serverCorrelationId)
    : own;
  // Rejected meanwhile, or the payment's own.
  if (question === undefined) return end([], DONE);
  // The operator's answer to the initiation came meanwhile.
  if (status?.serverCorrelationId.toLowerCase() !== question.serverCorrelationId?.toLowerCase())
    return end([], again(0));
  if (question.isNamedByCallback && state.boundTo !== null) {
    const rejects = { server_correlation_id: question.serverCorrelationId };
    return end([rejection(state, rejects, 'it is another payment’s')], DONE);
  }
  return decideQuestion({ state, input, moment, question }, status?.answer ?? null);
}

/** The transactions that callbacks name count first. If the status is failed, they show only whether money moved. */
function decideQuestion(context: Context, answer: StatusOutcome | null): Result {
  const tried = tryNamed(context);
  const changes = hasFailed(answer) ? [] : tried.changes;
  const result = decideByStatus(after(context, changes), answer, tried.unread);
  const isLeft = result.outcome.kind !== 'again' && tried.unreadSince !== null;
  const recheck = isLeft ? again(context.moment.now - tried.unreadSince) : result.outcome;
  return { ...result, changes: [...changes, ...result.changes], outcome: delayed(recheck, tried.retryAfterMs) };
}

function delayed(recheck: Recheck, retryAfterMs: number | null): Recheck {
  return recheck.kind === 'again' ? { ...recheck, retryAfterMs: recheck.retryAfterMs ?? retryAfterMs } : recheck;
}

/** @param unread why the details of a transaction that callbacks name could not be read; null if all could */
function decideByStatus(context: Context, answer: StatusOutcome | null, unread: string | null): Result {
  const { question, state } = context;
  const { status } = state.payment;
  if (!question.isNamedByCallback && status === 'completed') return decidePaid(context, answer);
  if (!question.isNamedByCallback && status === 'unresolved') return decideUnresolved(context, unread);
  const keep = again(sinceAsked(context), answer?.kind === 'unavailable' ? answer.retryAfterMs : null);
  if (answer === null) return question.isNamedByCallback ? end([], keep) : decideRefused(context, unread);
  if (question.isNamedByCallback && isUnknownToOperator(answer)) return decideNamedUnknown(context, question, keep);
  if (answer.kind === 'unavailable') return decideUnanswered(context, answer, keep);
  // What failed before is not open again because of a status that nobody knows.
  const isFailedStill = answer.state === 'unknown' && status === 'failed' && !question.isNamedByCallback;
  if (hasFailed(answer) || isFailedStill) {
    return question.isNamedByCallback
      ? decideNamedFailed(context, question, answer.objectReference, keep)
      : decideOwnFailed(context, answer.state === 'declined' ? 'declined' : 'failed', unread, keep);
  }
  if (answer.state !== 'completed') return stillReported(context, end(recordStatus(state, answer), keep));
  return answer.objectReference === null
    ? decideUnnamed(context, keep)
    : decideCompleted(context, answer.objectReference, keep);
}

/** Its own serverCorrelationId is not known. Callbacks may have named transactions alone. */
function decideUnresolved(context: Context, unread: string | null): Result {
  const { question, moment } = context;
  const [named] = question.callbacks.filter(namesSomething);
  const result = end([], named === undefined ? DONE : again(moment.now - named.received_at));
  if (unread === null || named === undefined) return stillReported(context, result);
  return saysCompleted(named) ? { ...result, changes: awaitDetails(context, { isWord: true }, unread) } : result;
}

/** The operator refused it. If a callback says completed, and what it names cannot be read, money may have moved. */
function decideRefused({ state, question, moment }: Context, unread: string | null): Result {
  const isReportedLong = question.callbacks.some((callback) => saysCompleted(callback) && isOld(callback, moment));
  return end(unread !== null && isReportedLong ? flagTakenBack(state.payment) : [], STOPPED);
}

/** The operator does not answer. If a callback says completed, money may have moved. */
function decideUnanswered(context: Context, answer: Unavailable, keep: Recheck): Result {
  const { state, question, moment } = context;
  const reports = question.callbacks.filter(saysCompleted);
  const recorded = recordStatus(state, answer);
  if (state.payment.status === 'failed') {
    const isReportedLong = reports.some((report) => isOld(report, moment));
    return end([...recorded, ...(isReportedLong ? flagTakenBack(state.payment) : [])], keep);
  }
  const isReported = reports.length > 0 || reporterOf(state) !== null;
  const reporter = reporterAbout(question, { isWord: true });
  return end([...recorded, ...(isReported ? awaitDetails(context, reporter, answer.reason) : [])], keep);
}

/** The operator reports the payment's own as failed. It fails a pending payment, unless money may have moved. */
function decideOwnFailed(
  context: Context,
  operatorState: 'failed' | 'declined',
  unread: string | null,
  keep: Recheck,
): Result {
  const { state, question } = context;
  if (state.payment.status === 'failed')
    return isContradicted(context) ? end(flagTakenBack(state.payment), keep) : end([], DONE);
  if (unread !== null && question.callbacks.some(saysCompleted))
    return end(awaitDetails(context, { isWord: true }, unread), keep);
  // The operator may have created another transaction for this request: its prompt may be open, or approved.
  if (questionsOf(state.payment, state.callbacks).named.length > 0) return end([], keep);
  return decideFailed(context, operatorState, keep);
}

/**
 * The status is completed, but names no transaction, so no details can be compared. The status alone completes nothing:
 * the payment needs review at once, blocks its order and is checked again, until the operator, a callback, the payer or
 * the merchant names the transaction.
 */
function decideUnnamed({ state, question, moment }: Context, keep: Recheck): Result {
  const { payment } = state;
  switch (payment.status) {
    case 'completed': {
      // A transaction that its callback names has just completed the payment, or may be read yet.
      if (question.isNamedByCallback && namesPaying(state, question)) return end([], DONE);
      const isOver = question.callbacks.every((callback) => isOld(callback, moment));
      return end(isOver ? flagSecond(state, null) : [], keep);
    }
    case 'failed':
      return end(flagTakenBack(payment), keep);
    default:
      return end(payment.differences === null ? flag(payment, [MISSING_REFERENCE]) : [], keep);
  }
}

/** The status is completed and names its transaction: the payment completes once the details match. */
function decideCompleted(context: Context, reference: string, keep: Recheck): Result {
  const { state, input, question, moment } = context;
  const { payment } = state;
  if (payment.status === 'completed' && isSameReference(payment.transaction_id, reference)) return end([], DONE);
  const compared = compare(payment, ownDetails(context), input.partnerMsisdn);
  switch (compared.kind) {
    case 'match':
      return question.isNamedByCallback
        ? end(decideNamedMatch(context, question, reference, compared.details), DONE)
        : decideOwnMatch(context, reference, compared.details, keep);
    case 'mismatch':
      return question.isNamedByCallback
        ? refuse(state, question, differenceIn(compared.fields), keep)
        : end(flag(payment, compared.fields, {}, reference), unlessFailed(payment, keep));
    case 'absent':
    case 'unreadable': {
      const later = delayed(keep, compared.retryAfterMs);
      if (payment.status === 'failed') return end(flagTakenBack(payment), later);
      if (!question.isNamedByCallback)
        return waitForDetails(context, reference, compared.reason, compared.retryAfterMs);
      if (payment.status !== 'completed')
        return end(awaitDetails(context, reporterAbout(question, { isWord: false }), compared.reason), later);
      const isOver = question.callbacks.every((callback) => isOld(callback, moment));
      return end(isOver ? flagSecond(state, reference) : [], later);
    }
  }
}

/** A failed payment is checked because somebody asked for it, once. */
function unlessFailed({ status }: StoredPayment, keep: Recheck): Recheck {
  return status === 'failed' ? DONE : keep;
}

function decideOwnMatch(context: Context, reference: string, details: DetailsResponse, keep: Recheck): Result {
  const { state, moment } = context;
  const transaction = ownTransaction(reference, details);
  return isTaken(context, transaction)
    ? end(flag(state.payment, ['transactionReference'], {}, reference), unlessFailed(state.payment, keep))
    : end(complete(state, { transaction, details }, moment.now), DONE);
}

/**
 * The status is completed, but the details cannot be read. After ten minutes the status alone completes the payment, if
 * its serverCorrelationId came from our own initiation. What a callback reported before does not shorten them.
 */
function waitForDetails(
  context: Context,
  objectReference: string,
  reason: string,
  retryAfterMs: number | null,
): Result {
  const { state, moment, question } = context;
  const { payment } = state;
  // The operator contradicts itself: the status alone completes nothing then.
  if (haveDetailsFailed(context)) return end(flag(payment, [DIFFERENT_STATUS]), again(sinceAsked(context)));
  const reporter = reporterOf(state);
  const since =
    reporter?.isWord || reporter?.serverCorrelationId !== undefined ? null : payment.details_unavailable_since;
  if (since === null)
    return end(
      [reportPaid(payment, reporterAbout(question, { isWord: false }), reason, moment.now)],
      again(0, retryAfterMs),
    );
  const waitedMs = moment.now - since;
  // That nothing could be compared before does not count.
  const hasOtherDifferences =
    payment.differences !== null && payment.differences !== UNREAD_DETAILS && !isReferenceMissing(payment);
  const isOver =
    waitedMs >= unlessClockStepped(moment, DETAILS_WAIT_MS) &&
    payment.correlation_source === 'initiation' &&
    !hasOtherDifferences;
  if (!isOver) return end([], again(waitedMs, retryAfterMs));
  const transaction = ownTransaction(objectReference, null);
  const changes = isTaken(context, transaction)
    ? flag(payment, ['transactionReference'])
    : complete(state, { transaction, details: null }, moment.now);
  return end(changes, again(waitedMs, retryAfterMs));
}
