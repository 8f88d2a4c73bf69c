import type { PaymentId } from '@tsena/shared/checkout';
import type { StoredPayment } from '../ledger/schema.ts';

type Listener = (payment: StoredPayment) => void;

/** How long somebody who polls counts as watching, ms. */
const WATCHING = 20_000;
/** Polled payments that are remembered; the oldest leave first. */
const MAX_POLLED = 10_000;

/** Tells those who watch a payment of its changes, and tells who is watched. */
export interface Live {
  /** Calls the listener at each change until the returned function is called. */
  watch(id: PaymentId, listener: Listener): () => void;
  /** Somebody asked for this payment. */
  polled(id: PaymentId): void;
  isWatched(id: PaymentId): boolean;
  publish(payment: StoredPayment): void;
}

/** Keeps the watchers of this process. */
export function createLive(now: () => number): Live {
  const listeners = new Map<PaymentId, Set<Listener>>();
  const polledAt = new Map<PaymentId, number>();
  return {
    watch(id, listener) {
      const watching = listeners.get(id) ?? new Set();
      listeners.set(id, watching.add(listener));
      return () => {
        watching.delete(listener);
        if (watching.size === 0 && listeners.get(id) === watching) listeners.delete(id);
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
    isWatched: (id) => listeners.has(id) || now() - (polledAt.get(id) ?? Number.NEGATIVE_INFINITY) < WATCHING,
    publish(payment) {
      for (const listener of listeners.get(payment.id) ?? []) listener(payment);
    },
  };
}
