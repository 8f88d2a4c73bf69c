import { type Checkout, isFinal, type Payment, type PaymentId, type PaymentView } from '@tsena/shared/checkout';

/** What the shopper sees: what the companion says of the payment, or what only this browser knows. */
export type View = 'loading' | 'form' | 'orderError' | 'typed' | PaymentView;

/** The shopper's answer before another request: whether the secret code of this payment was typed. */
export interface Answer {
  readonly paymentId: PaymentId;
  readonly hasTyped: boolean;
}

/** What the view depends on. */
export interface FlowState {
  checkout: Checkout | undefined;
  /** Whether the order could not be loaded. */
  hasFailed: boolean;
  /** Whether this device has stored a payment of this order. */
  hasStoredPayment: boolean;
  answer: Answer | null;
}

/** Selects the view for a state. What is true of a payment is the companion's to say. */
export function selectView({ checkout, hasFailed, hasStoredPayment, answer }: FlowState): View {
  if (checkout === undefined) return hasFailed ? 'orderError' : hasStoredPayment ? 'loading' : 'form';
  const { payment } = checkout;
  if (payment === null) return 'form';
  const hasTyped = payment.retryable && payment.id === answer?.paymentId ? answer.hasTyped : null;
  if (hasTyped === false) return 'form';
  return hasTyped && payment.view === 'waiting' ? 'typed' : payment.view;
}

/**
 * Selects the order's payment from the known one and one that the companion just returned.
 * Of one payment, it selects the newer state, and never goes back from a final one. Of two payments, it selects the one
 * that paid the order; else the one that the companion named last, which may be an earlier attempt.
 *
 * @param isFollowed - `received` comes from following one payment. If it is another payment than `known`, it counts
 *   only if it paid the order.
 */
export function selectPayment(known: Payment | null, received: Payment | null, isFollowed?: boolean): Payment | null {
  if (known === null || received === null) return known ?? received;
  const laterBy = (key: 'createdAt' | 'updatedAt' | 'serverTime') => Date.parse(received[key]) - Date.parse(known[key]);
  if (known.id !== received.id) {
    if (hasPaid(known)) return known;
    const isNamedLast = laterBy('createdAt') >= 0 || laterBy('serverTime') > 0;
    return hasPaid(received) || (!isFollowed && isNamedLast) ? received : known;
  }
  if (isFinal(known.status) && !isFinal(received.status)) return known;
  return (laterBy('updatedAt') || laterBy('serverTime')) < 0 ? known : received;
}

function hasPaid({ status, view }: Payment): boolean {
  return status === 'completed' || view === 'paid';
}
