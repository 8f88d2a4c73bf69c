import { readState } from '@tsena/shared/operator';
import { isReportedPaid, UNREAD_DETAILS } from '../attemptPolicy.ts';
import { clearNotReceived, flag, type PaymentChange, type State, unlessClockStepped } from '../decision.ts';
import type { StoredCallback } from '../payment.ts';
import type { Question } from '../questions.ts';
import type { Context, Result } from './evidenceContext.ts';

/**
 * How long nothing may be comparable before a payment that is reported as paid needs review, or completes by its own
 * status, ms.
 */
export const DETAILS_WAIT_MS = 10 * 60_000;

/** Who says that the payment is completed, while nothing can be compared. */
export interface Reporter {
  /** Only the body of a callback says so: the operator does not answer. */
  readonly isWord: boolean;
  /** What the report is about, if it is not the payment's own serverCorrelationId. */
  readonly serverCorrelationId?: string;
}

/** A report about what the question asks. */
export function reporterAbout(question: Question, { isWord }: Pick<Reporter, 'isWord'>): Reporter {
  return question.isNamedByCallback ? { isWord, serverCorrelationId: question.serverCorrelationId } : { isWord };
}

/**
 * The payment is reported as completed, and nothing can be compared: no other payment of the order may begin, and after
 * ten minutes a person must look. What only a callback says does not undo what the merchant has recorded.
 */
export function awaitDetails(
  { state: { payment }, moment }: Context,
  reporter: Reporter,
  reason: string,
): PaymentChange[] {
  if (payment.status !== 'pending' && payment.status !== 'unresolved') return [];
  if (reporter.isWord && payment.resolution !== null) return [];
  const since = payment.details_unavailable_since;
  if (since === null || payment.resolution === 'not_received')
    return [reportPaid(payment, reporter, reason, moment.now)];
  const isOver = moment.now - since >= unlessClockStepped(moment, DETAILS_WAIT_MS);
  return isOver && payment.differences === null ? flag(payment, [UNREAD_DETAILS]) : [];
}

export function reportPaid(
  payment: State['payment'],
  { isWord, serverCorrelationId }: Reporter,
  reason: string,
  now: number,
): PaymentChange {
  const by = isWord ? ({ by: 'callback' } as const) : {};
  const named = serverCorrelationId === undefined ? {} : { serverCorrelationId };
  return {
    set: { ...clearNotReceived(payment), details_unavailable_since: now },
    event: { kind: 'details_unavailable', data: { reason, ...by, ...named } },
  };
}

/** Who reported the payment as completed; null if it is not reported. */
export function reporterOf({ payment, history }: State): Reporter | null {
  if (!isReportedPaid(payment)) return null;
  const data = history.findLast(({ kind }) => kind === 'details_unavailable')?.data ?? '{}';
  const { by, serverCorrelationId } = JSON.parse(data) as { by?: string; serverCorrelationId?: string };
  return { isWord: by === 'callback', ...(serverCorrelationId === undefined ? {} : { serverCorrelationId }) };
}

/** Whether a callback says that the payment is completed. */
export function saysCompleted({ status }: Pick<StoredCallback, 'status'>): boolean {
  return readState(status) === 'completed';
}

/**
 * The operator answers, and does not say completed. What only a callback said about the same serverCorrelationId no
 * longer counts. Another report does, and after ten minutes a person must look.
 */
export function stillReported(context: Context, result: Result): Result {
  const reporter = reporterOf(context.state);
  if (reporter === null) return result;
  const about = reporterAbout(context.question, { isWord: true });
  const isDenied = reporter.isWord && reporter.serverCorrelationId === about.serverCorrelationId;
  if (isDenied) return { ...result, set: { details_unavailable_since: null } };
  return {
    ...result,
    changes: [...result.changes, ...awaitDetails(context, reporter, 'the operator no longer reports it')],
  };
}
