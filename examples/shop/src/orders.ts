import { randomInt } from 'node:crypto';
import { type Cart, totalOf, writeCart } from './cart.ts';

/** An order of the shop. */
export interface Order {
  /** The order reference. It is random, because anyone who knows it can see the order. */
  readonly reference: string;
  readonly cart: Cart;
  /** The amount that the shop signs, in whole Ariary. */
  readonly total: number;
  /** Its payments by id. After a failed one, the shopper may try again. */
  readonly payments: ReadonlyMap<string, PaymentState & { readonly at: number }>;
  /** Whether it was paid twice, so that the shop must refund one payment. */
  readonly refundDue: boolean;
}

/**
 * What a payment means for its order. `checking`: the payer may have been debited, and a person must check the payment.
 * `refunded`: in full.
 */
export type PaymentState =
  | { readonly state: 'open' | 'checking' | 'refunded' }
  | { readonly state: 'paid'; readonly transactionReference: string | null };

/** The states of a payment that the companion has reported as completed. */
const COMPLETED: ReadonlySet<PaymentState['state']> = new Set(['paid', 'refunded']);

/** The state of an order. It is paid as soon as one of its payments is. */
export function stateOf(order: Order): PaymentState {
  const payments = [...order.payments.values()];
  return (
    payments.find(({ state }) => state === 'paid') ??
    payments.find(({ state }) => state === 'checking') ??
    payments.find(({ state }) => state === 'refunded') ?? { state: 'open' }
  );
}

/** Whether an order is paid, or was paid and is refunded: it takes no other payment. */
export function takesNoPayment(order: Order): boolean {
  return COMPLETED.has(stateOf(order).state);
}

/** Whether the shop still owes one of two payments. */
export function owesRefund(order: Order): boolean {
  return order.refundDue && [...order.payments.values()].every(({ state }) => state !== 'refunded');
}

// Without letters and digits that look or sound alike.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

function newReference(): string {
  const letters = Array.from({ length: 12 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `H-${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`;
}

/** The shop's orders, in memory only. A real shop has a database here. */
export class Orders {
  readonly #orders = new Map<string, Order>();

  /** Creates an order from the cart, at the catalogue's prices. */
  add(cart: Cart): Order {
    const order: Order = {
      reference: newReference(),
      cart,
      total: totalOf(cart),
      payments: new Map(),
      refundDue: false,
    };
    this.#orders.set(order.reference, order);
    return order;
  }

  find(reference: string): Order | undefined {
    return this.#orders.get(reference);
  }

  /** The unpaid order with this reference, if it is for the same cart. So pressing "Pay" twice creates one order. */
  findUnpaid(reference: string, cart: Cart): Order | undefined {
    const order = this.find(reference);
    return order !== undefined && !takesNoPayment(order) && writeCart(order.cart) === writeCart(cart)
      ? order
      : undefined;
  }

  /**
   * Stores the state of one of the order's payments. Webhooks may arrive twice and out of order: an older state changes
   * nothing, except that "paid" always counts, and only a refund changes it.
   *
   * @param at when the payment changed, ms since 1970
   */
  recordPayment(order: Order, paymentId: string, state: PaymentState, at: number): Order {
    const known = order.payments.get(paymentId);
    const isCompleted = COMPLETED.has(state.state);
    if (known !== undefined && COMPLETED.has(known.state) && !(isCompleted && at >= known.at)) return order;
    if (known !== undefined && at < known.at && !isCompleted) return order;
    return this.#keep({ ...order, payments: new Map(order.payments).set(paymentId, { ...state, at }) });
  }

  /** Stores that the order was paid twice. */
  recordOverpaid(order: Order): Order {
    return this.#keep({ ...order, refundDue: true });
  }

  #keep(order: Order): Order {
    this.#orders.set(order.reference, order);
    return order;
  }
}
