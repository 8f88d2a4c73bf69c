import type { ProblemCode } from '@tsena/shared';
import { readState } from '@tsena/shared/operator';
import { namesSomething } from '../callbackChecks.ts';
import {
  type Columns,
  clearNotReceived,
  type Decision,
  holdsLease,
  type Moment,
  nothing,
  openCallbacks,
  type PaymentChange,
  type State,
} from '../decision.ts';
import { LEASE_MS } from '../lease.ts';
import { type InitiationOutcome, isFailedState, type RepeatedAfter } from '../operatorAnswers.ts';
import type { StoredCallback, StoredPayment } from '../payment.ts';
import { changeToFailed, flagTakenBack } from './failure.ts';
import { isAwaited } from './named.ts';

/** The initiation is about to be sent. */
export interface SendingInput {
  readonly fence: number;
  /** The operator's answer that permits a second request; null for the first. */
  readonly after: RepeatedAfter | null;
}

/**
 * `sending` is written before the request leaves. It is written again before a second request, which would show a
 * second prompt if another payment of the order was sent meanwhile, or if the refused request created something after
 * all: a callback shows that.
 *
 * @returns whether the request may be sent
 */
export function decideSending(state: State, { fence, after }: SendingInput, moment: Moment): Decision<boolean> {
  const { payment } = state;
  const { now } = moment;
  const isReported = state.reports.some((report) => isAwaited(report, state.attempts, moment));
  const isExpected = after === null ? payment.status === 'created' : mayRepeat(state) && !isReported;
  if (!isExpected || !holdsLease(state, fence)) return nothing(false);
  // While it waited for a token, another payment has paid the order, blocks it, or is reported as completed.
  if (payment.superseded !== null || isReported) {
    return {
      changes: [failUnsent('not_sent', 'another payment of the order was paid, or may be', now)],
      outcome: false,
    };
  }
  return {
    changes: [{ ...(after === null ? { to: 'sending' } : {}), ...changeToSending(payment, after, now) }],
    outcome: true,
  };
}

/**
 * From now on the request may have been sent: columns and event of a payment that is opened as `sending`, or becomes
 * it.
 */
export function changeToSending(
  { correlation_id: correlationId, reference }: Pick<StoredPayment, 'correlation_id' | 'reference'>,
  after: RepeatedAfter | null,
  now: number,
) {
  return {
    // If this process ends, the payment becomes due when its lease ends.
    set: { sent_at: now, lease_until: now + LEASE_MS, next_check_at: now + LEASE_MS },
    event: { kind: 'sending', data: { correlationId, reference, ...(after === null ? {} : { after }) } },
  } as const satisfies PaymentChange;
}

function mayRepeat(state: State): boolean {
  const { status, superseded } = state.payment;
  return status === 'sending' && superseded === null && openCallbacks(state).length === 0;
}

/** The initiation was not sent, and will not be while this lease is the newest. */
export interface NotSentInput {
  readonly fence: number;
  readonly code: ProblemCode;
  readonly reason: string;
}

/** @returns whether the payment failed */
export function decideNotSent(state: State, { fence, code, reason }: NotSentInput, { now }: Moment): Decision<boolean> {
  const { status } = state.payment;
  if ((status !== 'created' && status !== 'sending') || !holdsLease(state, fence)) return nothing(false);
  return { changes: [failUnsent(code, reason, now)], outcome: true };
}

const RELEASED = { lease_owner: null, lease_until: null } as const;

/** An attempt that was not sent does not count among those that the order may have. */
export function failUnsent(code: ProblemCode, reason: string, now: number): PaymentChange {
  return {
    to: 'failed',
    set: failedAt(now, code, { sent_at: null }),
    event: { kind: 'not_sent', data: { code, reason } },
    webhook: 'payment.failed',
  };
}

function failedAt(now: number, code: ProblemCode, more: Columns): Columns {
  return { ...RELEASED, ...more, next_check_at: null, failure_code: code, final_at: now };
}

/**
 * The operator has answered, or not. The answer belongs to the one request that was sent, whichever process has the
 * lease by now.
 */
export interface AnswerInput {
  readonly answer: InitiationOutcome;
  /** How long until the first status check of an accepted payment, ms. */
  readonly firstCheckMs: number;
}

/** A callback that came before the answer was written makes the status check due at once. */
export function decideAnswer(state: State, { answer, firstCheckMs }: AnswerInput, { now }: Moment): Decision<null> {
  const { status } = state.payment;
  const said = believed(state, answer);
  if (said.kind === 'accepted' && (status === 'failed' || status === 'completed')) {
    return { changes: followAccepted(state, said, now + firstCheckMs), outcome: null };
  }
  const mayFollow = status === 'sending' || (status === 'unresolved' && said.kind !== 'unknown');
  return mayFollow ? { changes: changesAfter(state, said, firstCheckMs, now), outcome: null } : nothing(null);
}

/**
 * A callback contradicts a refusal: the operator created something. An id of another payment does not say which one was
 * accepted.
 */
function believed(state: State, answer: InitiationOutcome): InitiationOutcome {
  if (answer.kind === 'accepted') {
    return state.boundTo === null
      ? answer
      : { kind: 'unknown', reason: 'the serverCorrelationId belongs to another payment' };
  }
  if (answer.kind === 'unknown' || openCallbacks(state).length === 0) return answer;
  return { kind: 'unknown', reason: `a callback came, and the operator had refused the request: ${answer.reason}` };
}

type Accepted = Extract<InitiationOutcome, { readonly kind: 'accepted' }>;

function followed(
  callbacks: readonly StoredCallback[],
  { serverCorrelationId, notificationMethod }: Accepted,
  next_check_at: number,
) {
  const isNamed = callbacks.some(
    ({ server_correlation_id: id }) => id.toLowerCase() === serverCorrelationId.toLowerCase(),
  );
  return {
    server_correlation_id: serverCorrelationId,
    correlation_source: 'initiation',
    notification_method: notificationMethod,
    next_check_at,
    // What was reported as paid until now is what callbacks named.
    ...(isNamed ? {} : { details_unavailable_since: null }),
  } as const satisfies Columns;
}

/**
 * A transaction that somebody named has failed or paid the payment. Unless it was this one, the operator has accepted
 * another: its prompt may be open.
 */
function followAccepted(state: State, answer: Accepted, checkAt: number): PaymentChange[] {
  const { payment, callbacks } = state;
  const { serverCorrelationId, notificationMethod } = answer;
  if (payment.correlation_source === 'initiation' || isDecidedBy(state, serverCorrelationId)) return [];
  const set = followed(callbacks, answer, checkAt);
  const flagged = flagTakenBack(payment, set);
  return flagged.length > 0
    ? flagged
    : [
        {
          set: { ...clearNotReceived(payment), ...set },
          event: { kind: 'accepted', data: { serverCorrelationId, notificationMethod } },
        },
      ];
}

/** Whether the payment has failed or is paid by this serverCorrelationId. */
function isDecidedBy({ payment, callbacks }: State, serverCorrelationId: string): boolean {
  const isThis = (id: string | null) => id?.toLowerCase() === serverCorrelationId.toLowerCase();
  if (payment.status === 'completed') return isThis(payment.server_correlation_id);
  return callbacks.some(({ server_correlation_id: id, status }) => isThis(id) && isFailedState(readState(status)));
}

function changesAfter(state: State, answer: InitiationOutcome, firstCheckMs: number, now: number): PaymentChange[] {
  const { payment } = state;
  switch (answer.kind) {
    case 'accepted': {
      const { serverCorrelationId, notificationMethod } = answer;
      const set = {
        ...RELEASED,
        ...followed(state.callbacks, answer, openCallbacks(state).length > 0 ? now : now + firstCheckMs),
      };
      return [{ to: 'pending', set, event: { kind: 'accepted', data: { serverCorrelationId, notificationMethod } } }];
    }
    case 'refused': {
      const { code, reason, errorDateTime } = answer;
      const set = failedAt(now, code, { failure_reason: reason, failure_operator_time: errorDateTime });
      return changeToFailed(payment, set, { kind: 'refused', data: { code, reason, errorDateTime } });
    }
    case 'not_sent': {
      const { code, reason } = answer;
      return changeToFailed(payment, failedAt(now, code, { sent_at: null }), {
        kind: 'not_sent',
        data: { code, reason },
      });
    }
    case 'unknown':
      return [leaveUnresolved(state, answer.reason, now)];
  }
}

/** The request may have reached the operator. What a callback names can show what became of it. */
export function leaveUnresolved(state: State, reason: string, now: number): PaymentChange {
  const isNamed = openCallbacks(state).some(namesSomething);
  return {
    to: 'unresolved',
    set: { ...RELEASED, next_check_at: isNamed ? now : null },
    event: { kind: 'outcome_unknown', data: { reason } },
    webhook: 'payment.unresolved',
  };
}
