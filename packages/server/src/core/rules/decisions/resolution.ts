import { hasOpenDifferences } from '../attemptPolicy.ts';
import { type Decision, type Moment, nothing, type State, withOverpayment } from '../decision.ts';
import type { StoredPayment } from '../payment.ts';
import { RESOLVABLE } from './reference.ts';

/**
 * The merchant records what became of a payment, with a reason. A resolution changes no status: only the operator's
 * answers do.
 */
export interface ResolutionInput {
  readonly resolution: 'received' | 'not_received' | 'closed';
  readonly reason: string;
  /** The name of the merchant key. */
  readonly by: string;
  /**
   * When the resolution was recorded that the author has seen; null: the author saw none. Without it, any is replaced.
   */
  readonly replaces?: number | null | undefined;
}

/** Whether the resolution that stands is the one that the author has seen. */
export function hasSeen({ resolution_at }: StoredPayment, { replaces }: Pick<ResolutionInput, 'replaces'>): boolean {
  return replaces === undefined || replaces === resolution_at;
}

/** @returns whether the resolution was recorded */
export function decideResolution(state: State, input: ResolutionInput, { now }: Moment): Decision<boolean> {
  const { resolution, reason, by } = input;
  if (!hasSeen(state.payment, input)) return nothing(isRepeated(state.payment, input));
  if (resolution === 'closed' ? !mayClose(state) : !mayRecord(state, resolution)) return nothing(false);
  // Closing does not take back `received`: it blocks further attempts.
  const isKept = resolution === 'closed' && state.payment.resolution === 'received';
  const set = isKept ? {} : { resolution, resolution_reason: reason, resolution_by: by, resolution_at: now };
  return {
    changes: withOverpayment(state, { set, event: { kind: 'resolved', data: { resolution, reason, by } } }),
    outcome: true,
  };
}

/** The answer to the first request was lost. */
function isRepeated({ resolution, resolution_reason, resolution_by }: StoredPayment, input: ResolutionInput): boolean {
  return resolution === input.resolution && resolution_reason === input.reason && resolution_by === input.by;
}

/**
 * `not_received` allows a new attempt. `received` blocks one. After a failure, both answer differences, and `received`
 * can be taken back.
 */
function mayRecord({ payment }: State, resolution: 'received' | 'not_received'): boolean {
  // What was refunded was received.
  if (resolution === 'not_received' && payment.amount_refunded > 0) return false;
  const mayHaveFailed = payment.resolution === 'received' || hasOpenDifferences(payment);
  const statuses = mayHaveFailed ? RESOLVABLE : (['unresolved', 'pending'] as const);
  return statuses.some((status) => status === payment.status);
}

/**
 * The merchant has acted on a final payment, as by a refund outside. It needs no review until something new is found.
 */
function mayClose({ payment }: State): boolean {
  return (payment.status === 'completed' || payment.status === 'failed') && payment.review_reasons !== null;
}
