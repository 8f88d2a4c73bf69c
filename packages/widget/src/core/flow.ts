import { type Checkout, isFinal, type Payment, type PaymentId } from '@tsena/shared/checkout';

/** What the shopper sees. */
export type View = 'loading' | 'form' | 'waiting' | 'unresolved' | 'checked' | 'paid' | 'failed' | 'blocked';

/** What the view depends on. */
export interface FlowState {
  checkout: Checkout | undefined;
  /** Whether the order could not be read at all. */
  blocked: boolean;
  /** Whether this device remembers a payment for this order. */
  remembered: boolean;
  /** The payment that the shopper wants to try again. */
  retryOf: PaymentId | null;
}

/** Which view a state asks for. Only the companion's word makes a payment paid or failed. */
export function viewOf({ checkout, blocked, remembered, retryOf }: FlowState): View {
  if (checkout === undefined) return blocked ? 'blocked' : remembered ? 'loading' : 'form';
  const { payment } = checkout;
  if (payment === null) return 'form';
  if (payment.status === 'completed') return 'paid';
  if (payment.failure?.code === 'details_mismatch') return 'checked';
  if (payment.retryable && payment.id === retryOf) return 'form';
  if (payment.status === 'failed') return 'failed';
  return payment.status === 'unresolved' ? 'unresolved' : 'waiting';
}

/**
 * The later of two readings of one payment. Of two payments of one order: the one that paid it; else the one that the companion names
 * as the order's, if it began later or was named later (an earlier attempt may stand that the merchant received, say).
 *
 * @param isLive - `read` comes from following a payment: of another one only one thing counts, that it has paid the order
 */
export function laterPayment(known: Payment | null, read: Payment | null, isLive?: boolean): Payment | null {
  if (known === null || read === null) return known ?? read;
  const since = (key: 'createdAt' | 'updatedAt' | 'serverTime') => Date.parse(read[key]) - Date.parse(known[key]);
  if (known.id !== read.id) {
    if (known.status === 'completed') return known;
    return read.status === 'completed' || (!isLive && (since('createdAt') >= 0 || since('serverTime') > 0)) ? read : known;
  }
  if (isFinal(known.status) && !isFinal(read.status)) return known;
  return (since('updatedAt') || since('serverTime')) < 0 ? known : read;
}
