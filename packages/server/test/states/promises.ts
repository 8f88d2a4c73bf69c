import type { PaymentStatus } from '@tsena/shared/checkout';
import type { Input } from '../../src/core/rules/decide.ts';
import type { Decision } from '../../src/core/rules/decision.ts';
import type { StoredPayment } from '../../src/core/rules/payment.ts';
import { reviewReasons, writeReasons } from '../../src/core/rules/reviewReasons.ts';
import { NEWEST_FENCE } from './normalRows.ts';
import { paymentOf, type Rows } from './rowsInMemory.ts';
import { referenceOf, type Transaction, type World } from './world.ts';

/**
 * What must hold in every state, in the words of the invariants of docs/architecture.md. What a single step may not do is
 * checked where the step is: `brokenByRequest`, a status without its webhook, another payment of a paid order.
 *
 * @returns what does not hold; undefined if all does
 */
export function brokenIn(world: World): string | undefined {
  const { rows, operator } = world;
  for (const [payment, own] of operator.entries()) {
    const broken = brokenOf(world, paymentOf(rows, payment), own, payment);
    if (broken !== undefined) return `payment ${payment + 1}: ${broken}`;
  }
  const paid = rows.attempts.flatMap(({ status, transaction_fold: fold }) => (status === 'completed' ? [fold] : []));
  if (new Set(paid).size < paid.length) return 'one transaction completes two payments';
  const isMarked = rows.attempts.some(({ id }) =>
    rows.histories.get(id)?.some(({ kind }) => kind === 'order_overpaid'),
  );
  return paid.length > 1 && !isMarked ? 'the order is paid twice, and not marked as overpaid' : undefined;
}

function brokenOf(world: World, row: StoredPayment, own: Transaction, payment: number): string | undefined {
  const { rows, operator } = world;
  const { status } = row;
  const hasLeft = own.status !== 'none' || own.isLate;
  if (row.amount_refunded > row.amount) return 'its refunds exceed it (8)';
  if (status === 'created' && hasLeft) return 'it is created, and was sent (3)';
  if (status === 'completed') {
    const paying = operator.find((_, index) => referenceOf(index) === row.transaction_id);
    if (paying?.status !== 'completed') return 'it is completed without a debited transaction (3)';
  }
  const mayBeFailed = own.isContrary || own.isCorrected || own.status === 'failed' || row.differences !== null;
  if (status === 'failed' && hasLeft && !mayBeFailed) return `it is failed, and its transaction is ${own.status} (3)`;
  if (own.status === 'completed' && isForgotten(world, row, own, payment)) return 'its debit is forgotten (2)';
  if (status === 'pending' && row.next_check_at === null && !isLookedAt(row))
    return 'it is pending, and nobody asks about it (2)';
  const others = rows.attempts.filter(({ id }) => id !== row.id);
  const reasons = writeReasons(reviewReasons(row, rows.histories.get(row.id) ?? [], others));
  return reasons === row.review_reasons
    ? undefined
    : `it needs review for ${reasons}, and says ${row.review_reasons} (2)`;
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
  if (own.callback === 'due' && (own.isContrary || own.isCorrected)) return false;
  return operator.length > 0;
}

/** What a decision may not do in any state. */
export function brokenByDecision(input: Input, { changes, set }: Decision): string | undefined {
  const isStale = 'fence' in input && input.fence !== NEWEST_FENCE;
  if (isStale && (changes.length > 0 || set !== undefined)) return 'a worker that has lost its lease writes';
  const silent = changes.find(({ to, webhook }) => webhook === undefined && to !== undefined && ANNOUNCED.includes(to));
  // The shop must not cancel what the merchant has recorded as received: it gets a request to review instead.
  const isAnnounced = silent === undefined || changes.some(({ webhook }) => webhook === 'payment.review_required');
  return isAnnounced ? undefined : `a payment becomes ${silent.to} without a webhook`;
}

/** The statuses that the shop gets a webhook of. */
const ANNOUNCED: readonly PaymentStatus[] = ['completed', 'failed', 'unresolved'];

/** An order gets no further payment while one is paid, or reported as paid. */
export function brokenByOpening({ attempts }: Rows): string | undefined {
  if (attempts.some(({ status, resolution }) => status === 'completed' || resolution === 'received'))
    return 'an order that is paid gets another payment';
  const isReported = attempts.some(
    ({ status, details_unavailable_since: since, resolution }) =>
      (status === 'pending' || status === 'unresolved') && since !== null && resolution !== 'not_received',
  );
  return isReported ? 'an order that the operator reports as paid gets another payment' : undefined;
}

/** Invariant 1: at most one request of a payment that the operator does not refuse, and one prompt at a time. */
export function brokenByRequest(
  { operator, rows }: Pick<World, 'operator' | 'rows'>,
  payment: number,
): string | undefined {
  const own = operator[payment];
  if (own !== undefined && own.accepted > 0 && !own.isContrary) return 'the operator gets two requests of one payment';
  if (own?.isLate) return 'the operator gets two requests of one payment';
  const isTwice = operator.some(
    ({ status, isFresh }, other) =>
      other !== payment && status === 'pending' && isFresh && paymentOf(rows, other).resolution !== 'not_received',
  );
  return isTwice ? 'the payer sees two prompts of one order at once' : undefined;
}
