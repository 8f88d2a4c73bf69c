import {
  type Decision,
  DONE,
  holdsLease,
  type Moment,
  nothing,
  openCallbacks,
  type Recheck,
  type State,
} from '../decision.ts';
import type { StoredPayment } from '../payment.ts';
import { failUnsent, leaveUnresolved } from './initiation.ts';

/**
 * The lease of a payment that was about to be sent, or was being sent, has ended: its process stopped, or paused for
 * too long.
 */
export interface LapsedInput {
  /** The new lease. */
  readonly fence: number;
  /**
   * Whether the database may lack that the payment was sent, as a PostgreSQL server may that was restored, or took over
   * from another.
   */
  readonly mayLackSending: boolean;
}

/** How long after its opening a payment is known not to be sent, as when its process crashes and starts again, ms. */
const KNOWN_UNSENT_MS = 2 * 60_000;

/**
 * Before `sending` was written, nothing was sent, and with the new fence nothing will be. A database that was copied,
 * restored or took over says so too, although its payment was sent: `tsena restore` has it count as sent. After
 * `sending`, the request may have reached the operator.
 */
export function decideLapsed(state: State, { fence, mayLackSending }: LapsedInput, moment: Moment): Decision<Recheck> {
  const { status, created_at, sent_at } = state.payment;
  const { now } = moment;
  if (!holdsLease(state, fence) || (status !== 'created' && status !== 'sending')) return nothing(DONE);
  if (status === 'sending') {
    return { changes: [leaveUnresolved(state, 'the companion stopped before it had an answer', now)], outcome: DONE };
  }
  // The operator calls back only about what it was sent.
  const isCalledBack = openCallbacks(state).length > 0;
  if (!mayLackSending && !isCalledBack && sent_at === null && wasJustOpened(state.payment, moment)) {
    return { changes: [failUnsent('not_sent', 'the companion stopped before it sent anything', now)], outcome: DONE };
  }
  const unresolved = leaveUnresolved(
    state,
    'the companion stopped; the database may lack that it sent the payment',
    now,
  );
  return { changes: [{ ...unresolved, set: { ...unresolved.set, sent_at: created_at } }], outcome: DONE };
}

/** An age below 0, or one across a step of the clock, is unknown. */
function wasJustOpened({ created_at }: StoredPayment, { now, steadyForMs }: Moment): boolean {
  const ageMs = now - created_at;
  return ageMs >= 0 && ageMs < KNOWN_UNSENT_MS && steadyForMs >= KNOWN_UNSENT_MS;
}
