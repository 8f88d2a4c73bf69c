import { findProduct, type Product } from './catalogue.ts';

/** One product in a cart or an order. */
export interface Line {
  readonly product: Product;
  readonly quantity: number;
}

/** The shopper's cart. It is kept in a cookie that has products and quantities, never a price. */
export type Cart = readonly Line[];

/** The largest quantity of one product in a cart. */
export const MAX_QUANTITY = 20;

/** Reads the cookie's text, for example `vanilla.2~coffee.1`. Unknown products and invalid quantities are left out. */
export function readCart(text: string): Cart {
  let cart: Cart = [];
  for (const part of text.split('~')) {
    const [slug = '', digits = ''] = part.split('.');
    const product = findProduct(slug);
    if (product !== undefined && /^[0-9]{1,2}$/.test(digits)) cart = setQuantity(cart, product, Number(digits));
  }
  return cart;
}

/** Writes a cart as the cookie's text. */
export function writeCart(cart: Cart): string {
  return cart.map((line) => `${line.product.slug}.${line.quantity}`).join('~');
}

/** Returns the cart with this quantity of a product, at most {@link MAX_QUANTITY}; 0 removes it. */
export function setQuantity(cart: Cart, product: Product, quantity: number): Cart {
  const line: Line = { product, quantity: Math.min(quantity, MAX_QUANTITY) };
  const known = cart.some((other) => other.product === product);
  const next = known ? cart.map((other) => (other.product === product ? line : other)) : [...cart, line];
  return next.filter((one) => one.quantity > 0);
}

/** The quantity of a product in the cart. */
export function quantityOf(cart: Cart, product: Product): number {
  return cart.find((line) => line.product === product)?.quantity ?? 0;
}

/** The number of articles in the cart. */
export function countArticles(cart: Cart): number {
  return cart.reduce((sum, line) => sum + line.quantity, 0);
}

/** The cart's total, in whole Ariary. */
export function totalOf(cart: Cart): number {
  return cart.reduce((sum, line) => sum + line.quantity * line.product.price, 0);
}
