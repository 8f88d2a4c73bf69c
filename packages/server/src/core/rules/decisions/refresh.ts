import { type Decision, type Moment, nothing, type State } from '../decision.ts';

/**
 * The merchant asks for a status check now, also of a payment that has none planned, because it is final or its polling
 * has stopped. One that is not sent yet, or that waits for the operator's answer, has nothing to ask about.
 */
export function decideRefresh({ payment }: State, _input: unknown, { now }: Moment): Decision<null> {
  const { status, next_check_at } = payment;
  const isDue = next_check_at !== null && next_check_at <= now;
  if (status === 'created' || status === 'sending' || isDue) return nothing(null);
  return { changes: [], set: { next_check_at: now }, outcome: null };
}
