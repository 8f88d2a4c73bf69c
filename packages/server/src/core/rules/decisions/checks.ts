import {
  again,
  type Decision,
  DONE,
  holdsLease,
  isAskedMeanwhile,
  type Moment,
  nothing,
  openCallbacks,
  type PaymentChange,
  type Recheck,
  STOPPED,
  type State,
} from '../decision.ts';
import type { HistoryEvent } from '../historyEvent.ts';
import type { StoredPayment } from '../payment.ts';
import { POLLED_FOR_MS } from '../statusCheckSchedule.ts';
import { failUnsent, leaveUnresolved } from './initiation.ts';

/**
 * The lease of a payment that was about to be sent, or was being sent, has ended: its process stopped, or paused for
 * too long.
 */
export interface LapsedInput {
  /** The new lease. */
  readonly fence: number;
}

/**
 * Before `sending` was written, nothing was sent, and with the new fence nothing will be. If the database was restored
 * since, or another server took over without its last commits, the request may have been sent all the same. After
 * `sending`, it may have reached the operator.
 */
export function decideLapsed(state: State, { fence }: LapsedInput, { now }: Moment): Decision<Recheck> {
  const { status } = state.payment;
  if (!holdsLease(state, fence) || (status !== 'created' && status !== 'sending')) return nothing(DONE);
  if (status === 'created' && state.isOpenedHere) {
    return { changes: [failUnsent('not_sent', 'the companion stopped before it sent anything', now)], outcome: DONE };
  }
  const unresolved = leaveUnresolved(state, 'the companion stopped before it had an answer', now);
  return { changes: status === 'created' ? [assumeSent(state.payment), unresolved] : [unresolved], outcome: DONE };
}

/**
 * A payment that is not sent according to a restored database. It may have been sent after the backup, and another
 * payment could debit the payer twice. As `sending` without a lease, it becomes `unresolved`.
 */
export function assumeSent({ created_at }: Pick<StoredPayment, 'created_at'>): PaymentChange {
  const reason = 'a restored database had it as not sent; it may have been sent after the backup';
  return { to: 'sending', set: { sent_at: created_at }, event: { kind: 'restored', data: { reason } } };
}

/** The database was restored from a backup. */
export function decideRestored({ payment }: State, _input: unknown, { now }: Moment): Decision<boolean> {
  if (payment.status !== 'created') return nothing(false);
  const { set, ...sending } = assumeSent(payment);
  return {
    changes: [{ ...sending, set: { ...set, lease_owner: null, lease_until: null, next_check_at: now } }],
    outcome: true,
  };
}

/** The schedule of status checks has ended. */
export interface StoppedInput {
  readonly fence: number;
}

/**
 * Ends the status checks of a payment whose result is still open, as the holder of its lease: plans no further check,
 * and sends the payment to review, unless it was sent before. A callback that came late begins the schedule again: the
 * operator may know the result soon.
 *
 * @returns `done`, with nothing written, if the lease was lost, a check was asked for meanwhile, or the result is not
 *   open
 */
export function decideStopped(state: State, { fence }: StoppedInput, { now }: Moment): Decision<Recheck> {
  const { payment } = state;
  const stopped = stoppedEvent(payment);
  if (!holdsLease(state, fence) || stopped === null || isAskedMeanwhile(state)) return nothing(DONE);
  const [newest] = openCallbacks(state);
  const sinceCalledBack = newest === undefined ? POLLED_FOR_MS : now - newest.received_at;
  if (payment.status === 'pending' && sinceCalledBack < POLLED_FOR_MS) return nothing(again(sinceCalledBack));
  const set = {
    lease_owner: null,
    lease_until: null,
    next_check_at: null,
    last_checked_at: now,
  };
  if (!isNews(state, stopped)) return { changes: [], set, outcome: STOPPED };
  return { changes: [{ set, event: stopped, webhook: 'payment.review_required' }], outcome: STOPPED };
}

/** Details that differ have sent a completed payment to review already. */
function stoppedEvent({ status, verified, differences }: StoredPayment): HistoryEvent | null {
  if (status === 'pending') return { kind: 'polling_stopped', data: {} };
  return status === 'completed' && verified === 0 && differences === null
    ? { kind: 'verification_stopped', data: {} }
    : null;
}

/**
 * A merchant's refresh may have begun the checks again: the shop has the webhook already. Nor does a payment that was
 * resolved need review.
 */
function isNews({ payment, history }: State, { kind }: HistoryEvent): boolean {
  if (history.some((event) => event.kind === kind)) return false;
  if (kind === 'polling_stopped') return payment.resolution === null;
  const completedAt = history.findLastIndex((event) => event.kind === 'completed');
  return !history.slice(completedAt).some((event) => event.kind === 'resolved');
}
