import type { PaymentStatus } from '@tsena/shared/checkout';
import { isPaid } from '../../src/core/rules/attemptPolicy.ts';
import type { Input } from '../../src/core/rules/decide.ts';
import type { Decision, State } from '../../src/core/rules/decision.ts';
import { findReviewReasons, unreportedOverpayment } from '../../src/core/rules/findDeviations.ts';
import type { StoredPayment } from '../../src/core/rules/payment.ts';
import { NEWEST_FENCE } from './normalRows.ts';
import { paymentOf, type Rows } from './rowsInMemory.ts';
import { referenceOf, type Transaction, type World } from './world.ts';

/**
 * What must hold in every state, in the words of the invariants of docs/architecture.md: what rows alone show, partly as
 * `tsena audit --verify` and the judge of the stress tests check it, and what the operator's side shows. What a single step may not do follows
 * below.
 *
 * @returns what does not hold; undefined if all does
 */
export function brokenIn(world: World): string | undefined {
  const { rows, operator } = world;
  for (const [payment, own] of operator.entries()) {
    const broken = brokenOf(world, paymentOf(rows, payment), own, payment);
    if (broken !== undefined) return `payment ${payment + 1}: ${broken}`;
  }
  return brokenByRows(rows) ?? undefined;
}

/** Most states share their rows with many others. */
const known = new WeakMap<Rows, string | null>();

function brokenByRows(rows: Rows): string | null {
  const before = known.get(rows);
  if (before !== undefined) return before;
  const broken = findInRows(rows) ?? null;
  known.set(rows, broken);
  return broken;
}

/** What a normal row and the last events of each kind show: `findDeviations` as a whole reads complete histories. */
function findInRows({ attempts, histories }: Rows): string | undefined {
  const payments = attempts.map((payment) => ({ ...payment, history: histories.get(payment.id) ?? [] }));
  const paid = attempts.flatMap(({ status, transaction_fold: fold }) => (status === 'completed' ? [fold] : []));
  if (new Set(paid).size < paid.length) return 'one transaction completes two payments (3)';
  if (unreportedOverpayment(payments) !== undefined) return 'the order is paid twice, and not reported as overpaid (2)';
  const refunded = attempts.find((one) => one.amount_refunded > (isPaid(one) ? one.amount : 0));
  if (refunded !== undefined) return `${refunded.id} has refunds that exceed what was paid (8)`;
  for (const payment of payments) {
    const [reasons] = findReviewReasons(
      payment,
      payments.filter((other) => other !== payment),
    );
    if (reasons !== undefined) return `${payment.id}: ${reasons} (2)`;
  }
  return undefined;
}

function brokenOf(world: World, row: StoredPayment, own: Transaction, payment: number): string | undefined {
  const { operator } = world;
  const { status } = row;
  const hasLeft = own.status !== 'none' || own.isLate;
  if (status === 'created' && hasLeft) return 'it is created, and was sent (3)';
  if (status === 'completed') {
    const paying = operator.find((_, index) => referenceOf(index) === row.transaction_id);
    if (paying?.status !== 'completed') return 'it is completed without a debited transaction (3)';
  }
  const mayBeFailed =
    own.isContrary || own.isCorrected || own.isSecond || own.status === 'failed' || row.differences !== null;
  if (status === 'failed' && hasLeft && !mayBeFailed) return `it is failed, and its transaction is ${own.status} (3)`;
  if (own.status === 'completed' && isForgotten(world, row, own, payment)) return 'its debit is forgotten (2)';
  if (status === 'pending' && row.next_check_at === null && !isLookedAt(row))
    return 'it is pending, and nobody asks about it (2)';
  return undefined;
}

/** A person looks at it, or has recorded what became of it. */
function isLookedAt({ review_reasons, resolution }: StoredPayment): boolean {
  return review_reasons !== null || resolution !== null;
}

/** Invariant 2: a debit has completed a payment, or its payment needs review, or a check is planned. */
function isForgotten({ operator, rows }: World, row: StoredPayment, own: Transaction, payment: number): boolean {
  const isPaying = rows.attempts.some(
    ({ status, transaction_id: paidBy }) => status === 'completed' && paidBy === referenceOf(payment),
  );
  if (isPaying || row.next_check_at !== null || isLookedAt(row)) return false;
  // An operator that contradicts itself is found out by its callback only.
  if (own.callback === 'due' && (own.isContrary || own.isCorrected || own.isSecond)) return false;
  return operator.length > 0;
}

/** What a decision may not do in any state. */
export function brokenByDecision(
  { payment, attempts, callbacks }: State,
  input: Input,
  { changes, set }: Decision,
): string | undefined {
  const isStale = 'fence' in input && input.fence !== NEWEST_FENCE;
  if (isStale && (changes.length > 0 || set !== undefined)) return 'a worker that has lost its lease writes';
  if (payment.resolution === 'received' && changes.some(({ webhook }) => webhook === 'payment.failed'))
    return 'the shop may cancel an order that the merchant has recorded as received (2)';
  const isRepeated =
    input.kind === 'sending' && input.after !== null && changes.some(({ event }) => event.kind === 'sending');
  if (isRepeated && callbacks.some(({ rejected }) => rejected === 0))
    return 'a request is repeated although a callback shows that the first one was carried out';
  const isPaidByAnother = attempts.some(
    ({ id, status, resolution }) => id !== payment.id && (status === 'completed' || resolution === 'received'),
  );
  if (isPaidByAnother && changes.some(({ to }) => to === 'sending'))
    return 'a payment is sent although another one has paid its order';
  const silent = changes.find(({ to, webhook }) => webhook === undefined && to !== undefined && ANNOUNCED.includes(to));
  // The shop must not cancel what the merchant has recorded as received: it gets a request to review instead.
  const isAnnounced = silent === undefined || changes.some(({ webhook }) => webhook === 'payment.review_required');
  return isAnnounced ? undefined : `a payment becomes ${silent.to} without a webhook`;
}

/** The statuses that the shop gets a webhook of. */
const ANNOUNCED: readonly PaymentStatus[] = ['completed', 'failed', 'unresolved'];

/**
 * An order gets no further payment while one is paid, or reported as paid.
 *
 * @param isAnswered whether the operator has answered every lookup
 */
export function brokenByOpening({ rows, operator }: World, isAnswered: boolean): string | undefined {
  const { attempts } = rows;
  if (attempts.some(({ status, resolution }) => status === 'completed' || resolution === 'received'))
    return 'an order that is paid gets another payment';
  const isReported = attempts.some(
    ({ status, details_unavailable_since: since, resolution }) =>
      (status === 'pending' || status === 'unresolved') && since !== null && resolution !== 'not_received',
  );
  if (isReported) return 'an order that the operator reports as paid gets another payment';
  const hasStored = operator.some(
    ({ status, callback }, payment) =>
      status === 'completed' && callback === 'arrived' && paymentOf(rows, payment).resolution === null,
  );
  return isAnswered && hasStored ? 'an order whose debit a stored callback reports gets another payment' : undefined;
}

/** Invariant 1: at most one request of a payment that the operator does not refuse, and one prompt at a time. */
export function brokenByRequest(
  { operator, rows }: Pick<World, 'operator' | 'rows'>,
  payment: number,
): string | undefined {
  const own = operator[payment];
  if (own !== undefined && own.accepted > 0 && !own.isContrary) return 'the operator gets two requests of one payment';
  if (own?.isLate) return 'the operator gets two requests of one payment';
  // The merchant has recorded that no money came, although the request was still on its way.
  if (paymentOf(rows, payment).resolution === 'not_received') return undefined;
  const isTwice = operator.some(
    ({ status, isFresh, isSecond }, other) =>
      other !== payment &&
      status === 'pending' &&
      isFresh &&
      !isSecond &&
      paymentOf(rows, other).resolution !== 'not_received',
  );
  return isTwice ? 'the payer sees two prompts of one order at once' : undefined;
}

/**
 * While the operator says completed and the details cannot be read, no other payment of the order begins.
 *
 * @param before what was decided on
 * @param after the payment as the decision leaves it
 */
export function brokenByEvidence(before: State, input: Input, after: StoredPayment): string | undefined {
  if (input.kind !== 'evidence' || input.fence !== NEWEST_FENCE || input.status === null) return undefined;
  const { payment, callbacks } = before;
  const { serverCorrelationId: id, isNamedByCallback, answer } = input.status;
  const isOpen = payment.status === 'pending' || payment.status === 'unresolved';
  const isOwn = id === payment.server_correlation_id;
  const isNamed = callbacks.some(
    ({ server_correlation_id, rejected }) => server_correlation_id === id && rejected === 0,
  );
  // Else the answer is about what is no question any more.
  const isAsked = isNamedByCallback ? isNamed && !isOwn && before.boundTo === null : isOwn;
  if (!isOpen || !isAsked || answer?.kind !== 'state' || answer.state !== 'completed') return undefined;
  const isKept = after.status === 'completed' || after.differences !== null || after.details_unavailable_since !== null;
  const areDetailsUnread = input.transactions.every((one) => one.answer.kind !== 'details');
  return !isKept && areDetailsUnread
    ? 'the operator says completed, and the order is free for another payment'
    : undefined;
}
