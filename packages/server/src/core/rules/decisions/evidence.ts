import { isReferenceMissing, MISSING_REFERENCE, UNREAD_DETAILS } from '../attemptPolicy.ts';
import { isAboutOwn } from '../callbackChecks.ts';
import {
  again,
  DONE,
  flag,
  holdsLease,
  type Moment,
  openCallbacks,
  type Recheck,
  STOPPED,
  type State,
  unlessClockStepped,
} from '../decision.ts';
import { hasFailed, type StatusOutcome } from '../operatorAnswers.ts';
import type { StoredCallback, StoredPayment } from '../payment.ts';
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
  sinceCreated,
  sinceSent,
} from './evidenceContext.ts';
import { DIFFERENT_STATUS, decideFailed, flagTakenBack, isContradicted } from './failure.ts';
import { decideNamed } from './named.ts';
import { isOld, tryNamed } from './namedTransactions.ts';
import { decidePaid } from './paid.ts';
import { recordStatus } from './recordedAnswers.ts';
import {
  awaitDetails,
  DETAILS_WAIT_MS,
  isReportedByCallback,
  OWN_STATUS,
  reporterOf,
  reportPaid,
  saysCompleted,
  stillReported,
} from './reported.ts';

/**
 * Whether evidence can change a payment. Without news, the decision only says when to check again.
 *
 * @param callbacks those that led to it
 */
export function hasNews(
  payment: StoredPayment,
  { status, transactions }: EvidenceInput,
  callbacks: readonly StoredCallback[],
): boolean {
  if (transactions.some(({ answer }) => answer.kind !== 'unavailable')) return true;
  if (payment.status !== 'completed' && (payment.details_unavailable_since !== null || callbacks.some(saysCompleted)))
    return true;
  if (status === null) return false;
  const { answer, isNamedByCallback } = status;
  // Who completed it is in its history.
  if (payment.status === 'completed' && !isNamedByCallback) return true;
  if (answer === null) return isNamedByCallback;
  if (answer.kind === 'unavailable')
    return answer.isUnreadable === true || answer.isRefused === true || (isNamedByCallback && answer.isAbsent === true);
  return answer.state !== 'pending';
}

/**
 * Decides what follows from the operator's answers, as the holder of the payment's lease. Without an answer nothing
 * changes.
 */
export function decideEvidence(state: State, input: EvidenceInput, moment: Moment): Result {
  const { payment } = state;
  const context = { state, input, moment };
  if (!holdsLease(state, input.fence)) return end([], DONE);
  if (payment.status === 'created' || payment.status === 'sending') return end([], STOPPED);
  const { status } = input;
  if (status?.isNamedByCallback) return decideNamed(context, status);
  // The operator's answer to the initiation came meanwhile.
  if (status?.serverCorrelationId.toLowerCase() !== payment.server_correlation_id?.toLowerCase())
    return end([], again(0));
  return decideOwn(context, status?.answer ?? null);
}

/**
 * What the operator says about the payment's own serverCorrelationId, and about the transactions that callbacks name
 * with it or alone.
 */
function decideOwn(context: Context, answer: StatusOutcome | null): Result {
  const read = tryNamed(context);
  const changes = hasFailed(answer) ? [] : read.changes;
  const result = decideByStatus(after(context, changes), answer, read.unread);
  const isLeft = result.outcome.kind !== 'again' && read.unreadSince !== null;
  const recheck = isLeft ? again(context.moment.now - read.unreadSince) : result.outcome;
  return { ...result, changes: [...changes, ...result.changes], outcome: delayed(recheck, read.retryAfterMs) };
}

function delayed(recheck: Recheck, retryAfterMs: number | null): Recheck {
  return recheck.kind === 'again' ? { ...recheck, retryAfterMs: recheck.retryAfterMs ?? retryAfterMs } : recheck;
}

function decideByStatus(context: Context, answer: StatusOutcome | null, unread: string | null): Result {
  switch (context.state.payment.status) {
    case 'completed':
      return decidePaid(context, answer);
    case 'unresolved':
      return decideUnresolved(context, unread);
    default:
      if (answer === null) return end([], STOPPED);
      return context.state.payment.status === 'pending'
        ? decidePending(context, answer, unread)
        : decideFailedAgain(context, answer);
  }
}

/** Its own serverCorrelationId is not known. Callbacks may have named transactions alone. */
function decideUnresolved(context: Context, unread: string | null): Result {
  const { state, moment } = context;
  const [named] = openCallbacks(state).filter(
    ({ server_correlation_id: id, transaction_reference: reference }) => id === '' && reference !== '',
  );
  const result = end([], named === undefined ? DONE : again(moment.now - named.received_at));
  if (unread === null || named === undefined) return stillReported(context, {}, result);
  return saysCompleted(named) ? { ...result, changes: awaitDetails(context, { isWord: true }, unread) } : result;
}

function decidePending(context: Context, answer: StatusOutcome, unread: string | null): Result {
  const { state } = context;
  const recheck = again(sinceSent(context), answer.kind === 'unavailable' ? answer.retryAfterMs : null);
  if (answer.kind === 'unavailable') {
    const isReported = reporterOf(state) !== null || isReportedByCallback(state, isAboutPayment(state));
    return end(
      [...recordStatus(state, answer), ...(isReported ? awaitDetails(context, { isWord: true }, answer.reason) : [])],
      recheck,
    );
  }
  switch (answer.state) {
    case 'pending':
    case 'unknown':
      return stillReported(context, {}, end(recordStatus(state, answer), recheck));
    case 'failed':
    case 'declined':
      return undecidedByFailure(context, unread, recheck) ?? decideFailed(context, answer.state);
    case 'completed':
      return answer.objectReference === null
        ? decideUnnamed(context)
        : decideCompleted(context, answer.objectReference);
  }
}

/**
 * The operator may have created another transaction for this request: its prompt may be open, or approved. Null if no
 * callback says so.
 */
function undecidedByFailure(context: Context, unread: string | null, recheck: Recheck): Result | null {
  const { state } = context;
  if (unread !== null && isReportedByCallback(state, isAboutPayment(state))) {
    return end(awaitDetails(context, { isWord: true }, unread), recheck);
  }
  return openCallbacks(state).some((callback) => !isAboutOwn(state.payment, callback)) ? end([], recheck) : null;
}

function isAboutPayment({ payment }: State): (callback: StoredCallback) => boolean {
  return (callback) => isAboutOwn(payment, callback);
}

/** The status is completed and names its transaction: the payment completes once the details match. */
function decideCompleted(context: Context, objectReference: string): Result {
  const { state, input, moment } = context;
  const compared = compare(state.payment, ownDetails(context), input.partnerMsisdn);
  switch (compared.kind) {
    case 'match': {
      const transaction = ownTransaction(objectReference, compared.details);
      if (isTaken(context, transaction))
        return end(flag(state.payment, ['transactionReference']), again(sinceCreated(context)));
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
 * The status is completed, but the details cannot be read. After ten minutes the status alone completes the payment, if
 * its serverCorrelationId came from our own initiation. What a callback reported before does not shorten them.
 */
function waitForDetails(
  context: Context,
  objectReference: string,
  reason: string,
  retryAfterMs: number | null,
): Result {
  const { state, moment } = context;
  const { payment } = state;
  const reporter = reporterOf(state);
  const since =
    reporter?.isWord || reporter?.serverCorrelationId !== undefined ? null : payment.details_unavailable_since;
  if (since === null) return end([reportPaid(payment, OWN_STATUS, reason, moment.now)], again(0, retryAfterMs));
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

/**
 * The status is completed, but names no transaction, so no details can be compared. The status alone completes nothing:
 * the payment needs review at once, blocks its order and is checked again, until the operator, a callback, the payer or
 * the merchant names the transaction.
 */
function decideUnnamed(context: Context): Result {
  const { payment } = context.state;
  return end(payment.differences === null ? flag(payment, [MISSING_REFERENCE]) : [], again(sinceCreated(context)));
}

/**
 * The payment has failed, and a callback, a late acceptance or the merchant makes us ask again. If the details now
 * match, it completes.
 */
function decideFailedAgain(context: Context, answer: StatusOutcome): Result {
  const { state, input, moment } = context;
  const { payment } = state;
  const sinceUpdated = moment.now - payment.updated_at;
  if (answer.kind === 'unavailable') {
    const isAbout = isAboutPayment(state);
    const isDoubted = isReportedByCallback(state, (callback) => isAbout(callback) && isOld(callback, moment));
    return end(
      [...recordStatus(state, answer), ...(isDoubted ? flagTakenBack(payment) : [])],
      again(sinceUpdated, answer.retryAfterMs),
    );
  }
  if (answer.state === 'pending') return end([], again(sinceUpdated));
  if (answer.state !== 'completed')
    return isContradicted(context) ? end(flagTakenBack(payment), again(sinceUpdated)) : end([], DONE);
  if (answer.objectReference === null) return end(flagTakenBack(payment), again(sinceUpdated));
  const compared = compare(payment, ownDetails(context), input.partnerMsisdn);
  switch (compared.kind) {
    case 'match': {
      const transaction = ownTransaction(answer.objectReference, compared.details);
      const isOthers = isTaken(context, transaction);
      return end(
        isOthers
          ? flag(payment, ['transactionReference'])
          : complete(state, { transaction, details: compared.details }, moment.now),
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
