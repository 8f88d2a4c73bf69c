import type { History, HistoryEvent } from '../../src/core/rules/historyEvent.ts';
import type { StoredCallback, StoredPayment } from '../../src/core/rules/payment.ts';
import { ageOf, NOW, timeOf } from './ages.ts';
import type { Rows } from './rowsInMemory.ts';

/** The fencing token of every newest lease: only whether a worker has the newest counts. */
export const NEWEST_FENCE = 2;
const LEASE_END = NOW + 12_000;
const LEASE_ENDED = NOW - 1;
/** Only whether two transactions were created at the same time counts. */
const CREATED = timeOf(3);

const NO_EVENTS: History = [];

/** The events that decisions read. The last of each kind with the same data is enough: none of them counts. */
const READ: ReadonlySet<HistoryEvent['kind']> = new Set([
  'completed',
  'details_unavailable',
  'details_mismatch',
  'order_overpaid',
  'resolved',
  'polling_stopped',
  'verification_stopped',
  'unknown_status',
  'status_unreadable',
  'lookups_refused',
]);

/**
 * The rows in the form that all equal ones have: what no decision reads is constant, times are ages, and the order of
 * those that are compared with each other stays.
 *
 * @param least makes every age at least this one: time has passed
 */
export function normalRows({ attempts, callbacks, histories }: Rows, least = 0): Rows {
  const open = callbacks.filter(({ rejected }) => rejected === 0);
  const compared = [
    ...open.map(({ received_at }) => received_at),
    ...attempts.flatMap(({ id, last_checked_at, resolution_at }) =>
      open.some(({ payment_id }) => payment_id === id) ? [last_checked_at, resolution_at] : [],
    ),
  ].filter((time) => time !== null);
  const older = (time: number) => aged(time, least);
  const inOrder = orderOf(compared, older);
  return {
    attempts: attempts.map((payment) => {
      const isCompared = open.some(({ payment_id }) => payment_id === payment.id);
      return normalPaymentOf(payment, least, older, isCompared ? inOrder : null);
    }),
    callbacks: callbacks
      .map((one) => ({
        ...one,
        count: Math.min(one.count, 2),
        received_at: one.rejected === 0 ? inOrder(one.received_at) : timeOf(0),
      }))
      .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)),
    histories: new Map(
      attempts.map(({ id, details_unavailable_since: since }) => [
        id,
        normalHistory(histories.get(id) ?? NO_EVENTS, since !== null),
      ]),
    ),
  };
}

function aged(time: number, least: number): number {
  return timeOf(Math.max(ageOf(time), least));
}

/** Times of the same age keep their order: the newest is 1 ms older than the age, so that the next event is newer. */
function orderOf(times: readonly number[], byAge: (time: number) => number): (time: number) => number {
  const older = (time: number) => oneOf(byAge(time), [0, 2, 3]);
  const newestFirst = [...new Set(times)].sort((one, other) => other - one);
  return (time) => {
    const sameAge = newestFirst.filter((one) => older(one) === older(time));
    return older(time) - sameAge.indexOf(time) - 1;
  };
}

/** Of the ages, those that the code tells apart for this time: the others count as the next younger. */
function oneOf(time: number, ages: readonly number[]): number {
  const age = ageOf(time);
  return timeOf(ages.findLast((one) => one <= age) ?? 0);
}

/** What rows of payments and histories are in their normal form: most of them stay as they are in a step. */
const normalPayments = new WeakMap<StoredPayment, Map<string, StoredPayment>>();
const normalHistories = new WeakMap<History, Map<boolean, History>>();

function normalPaymentOf(
  payment: StoredPayment,
  least: number,
  older: (time: number) => number,
  inOrder: ((time: number) => number) | null,
): StoredPayment {
  const { last_checked_at: checked, resolution_at: resolved } = payment;
  const place = (time: number | null) => (time === null || inOrder === null ? null : inOrder(time));
  const key = `${least} ${inOrder === null} ${place(checked)} ${place(resolved)}`;
  return remembered(normalPayments, payment, key, () => normalPayment(payment, older, inOrder));
}

function normalHistory(history: History, isReported: boolean): History {
  return remembered(normalHistories, history, isReported, () => {
    const last = lastOfEach(history);
    // Only who reported what still counts.
    return isReported ? last : last.filter(({ kind }) => kind !== 'details_unavailable');
  });
}

function remembered<Of extends object, Key, Value>(
  known: WeakMap<Of, Map<Key, Value>>,
  of: Of,
  key: Key,
  compute: () => Value,
): Value {
  const byKey = known.get(of) ?? new Map<Key, Value>();
  known.set(of, byKey);
  const before = byKey.get(key);
  if (before !== undefined) return before;
  const value = compute();
  byKey.set(key, value);
  return value;
}

function normalPayment(
  payment: StoredPayment,
  older: (time: number) => number,
  inOrder: ((time: number) => number) | null,
): StoredPayment {
  const { lease_until, next_check_at, sent_at, created_at, updated_at, status } = payment;
  const sent = oneOf(older(sent_at ?? created_at), status === 'failed' || status === 'completed' ? [0, 3] : [0, 1, 3]);
  const isLive = lease_until !== null && lease_until > NOW;
  const leaseEnd = lease_until === null ? null : isLive ? LEASE_END : LEASE_ENDED;
  const isUnasked = next_check_at !== null && next_check_at === lease_until;
  return {
    ...payment,
    version: 1,
    fence: NEWEST_FENCE,
    lease_owner: null,
    lease_until: leaseEnd,
    // An ended lease is asked for as a planned check is.
    next_check_at: next_check_at === null ? null : isUnasked ? leaseEnd : timeOf(0),
    created_at: sent,
    sent_at: sent_at === null ? null : sent,
    updated_at: status === 'failed' ? oneOf(older(updated_at), [0, 3]) : timeOf(0),
    final_at: null,
    last_checked_at: payment.last_checked_at === null || inOrder === null ? null : inOrder(payment.last_checked_at),
    resolution_at: payment.resolution_at === null ? null : (inOrder ?? (() => timeOf(0, 1)))(payment.resolution_at),
    details_unavailable_since:
      payment.details_unavailable_since === null ? null : oneOf(older(payment.details_unavailable_since), [0, 2, 3]),
    transaction_created_at: createdAt(payment),
    failure_code: null,
    failure_reason: null,
    failure_operator_time: null,
    fees: null,
    notification_method: null,
  };
}

/** Each transaction has its own time. */
function createdAt({ transaction_created_at: time, transaction_id }: StoredPayment): number | null {
  return time === null ? null : CREATED - Number(transaction_id?.at(-1));
}

function lastOfEach(history: History): History {
  return history.filter(
    ({ kind, data }, index) =>
      READ.has(kind) && !history.slice(index + 1).some((later) => later.kind === kind && later.data === data),
  );
}

function keyOf({ payment_id, server_correlation_id, transaction_reference, status }: StoredCallback): string {
  return [payment_id, server_correlation_id, transaction_reference, status].join(' ');
}
