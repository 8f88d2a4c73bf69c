import { hasOpenDifferences } from '../attemptPolicy.ts';
import { type Decision, type Moment, nothing, type State, withOverpayment } from '../decision.ts';
import { RESOLVABLE } from './reference.ts';

/** The merchant records what became of a payment, with a reason. A resolution changes no status: only the operator's answers do. */
export interface ResolutionInput {
  readonly resolution: 'received' | 'not_received' | 'closed';
  readonly reason: string;
  /** The name of the merchant key. */
  readonly by: string;
}

/** @returns whether the resolution was recorded */
export function decideResolution(state: State, input: ResolutionInput, { now }: Moment): Decision<boolean> {
  const { resolution, reason, by } = input;
  if (resolution === 'closed' ? !mayClose(state) : !mayRecord(state, resolution)) return nothing(false);
  // Closing does not take back `received`: it blocks further attempts.
  const isKept = resolution === 'closed' && state.payment.resolution === 'received';
  const set = isKept ? {} : { resolution, resolution_reason: reason, resolution_by: by, resolution_at: now };
  return { changes: withOverpayment(state, { set, event: { kind: 'resolved', data: { resolution, reason, by } } }), outcome: true };
}

/** `not_received` allows a new attempt. `received` blocks one. After a failure, both answer differences, and `received` can be taken back. */
function mayRecord({ payment }: State, resolution: 'received' | 'not_received'): boolean {
  // What was refunded was received.
  if (resolution === 'not_received' && payment.amount_refunded > 0) return false;
  const mayHaveFailed = payment.resolution === 'received' || hasOpenDifferences(payment);
  const statuses = mayHaveFailed ? RESOLVABLE : (['unresolved', 'pending'] as const);
  return statuses.some((status) => status === payment.status);
}

/** The merchant has acted on a final payment, as by a refund outside. It needs no review until something new is found. */
function mayClose({ payment, reviewReasons }: State): boolean {
  return (payment.status === 'completed' || payment.status === 'failed') && reviewReasons.length > 0;
}
