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
import type { HistoryEvent } from '../historyEvent.ts';
import type { StoredPayment } from '../payment.ts';
import { POLLED_FOR_MS } from '../statusCheckSchedule.ts';

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
  if (!holdsLease(state, fence) || !isResultOpen(payment) || isAskedMeanwhile(state)) return nothing(DONE);
  const [newest] = openCallbacks(state);
  const sinceCalledBack = newest === undefined ? POLLED_FOR_MS : now - newest.received_at;
  if (payment.status === 'pending' && sinceCalledBack < POLLED_FOR_MS) return nothing(again(sinceCalledBack));
  const set = {
    lease_owner: null,
    lease_until: null,
    next_check_at: null,
    last_checked_at: now,
  };
  const stopped = stoppedEvent(payment);
  if (stopped === null || !isNews(state, stopped)) return { changes: [], set, outcome: STOPPED };
  return { changes: [{ set, event: stopped, webhook: 'payment.review_required' }], outcome: STOPPED };
}

function isResultOpen({ status, verified }: StoredPayment): boolean {
  return status === 'pending' || (status === 'completed' && verified === 0);
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
