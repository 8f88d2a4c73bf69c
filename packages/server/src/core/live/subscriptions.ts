import type { OrderReference } from '@tsena/shared/checkout';
import type { StoredPayment } from '../../database/schema.ts';

type Subscriber = (payment: StoredPayment) => void;

/** How long a page that polls a payment counts as a subscriber of its order, ms. */
const POLLED_WITHIN_MS = 20_000;
/** Polled orders that are kept; the oldest leave first. */
const MAX_POLLED = 10_000;

/**
 * Sends payments to those who subscribed to their orders in this process: what is true of a payment depends on all of
 * them.
 */
export interface Subscriptions {
  /** Calls the subscriber with each payment of the order that changes, until the returned function is called. */
  subscribe(payment: Pick<StoredPayment, 'order_reference'>, subscriber: Subscriber): () => void;
  /** A page without an event stream asked for a payment of this order. */
  polled(order: OrderReference): void;
  /** Whether anybody subscribed to this order, or polled it lately. */
  hasSubscribers(order: OrderReference): boolean;
  /** The orders that have subscribers. */
  orders(): OrderReference[];
  /** Whether this order has subscribers. */
  hasOrder(order: OrderReference): boolean;
  /** Sends a payment that has changed to the subscribers of its order. */
  publish(payment: StoredPayment): void;
}

/**
 * Keeps the subscribers of this process.
 *
 * @param now a time that never goes back, ms
 */
export function createSubscriptions(now: () => number): Subscriptions {
  const byOrder = new Map<OrderReference, Set<Subscriber>>();
  const polledAt = new Map<OrderReference, number>();
  return {
    subscribe({ order_reference }, subscriber) {
      const all = byOrder.get(order_reference) ?? new Set();
      byOrder.set(order_reference, all.add(subscriber));
      return () => {
        all.delete(subscriber);
        if (all.size === 0 && byOrder.get(order_reference) === all) byOrder.delete(order_reference);
      };
    },
    polled(order) {
      polledAt.delete(order);
      polledAt.set(order, now());
      if (polledAt.size > MAX_POLLED) {
        for (const oldest of polledAt.keys()) {
          polledAt.delete(oldest);
          break;
        }
      }
    },
    hasSubscribers: (order) =>
      byOrder.has(order) || now() - (polledAt.get(order) ?? Number.NEGATIVE_INFINITY) < POLLED_WITHIN_MS,
    orders: () => [...byOrder.keys()],
    hasOrder: (order) => byOrder.has(order),
    publish(payment) {
      for (const subscriber of byOrder.get(payment.order_reference) ?? []) subscriber(payment);
    },
  };
}
