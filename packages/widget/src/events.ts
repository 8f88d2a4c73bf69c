import type { Problem } from '@tsena/shared';
import type { Payment } from '@tsena/shared/checkout';

/**
 * What the widget tells the page, as DOM events `tsena:ready`, `tsena:change` … that bubble and are composed.
 * Convenience for the page alone: the shop counts an order as paid by the companion's webhook.
 */
export interface CheckoutEvents {
  /** The order is known and shown; `payment` is its current attempt, if there is one. */
  ready: { payment: Payment | null };
  /** The payment is another than before, or stands elsewhere. */
  change: { payment: Payment };
  /** The operator says that it is paid. Once for a payment. */
  completed: { payment: Payment };
  /** The operator says that it failed. Once for a payment. */
  failed: { payment: Payment };
  /** A call brought no result; the widget shows the reason itself. */
  error: { problem: Problem };
}

/** One of the events' names, without `tsena:`. */
export type CheckoutEventName = keyof CheckoutEvents;

/** Tells the page. */
export type Emit = <Name extends CheckoutEventName>(name: Name, detail: CheckoutEvents[Name]) => void;
