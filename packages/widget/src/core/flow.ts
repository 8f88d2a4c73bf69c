import { type Checkout, isFinal, type Payment, type PaymentId } from '@tsena/shared/checkout';

/** What the shopper sees. */
export type View = 'loading' | 'form' | 'waiting' | 'unresolved' | 'confirming' | 'review' | 'paid' | 'failed' | 'orderError';

/** What the view depends on. */
export interface FlowState {
  checkout: Checkout | undefined;
  /** Whether the order could not be loaded. */
  hasFailed: boolean;
  /** Whether this device has stored a payment of this order. */
  hasStoredPayment: boolean;
  /** The payment in whose place the shopper wants a new attempt. */
  retriedPaymentId: PaymentId | null;
}

/** Selects the view for a state. Only the companion's answer makes a payment paid or failed. */
export function selectView({ checkout, hasFailed, hasStoredPayment, retriedPaymentId }: FlowState): View {
  if (checkout === undefined) return hasFailed ? 'orderError' : hasStoredPayment ? 'loading' : 'form';
  const { payment } = checkout;
  if (payment === null) return 'form';
  if (payment.status === 'completed') return 'paid';
  if (payment.failure?.code === 'details_unavailable') return 'confirming';
  if (payment.failure?.code === 'details_mismatch') return 'review';
  // Asks for the reference, as after a lost answer. Such a payment is never retryable.
  if (payment.failure?.code === 'reference_missing') return 'unresolved';
  if (payment.retryable && payment.id === retriedPaymentId) return 'form';
  if (payment.status === 'failed') return 'failed';
  return payment.status === 'unresolved' ? 'unresolved' : 'waiting';
}

/**
 * Selects the order's payment from the known one and one that the companion just returned.
 * Of one payment, it selects the newer state, and never goes back from a final one. Of two payments, it selects the completed one; else
 * the one that the companion named last, which may be an earlier attempt (for example one that the merchant resolved as received).
 *
 * @param isFollowed - `received` comes from following one payment. If it is another payment than `known`, it counts only if completed.
 */
export function selectPayment(known: Payment | null, received: Payment | null, isFollowed?: boolean): Payment | null {
  if (known === null || received === null) return known ?? received;
  const laterBy = (key: 'createdAt' | 'updatedAt' | 'serverTime') => Date.parse(received[key]) - Date.parse(known[key]);
  if (known.id !== received.id) {
    if (known.status === 'completed') return known;
    const isNamedLast = laterBy('createdAt') >= 0 || laterBy('serverTime') > 0;
    return received.status === 'completed' || (!isFollowed && isNamedLast) ? received : known;
  }
  if (isFinal(known.status) && !isFinal(received.status)) return known;
  return (laterBy('updatedAt') || laterBy('serverTime')) < 0 ? known : received;
}
