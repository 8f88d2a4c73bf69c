import type { PaymentChange, State } from '../decision.ts';
import type { HistoryEvent } from '../historyEvent.ts';
import type { StatusOutcome } from '../operatorAnswers.ts';

const MAX_STATUS_LENGTH = 40;

/**
 * Records, once, an answer that a person may want to know of and that changes nothing. The same one may come at each
 * check.
 */
export function recordStatus(state: State, answer: StatusOutcome): PaymentChange[] {
  const event = eventOf(answer);
  if (event === null) return [];
  const isRecorded = state.history.some(
    ({ kind, data }) => kind === event.kind && (kind === 'lookups_refused' || data === JSON.stringify(event.data)),
  );
  return isRecorded ? [] : [{ event }];
}

function eventOf(answer: StatusOutcome): HistoryEvent | null {
  if (answer.kind === 'unavailable') {
    const { reason, isRefused, isUnreadable } = answer;
    if (isRefused) return { kind: 'lookups_refused', data: { reason } };
    return isUnreadable ? { kind: 'status_unreadable', data: { reason } } : null;
  }
  if (answer.state !== 'unknown') return null;
  return { kind: 'unknown_status', data: { status: answer.operatorStatus.slice(0, MAX_STATUS_LENGTH) } };
}
