import { MISSING_REFERENCE } from '../attemptPolicy.ts';
import {
  again,
  DONE,
  flag,
  isAskedMeanwhile,
  openCallbacks,
  type PaymentChange,
  type Recheck,
  type State,
} from '../decision.ts';
import { hasFailed, isUnknownToOperator } from '../operatorAnswers.ts';
import type { StoredCallback } from '../payment.ts';
import { isSameReference } from '../sameReference.ts';
import { completionOf, transactionOfNamedId } from './completion.ts';
import { after, type Context, compare, end, ownDetails, type Result, type StatusEvidence } from './evidenceContext.ts';
import { DIFFERENT_STATUS, flagTakenBack, isContradicted } from './failure.ts';
import { decideMatch, differenceIn, flagSecond, isOld, NONE_TRIED, reject, tryNamed } from './namedTransactions.ts';
import { recordStatus } from './recordedAnswers.ts';
import { awaitDetails, isReportedByCallback, reporterOf, stillReported } from './reported.ts';

/**
 * Callbacks named a serverCorrelationId that is not the payment's own: the operator may have created two transactions
 * for one request, or one that it answered with an error. Whatever the payment's status, it completes the payment if
 * its details match, or sends one that is completed already to review. It never fails a payment, and never completes
 * one without its details.
 */
export function decideNamed(context: Context, status: StatusEvidence): Result {
  const { state, moment } = context;
  const { serverCorrelationId, answer } = status;
  const callback = newestAbout(state, serverCorrelationId);
  if (callback === undefined) return end([], DONE);
  if (state.boundTo !== null) return end([withdrawn(state, serverCorrelationId, 'it is another payment’s')], DONE);
  const tried = hasFailed(answer) ? NONE_TRIED : tryNamed(context);
  const retryAfterMs = (answer?.kind === 'unavailable' ? answer.retryAfterMs : null) ?? tried.retryAfterMs;
  const keep = again(moment.now - callback.received_at, retryAfterMs);
  // A callback that came meanwhile may be about it: the operator has corrected itself since it was asked.
  const refuse = (why: string) =>
    isAskedMeanwhile(state) ? end([], keep) : end([withdrawn(state, serverCorrelationId, why)], DONE);
  const named: Named = { serverCorrelationId, callback, refuse };
  const result = decideByStatus(after(context, tried.changes), status, named, keep);
  return { ...result, changes: [...tried.changes, ...result.changes] };
}

interface Named {
  readonly serverCorrelationId: string;
  /** The newest open callback about it. */
  readonly callback: StoredCallback;
  refuse(why: string): Result;
}

function newestAbout(state: State, serverCorrelationId: string): StoredCallback | undefined {
  return openCallbacks(state).find(({ server_correlation_id }) => server_correlation_id === serverCorrelationId);
}

function decideByStatus(context: Context, { answer }: StatusEvidence, named: Named, keep: Recheck): Result {
  const { state, moment } = context;
  if (isUnknownToOperator(answer)) {
    return isOld(named.callback, moment) ? decideUnknown(context, named, keep) : end([], keep);
  }
  if (answer === null) return end([], keep);
  const { serverCorrelationId } = named;
  if (answer.kind === 'unavailable')
    return end([...recordStatus(state, answer), ...reportByWord(context, named, answer.reason)], keep);
  switch (answer.state) {
    case 'pending':
    case 'unknown':
      return stillReported(context, { serverCorrelationId }, end(recordStatus(state, answer), keep));
    case 'failed':
    case 'declined':
      return decideFailedNamed(context, named, answer.objectReference, keep);
    case 'completed':
      return answer.objectReference === null
        ? decideUnnamed(context, named, keep)
        : decideCompleted(context, named, answer.objectReference, keep);
  }
}

/** It fails nothing. Money may have moved if its details say completed, or if it has completed the payment before. */
function decideFailedNamed(context: Context, named: Named, objectReference: string | null, keep: Recheck): Result {
  const { state } = context;
  const { payment } = state;
  if (payment.status === 'completed' && completionOf(state).serverCorrelationId === named.serverCorrelationId) {
    return end(flag(payment, [DIFFERENT_STATUS]), DONE);
  }
  const compared = compare(payment, ownDetails(context), context.input.partnerMsisdn);
  if (compared.kind === 'mismatch') return named.refuse(differenceIn(compared.fields));
  if (!isContradicted(context)) return named.refuse('the operator reports it as failed');
  return end(
    payment.status === 'completed' ? flagSecond(state, objectReference) : flag(payment, [DIFFERENT_STATUS]),
    keep,
  );
}

/** The operator does not answer, and a callback says completed. */
function reportByWord(context: Context, named: Named, reason: string): PaymentChange[] {
  const { serverCorrelationId, callback } = named;
  const isAbout = (one: StoredCallback) => one.server_correlation_id === serverCorrelationId;
  if (!isReportedByCallback(context.state, isAbout)) return [];
  if (context.state.payment.status === 'failed')
    return isOld(callback, context.moment) ? flagTakenBack(context.state.payment) : [];
  return awaitDetails(context, { isWord: true, serverCorrelationId }, reason);
}

/** Reported as completed, and no transaction is named: nothing can be compared. */
function decideUnnamed(context: Context, { callback }: Named, keep: Recheck): Result {
  const { state, moment } = context;
  switch (state.payment.status) {
    case 'completed':
      // A transaction that its callback names has just completed the payment, or may be read yet.
      return namesPaying(state, callback)
        ? end([], DONE)
        : end(isOld(callback, moment) ? flagSecond(state, null) : [], keep);
    case 'failed':
      return end(flagTakenBack(state.payment), keep);
    default:
      return end(state.payment.differences === null ? flag(state.payment, [MISSING_REFERENCE]) : [], keep);
  }
}

/** Whether the callback names the transaction that has completed the payment. */
function namesPaying({ payment, callbacks }: State, { server_correlation_id: named }: StoredCallback): boolean {
  return callbacks.some(
    (one) => one.server_correlation_id === named && isSameReference(one.transaction_reference, payment.transaction_id),
  );
}

function decideCompleted(context: Context, named: Named, reference: string, keep: Recheck): Result {
  const { state, input, moment } = context;
  const { serverCorrelationId, callback } = named;
  const { payment } = state;
  if (payment.status === 'completed' && isSameReference(payment.transaction_id, reference)) return end([], DONE);
  const compared = compare(payment, ownDetails(context), input.partnerMsisdn);
  switch (compared.kind) {
    case 'absent':
    case 'unreadable':
      if (payment.status === 'completed') return end(isOld(callback, moment) ? flagSecond(state, reference) : [], keep);
      if (payment.status === 'failed') return end(flagTakenBack(payment), keep);
      return end(awaitDetails(context, { isWord: false, serverCorrelationId }, compared.reason), keep);
    case 'mismatch':
      return named.refuse(differenceIn(compared.fields));
    case 'match': {
      const rejects = { server_correlation_id: serverCorrelationId };
      // The payment's own is not known: this is it.
      const isOwn = payment.server_correlation_id === null;
      const bound = { server_correlation_id: serverCorrelationId, correlation_source: 'callback' } as const;
      const { details } = compared;
      const transaction = transactionOfNamedId(payment, reference, details);
      const match = { reference, transaction, details, rejects, ...(isOwn ? { bound } : {}) };
      return end(decideMatch(context, match), DONE);
    }
  }
}

/**
 * The operator does not know it. If the payment is reported as paid by the operator's own answer about it, the operator
 * contradicts itself: money may have moved, so a person must look.
 */
function decideUnknown(context: Context, named: Named, keep: Recheck): Result {
  const { payment } = context.state;
  const reporter = reporterOf(context.state);
  const isReporter =
    reporter !== null && !reporter.isWord && reporter.serverCorrelationId === named.serverCorrelationId;
  if (!isReporter) return named.refuse('the operator does not know it');
  return end(payment.differences === null ? flag(payment, [DIFFERENT_STATUS]) : [], keep);
}

/** It is not this payment's. If the payment is reported as paid because of it, that ends. */
function withdrawn(state: State, serverCorrelationId: string, why: string): PaymentChange {
  const rejection = reject({ server_correlation_id: serverCorrelationId }, why);
  const isReporter = reporterOf(state)?.serverCorrelationId === serverCorrelationId;
  return isReporter ? { ...rejection, set: { details_unavailable_since: null } } : rejection;
}
