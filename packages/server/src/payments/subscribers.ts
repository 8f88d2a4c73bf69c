import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import type { StoredPayment } from '../storage/schema.ts';

type Listener = (payment: StoredPayment) => void;

/** How long somebody who polls counts as watching, ms. */
const WATCHING = 20_000;
/** Polled payments that are remembered; the oldest leave first. */
const MAX_POLLED = 10_000;

/** Tells those who watch a payment of its changes, and tells who is watched. */
export interface Live {
  /**
   * Calls the listener at each change of a payment, and when another attempt of its order completes: who waits for
   * the one has then paid by the other. Until the returned function is called.
   */
  watch(payment: StoredPayment, listener: Listener): () => void;
  /** Somebody asked for this payment. */
  polled(id: PaymentId): void;
  isWatched(id: PaymentId): boolean;
  /** The orders of all payments that somebody listens to. */
  watchedOrders(): OrderReference[];
  /** Whether somebody listens to a payment of this order. */
  isAwaited(order: OrderReference): boolean;
  publish(payment: StoredPayment): void;
}

/** Keeps the watchers of this process. */
export function createLive(now: () => number): Live {
  const byPayment = new Map<PaymentId, Set<Listener>>();
  const byOrder = new Map<OrderReference, Set<Listener>>();
  const polledAt = new Map<PaymentId, number>();
  return {
    watch({ id, order_reference }, listener) {
      const forget = [add(byPayment, id, listener), add(byOrder, order_reference, listener)];
      return () => {
        for (const one of forget) one();
      };
    },
    polled(id) {
      polledAt.delete(id);
      polledAt.set(id, now());
      if (polledAt.size > MAX_POLLED) {
        for (const oldest of polledAt.keys()) {
          polledAt.delete(oldest);
          break;
        }
      }
    },
    isWatched: (id) => byPayment.has(id) || now() - (polledAt.get(id) ?? Number.NEGATIVE_INFINITY) < WATCHING,
    watchedOrders: () => [...byOrder.keys()],
    isAwaited: (order) => byOrder.has(order),
    publish(payment) {
      const told = payment.status === 'completed' ? byOrder.get(payment.order_reference) : byPayment.get(payment.id);
      for (const listener of told ?? []) listener(payment);
    },
  };
}

function add<Key>(listeners: Map<Key, Set<Listener>>, key: Key, listener: Listener): () => void {
  const watching = listeners.get(key) ?? new Set();
  listeners.set(key, watching.add(listener));
  return () => {
    watching.delete(listener);
    if (watching.size === 0 && listeners.get(key) === watching) listeners.delete(key);
  };
}
