import { randomInt } from 'node:crypto';
import { type Cart, totalOf, writeCart } from './cart.ts';

/** An order, with the amount that is signed for it. */
export interface Order {
  /** The order reference: unguessable, because whoever knows it may see the order. */
  readonly reference: string;
  readonly cart: Cart;
  /** In whole Ariary. */
  readonly total: number;
  /** What is known of its payments, by their ids: one that failed may be followed by another. */
  readonly payments: ReadonlyMap<string, PaymentNews & { readonly at: number }>;
  /** It was paid twice: the shop owes one payment back. */
  readonly refundDue: boolean;
}

/** `checking`: money may have moved, and a person has to look. */
export type PaymentNews =
  | { readonly state: 'open' | 'checking' }
  | { readonly state: 'paid'; readonly transactionReference: string | null };

/** Where an order stands: paid once one of its payments is. */
export function stateOf(order: Order): PaymentNews {
  const payments = [...order.payments.values()];
  return payments.find(({ state }) => state === 'paid') ?? payments.find(({ state }) => state === 'checking') ?? { state: 'open' };
}

// Without letters and digits that are mistaken for one another when read aloud.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

function newReference(): string {
  const letters = Array.from({ length: 12 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `H-${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`;
}

/** The shop's orders, in memory: they end with the process. A real shop has its database here. */
export class Orders {
  readonly #orders = new Map<string, Order>();

  /** Takes an order for what is in the cart, at today's prices. */
  add(cart: Cart): Order {
    const order: Order = { reference: newReference(), cart, total: totalOf(cart), payments: new Map(), refundDue: false };
    this.#orders.set(order.reference, order);
    return order;
  }

  find(reference: string): Order | undefined {
    return this.#orders.get(reference);
  }

  /** The unpaid order under this reference if it is for this very cart: pressing "Pay" twice must not make two orders. */
  findUnpaid(reference: string, cart: Cart): Order | undefined {
    const order = this.find(reference);
    return order !== undefined && stateOf(order).state !== 'paid' && writeCart(order.cart) === writeCart(cart) ? order : undefined;
  }

  /**
   * Notes what became of one of the order's payments. News may come twice and out of order: older news changes nothing,
   * except that paid always counts and stays.
   *
   * @param at when it became so, ms since 1970
   */
  note(order: Order, paymentId: string, news: PaymentNews, at: number): Order {
    const known = order.payments.get(paymentId);
    if (known?.state === 'paid' || (known !== undefined && at < known.at && news.state !== 'paid')) return order;
    return this.#keep({ ...order, payments: new Map(order.payments).set(paymentId, { ...news, at }) });
  }

  /** Notes that the order was paid twice. */
  noteOverpaid(order: Order): Order {
    return this.#keep({ ...order, refundDue: true });
  }

  #keep(order: Order): Order {
    this.#orders.set(order.reference, order);
    return order;
  }
}
