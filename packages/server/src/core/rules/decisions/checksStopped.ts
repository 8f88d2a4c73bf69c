import { UNREAD_DETAILS } from '../attemptPolicy.ts';
import {
  again,
  type Decision,
  DONE,
  holdsLease,
  isAskedMeanwhile,
  type Moment,
  nothing,
  openCallbacks,
  type Recheck,
  STOPPED,
  type State,
} from '../decision.ts';
import { type HistoryEvent, mismatchEvent } from '../historyEvent.ts';
import type { StoredPayment } from '../payment.ts';
import { POLLED_FOR_MS } from '../statusCheckSchedule.ts';
import { saysCompleted } from './reported.ts';

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
  const isReported = isReportedSinceResolved(state);
  if (!holdsLease(state, fence) || isAskedMeanwhile(state)) return nothing(DONE);
  if (!isResultOpen(payment) && !isReported) return nothing(DONE);
  const [newest] = openCallbacks(state);
  const sinceCalledBack = newest === undefined ? POLLED_FOR_MS : now - newest.received_at;
  if (payment.status === 'pending' && sinceCalledBack < POLLED_FOR_MS) return nothing(again(sinceCalledBack));
  const set = {
    lease_owner: null,
    lease_until: null,
    next_check_at: null,
    last_checked_at: now,
  };
  if (isReported) {
    const differences = UNREAD_DETAILS;
    const event = mismatchEvent([differences]);
    return { changes: [{ set: { ...set, differences }, event, webhook: 'payment.review_required' }], outcome: STOPPED };
  }
  const stopped = stoppedEvent(payment);
  if (stopped === null || !isNews(state, stopped)) return { changes: [], set, outcome: STOPPED };
  return { changes: [{ set, event: stopped, webhook: 'payment.review_required' }], outcome: STOPPED };
}

function isResultOpen({ status, verified }: StoredPayment): boolean {
  return status === 'pending' || (status === 'completed' && verified === 0);
}

/**
 * The merchant recorded that no money came, a callback has said since that it did, and the operator never answered. What
 * was recorded stands, but a person looks at it again, once.
 */
function isReportedSinceResolved(state: State): boolean {
  const { payment, history } = state;
  const { status, resolution, resolution_at } = payment;
  if ((status !== 'pending' && status !== 'unresolved') || resolution !== 'not_received') return false;
  const resolvedAt = history.findLastIndex(({ kind }) => kind === 'resolved');
  if (history.slice(resolvedAt).some(({ kind }) => kind === 'details_mismatch')) return false;
  return openCallbacks(state).some(
    (callback) => saysCompleted(callback) && callback.received_at > (resolution_at ?? 0),
  );
}

/** Details that differ have sent a completed payment to review already. */
function stoppedEvent({ status, differences }: StoredPayment): HistoryEvent | null {
  if (status === 'pending') return { kind: 'polling_stopped', data: {} };
  return differences === null ? { kind: 'verification_stopped', data: {} } : null;
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
