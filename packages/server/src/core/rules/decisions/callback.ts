import { checkAtAfterCallback, isAboutOwn } from '../callbackChecks.ts';
import { type Decision, type Moment, nothing, type State } from '../decision.ts';
import type { StoredCallback } from '../payment.ts';

/**
 * How many different callbacks about a payment's own serverCorrelationId are stored, and how many others. More come
 * only from somebody who knows its secret address, and cost nothing.
 */
const MAX_DIFFERENT = 10;
/** How often a callback may come. The operator repeats one only until it is answered. */
const MAX_COUNT = 10;

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

/**
 * A callback changes no status. It is stored, and makes the payment's next status check due sooner. One that repeats
 * writes no event, which would fill the disk.
 */
export function decideCallback(state: State, { note }: CallbackInput, { now }: Moment): Decision<null> {
  const { payment, callbacks } = state;
  const { serverCorrelationId, transactionReference = '', status } = note;
  const known = callbacks.find(
    (one) =>
      one.server_correlation_id === serverCorrelationId &&
      one.transaction_reference === transactionReference &&
      one.status === status,
  );
  const namesOwn = ({ server_correlation_id: id }: Pick<StoredCallback, 'server_correlation_id'>) =>
    id !== '' && isAboutOwn(payment, { server_correlation_id: id });
  const isOwn = namesOwn({ server_correlation_id: serverCorrelationId });
  const isFull = callbacks.filter((one) => namesOwn(one) === isOwn).length >= MAX_DIFFERENT;
  if (known === undefined ? isFull : known.count >= MAX_COUNT) return nothing(null);
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
  const checkAt = checkAtAfterCallback(payment, stored, now);
  const set = checkAt === undefined ? {} : { next_check_at: checkAt };
  if (known !== undefined) return { changes: [], set, callback: { stored, isNew: false }, outcome: null };
  return {
    changes: [{ set, event: { kind: 'callback', data: { status } } }],
    callback: { stored, isNew: true },
    outcome: null,
  };
}
