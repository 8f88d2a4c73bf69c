import { checkAtAfterCallback, MANY_CHECKS } from '../callbackChecks.ts';
import type { Decision, Moment, State } from '../decision.ts';
import type { StoredCallback } from '../payment.ts';

/**
 * How many different callbacks of one payment are stored. A new one then replaces another, but none of the first ones
 * that stand.
 */
export const MAX_STORED = 20;
const KEPT_FIRST = 10;

/** What is stored of a callback: the transaction that it names, and the status. */
export interface CallbackNote {
  readonly serverCorrelationId: string;
  /** As the callback writes it; missing or '' if it names none. */
  readonly transactionReference?: string;
  readonly status: string;
}

/** A callback arrived under the payment's secret address. */
export interface CallbackInput {
  readonly note: CallbackNote;
}

/** A callback changes no status. It is stored, and makes the payment's next status check due sooner. */
export function decideCallback(state: State, { note }: CallbackInput, { now }: Moment): Decision<null> {
  const { payment, callbacks } = state;
  const { serverCorrelationId, transactionReference = '', status } = note;
  const known = callbacks.find(
    (one) =>
      one.server_correlation_id === serverCorrelationId &&
      one.transaction_reference === transactionReference &&
      one.status === status,
  );
  const stored: StoredCallback =
    known === undefined
      ? {
          payment_id: payment.id,
          server_correlation_id: serverCorrelationId,
          transaction_reference: transactionReference,
          status,
          received_at: now,
          count: 1,
          rejected: 0,
        }
      : // A repeated callback is checked again, even if it was rejected: the operator's details may have changed.
        { ...known, count: known.count + 1, rejected: 0 };
  const isFull = callbacks.length >= MAX_STORED;
  const replaces = known === undefined && isFull ? replaceable(callbacks) : null;
  const checkAt = checkAtAfterCallback(payment, stored, now);
  const set = checkAt === undefined ? {} : { callback_checks: payment.callback_checks + 1, next_check_at: checkAt };
  // A flood of callbacks writes no events: they would fill the disk.
  const isRecorded =
    (known === undefined && !isFull) || (checkAt !== undefined && payment.callback_checks < MANY_CHECKS);
  return {
    changes: isRecorded ? [{ set, event: { kind: 'callback', data: { status } } }] : [],
    ...(isRecorded ? {} : { set }),
    callback: { stored, isNew: known === undefined, replaces },
    outcome: null,
  };
}

/**
 * A rejected one, else the oldest but for the first ones: who finds an address that leaked comes after the operator.
 */
function replaceable(callbacks: readonly StoredCallback[]): StoredCallback | null {
  const oldestFirst = callbacks.toSorted((one, other) => one.received_at - other.received_at);
  return oldestFirst.find(({ rejected }) => rejected === 1) ?? oldestFirst[KEPT_FIRST] ?? null;
}
