import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import type { StoredPayment } from '../../database/schema.ts';

type Subscriber = (payment: StoredPayment) => void;

/** How long a page that polls a payment counts as a subscriber, ms. */
const POLLED_WITHIN_MS = 20_000;
/** Polled payments that are kept; the oldest leave first. */
const MAX_POLLED = 10_000;

/** Sends payments to those who subscribed to them in this process. */
export type Subscriptions = ReturnType<typeof createSubscriptions>;

/**
 * Keeps the subscribers of this process.
 *
 * @param now a time that never goes back, ms
 */
export function createSubscriptions(now: () => number) {
  const byPayment = new Map<PaymentId, Set<Subscriber>>();
  const byOrder = new Map<OrderReference, Set<Subscriber>>();
  const polledAt = new Map<PaymentId, number>();
  return {
    /**
     * Calls the subscriber at each change of a payment, and when another attempt of its order completes: the payer has then paid by that
     * one. Until the returned function is called.
     */
    subscribe({ id, order_reference }: StoredPayment, subscriber: Subscriber): () => void {
      const removals = [add(byPayment, id, subscriber), add(byOrder, order_reference, subscriber)];
      return () => {
        for (const remove of removals) remove();
      };
    },
    /** A page without an event stream asked for this payment. */
    polled(id: PaymentId): void {
      polledAt.delete(id);
      polledAt.set(id, now());
      if (polledAt.size > MAX_POLLED) {
        for (const oldest of polledAt.keys()) {
          polledAt.delete(oldest);
          break;
        }
      }
    },
    /** Whether anybody subscribed to this payment, or polled it lately. */
    hasSubscribers: (id: PaymentId) => byPayment.has(id) || now() - (polledAt.get(id) ?? Number.NEGATIVE_INFINITY) < POLLED_WITHIN_MS,
    /** The orders of all payments that have subscribers. */
    orders: () => [...byOrder.keys()],
    /** Whether a payment of this order has subscribers. */
    hasOrder: (order: OrderReference) => byOrder.has(order),
    /** Sends a payment to its subscribers; a completed one to those of every attempt of its order. */
    publish(payment: StoredPayment): void {
      const subscribers = payment.status === 'completed' ? byOrder.get(payment.order_reference) : byPayment.get(payment.id);
      for (const subscriber of subscribers ?? []) subscriber(payment);
    },
  };
}

function add<Key>(subscribers: Map<Key, Set<Subscriber>>, key: Key, subscriber: Subscriber): () => void {
  const all = subscribers.get(key) ?? new Set();
  subscribers.set(key, all.add(subscriber));
  return () => {
    all.delete(subscriber);
    if (all.size === 0 && subscribers.get(key) === all) subscribers.delete(key);
  };
}
