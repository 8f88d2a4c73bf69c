import 'server-only';

/** An order of the shop. */
export interface Order {
  /** Whole Ariary, as digits. */
  readonly amount: string;
  paid: boolean;
}

// Your database. In memory, each part of a Next.js application would have orders of its own, so these are global.
const shop = globalThis as typeof globalThis & { orders?: Map<string, Order> };
shop.orders ??= new Map([['ORDER-1042', { amount: '44500', paid: false }]]);

/** Finds an order of the shop. */
export function findOrder(reference: string): Order | undefined {
  return shop.orders?.get(reference);
}
