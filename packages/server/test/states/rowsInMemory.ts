import { foldReference } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import { countSent } from '../../src/core/rules/attemptPolicy.ts';
import { reportsAmong } from '../../src/core/rules/callbackChecks.ts';
import { decide, type Input, type InputKind, type InputOf, type OutcomeOf } from '../../src/core/rules/decide.ts';
import {
  type Decision,
  type Moment,
  NO_CANDIDATES,
  type Owner,
  type PaidOwner,
  type State,
} from '../../src/core/rules/decision.ts';
import type { PayingTransaction } from '../../src/core/rules/decisions/completion.ts';
import { changeToSending } from '../../src/core/rules/decisions/initiation.ts';
import type { History } from '../../src/core/rules/historyEvent.ts';
import { LEASE_MS } from '../../src/core/rules/lease.ts';
import { orderAfter } from '../../src/core/rules/orderAfter.ts';
import { boundIdOf, payingTransactions } from '../../src/core/rules/payingTransactions.ts';
import type { StoredCallback, StoredPayment } from '../../src/core/rules/payment.ts';
import { paymentRow } from '../support/paymentState.ts';
import { NOW } from './ages.ts';

/** The rows of one order. */
export interface Rows {
  /** Newest first. */
  readonly attempts: readonly StoredPayment[];
  readonly callbacks: readonly StoredCallback[];
  readonly histories: ReadonlyMap<PaymentId, History>;
}

export const NO_ROWS: Rows = { attempts: [], callbacks: [], histories: new Map() };

export const paymentIdOf = (payment: number): PaymentId => `pay_${payment + 1}` as PaymentId;

/** A payment by the number of its attempt, from 0. */
export function paymentOf({ attempts }: Rows, payment: number): StoredPayment {
  const found = attempts[attempts.length - 1 - payment];
  if (found === undefined) throw new RangeError(`There is no payment ${payment}.`);
  return found;
}

/** A decision that was applied, and the rows after it. */
export interface AppliedInMemory<Outcome> {
  readonly rows: Rows;
  /** What it was decided on. */
  readonly state: State;
  readonly decision: Decision<Outcome>;
}

/** What `applyDecision` does with SQL: reads, decides and writes in one step. */
export function applyInMemory<Kind extends InputKind>(
  rows: Rows,
  id: PaymentId,
  input: InputOf<Kind>,
  moment: Moment,
): AppliedInMemory<OutcomeOf<Kind>> {
  const state = readState(rows, id, input as Input);
  const decision = decide(state, input, moment);
  return { rows: writeDecision(rows, state, decision), state, decision };
}

function readState(rows: Rows, id: PaymentId, input: Input): State {
  const { attempts, callbacks, histories } = rows;
  const payment = attempts.find((attempt) => attempt.id === id);
  if (payment === undefined) throw new RangeError(`There is no payment ${id}.`);
  const boundId = boundIdOf(input);
  const takenBy = new Map<string, PaidOwner>();
  for (const transaction of payingTransactions(payment, input)) {
    const owner = findPaidBy(attempts, payment, transaction);
    if (owner !== undefined) takenBy.set(transaction.reference, owner);
  }
  return {
    payment,
    attempts,
    callbacks: callbacks.filter(({ payment_id }) => payment_id === id),
    reports: reportsAmong(
      attempts.filter((attempt) => attempt.id !== id),
      callbacks,
    ),
    history: histories.get(id) ?? [],
    histories,
    takenBy,
    candidates: NO_CANDIDATES,
    boundTo: boundId === undefined ? null : (findBoundTo(rows, id, boundId) ?? null),
  };
}

export function findBoundTo({ attempts }: Rows, id: PaymentId, serverCorrelationId: string): Owner | undefined {
  return attempts.find((other) => other.id !== id && other.server_correlation_id === serverCorrelationId);
}

/** As storage/sameTransaction.ts: all payments of the search have the same payer and amount. */
function findPaidBy(
  attempts: readonly StoredPayment[],
  { id }: StoredPayment,
  { reference, createdAtReadings, isProven, suspectSentBetween }: PayingTransaction,
): PaidOwner | undefined {
  const others = attempts.filter((other) => other.id !== id);
  const same = others.find(({ transaction_fold }) => transaction_fold === foldReference(reference));
  const created = others.find(
    (other) =>
      createdAtReadings.length > 0 &&
      other.transaction_created_at !== null &&
      // Each transaction has its own time.
      other.transaction_id === reference &&
      other.status === 'completed' &&
      (!isProven || other.transaction_proven === 0),
  );
  const suspect = others.find(
    ({ sent_at, status, resolution, transaction_created_at }) =>
      !isProven &&
      suspectSentBetween !== undefined &&
      sent_at !== null &&
      sent_at >= suspectSentBetween.from &&
      sent_at <= suspectSentBetween.to &&
      (status === 'completed' || resolution === 'received') &&
      transaction_created_at === null,
  );
  return same ?? created ?? suspect;
}

function writeDecision(rows: Rows, state: State, { changes, set, callback }: Decision): Rows {
  let callbacks = callback === undefined ? rows.callbacks : withCallback(rows.callbacks, callback);
  let order: Pick<State, 'payment' | 'attempts' | 'histories'> = state;
  for (const { to, set: columns, event, rejects } of changes) {
    const status = to ?? order.payment.status;
    const version = order.payment.version + 1;
    const written = { kind: event.kind, data: JSON.stringify(event.data) };
    order = orderAfter(order, { ...columns, status, version, updated_at: NOW }, written);
    if (rejects !== undefined) callbacks = withoutRejected(callbacks, state.payment.id, rejects);
  }
  if (set !== undefined) order = orderAfter(order, set);
  return { attempts: order.attempts, callbacks, histories: order.histories };
}

function isSameCallback(one: StoredCallback, other: StoredCallback): boolean {
  return (
    one.payment_id === other.payment_id &&
    one.server_correlation_id === other.server_correlation_id &&
    one.transaction_reference === other.transaction_reference &&
    one.status === other.status
  );
}

function withCallback(
  callbacks: readonly StoredCallback[],
  { stored, isNew }: NonNullable<Decision['callback']>,
): StoredCallback[] {
  if (isNew) return [...callbacks, stored];
  const { count, rejected } = stored;
  return callbacks.map((one) => (isSameCallback(one, stored) ? { ...one, count, rejected } : one));
}

function withoutRejected(callbacks: readonly StoredCallback[], id: PaymentId, rejects: object): StoredCallback[] {
  const isRejected = (one: StoredCallback) =>
    one.payment_id === id &&
    Object.entries(rejects).every(([column, value]) => one[column as keyof StoredCallback] === value);
  return callbacks.map((one) => (isRejected(one) ? { ...one, rejected: 1 } : one));
}

/** As storage/attempts.ts inserts a payment. */
export function insertPayment(rows: Rows, isSentAtOnce: boolean): Rows {
  const number = rows.attempts.length;
  const id = paymentIdOf(number);
  const ids = { correlation_id: `correlation-${number + 1}`, reference: `reference-${number + 1}` };
  const sending = isSentAtOnce ? changeToSending(ids, null, NOW) : null;
  const payment = paymentRow({
    ...ids,
    id,
    attempt_number: number + 1,
    sent_attempt_number: countSent(rows.attempts) + 1,
    status: isSentAtOnce ? 'sending' : 'created',
    created_at: NOW,
    updated_at: NOW,
    sent_at: null,
    next_check_at: NOW + LEASE_MS,
    lease_until: NOW + LEASE_MS,
    ...sending?.set,
  });
  return {
    ...rows,
    attempts: [payment, ...rows.attempts.map((one) => ({ ...one, superseded: 1 }))],
    histories: new Map(rows.histories).set(id, []),
  };
}

/** Changes columns of one payment without a decision: leases and due times. */
export function withColumns(rows: Rows, payment: number, columns: Partial<StoredPayment>): Rows {
  const { id } = paymentOf(rows, payment);
  const attempts = rows.attempts.map((one) => (one.id === id ? { ...one, ...columns } : one));
  return { ...rows, attempts };
}

/** As storage/leases.ts leases a payment whose check is due. */
export function lease(rows: Rows, payment: number): Rows {
  const until = NOW + LEASE_MS;
  return withColumns(rows, payment, { lease_until: until, next_check_at: until });
}

/** As storage/leases.ts: the check of a payment has ended. `next_check_at` is null, or planned. */
export function releaseAfterCheck(rows: Rows, payment: number, nextCheckAt: number | null): Rows {
  const { next_check_at: planned, lease_until } = paymentOf(rows, payment);
  const isUnasked = planned !== null && planned === lease_until;
  const isLater = planned !== null && nextCheckAt !== null && planned > nextCheckAt;
  const next_check_at = isUnasked || isLater ? nextCheckAt : planned;
  return withColumns(rows, payment, { lease_until: null, last_checked_at: NOW, next_check_at });
}
