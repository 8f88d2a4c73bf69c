import { orderPositions } from './attemptPolicy.ts';
import type { State } from './decision.ts';
import type { History } from './historyEvent.ts';
import type { StoredPayment } from './payment.ts';
import { reviewReasons, writeReasons } from './reviewReasons.ts';

/** The payments of an order, of which one changes. */
export type ChangedOrder = Pick<State, 'payment' | 'attempts' | 'histories'>;

/**
 * An order after these columns of a payment have changed, and the event was added to its history. What follows for all
 * payments of the order changes too: which one is current, how many were sent, and why each needs review.
 */
export function orderAfter(
  order: ChangedOrder,
  columns: Partial<StoredPayment>,
  event?: History[number],
): ChangedOrder {
  const { id } = order.payment;
  const payment = { ...order.payment, ...columns };
  const changed = order.attempts.map((attempt) => (attempt.id === id ? payment : attempt));
  const own = order.histories.get(id) ?? [];
  const histories = event === undefined ? order.histories : new Map(order.histories).set(id, [...own, event]);
  const attempts = orderPositions(changed)
    .map(({ payment: attempt, ...position }) => {
      const others = changed.filter((other) => other.id !== attempt.id);
      const reasons = reviewReasons(attempt, histories.get(attempt.id) ?? [], others);
      return { ...attempt, ...position, review_reasons: writeReasons(reasons) };
    })
    .toReversed();
  return { payment: attempts.find((attempt) => attempt.id === id) ?? payment, attempts, histories };
}
