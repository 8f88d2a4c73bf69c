import { findProduct, type Product } from './catalogue.ts';

/** One product in a cart or an order. */
export interface Line {
  readonly product: Product;
  readonly quantity: number;
}

/** What a shopper has chosen. It lives in a cookie that names products and quantities, never a price. */
export type Cart = readonly Line[];

/** The most of one product in a cart. */
export const MAX_QUANTITY = 20;

/** Reads the cookie's text, `vanilla.2~coffee.1`. What is not on sale, or not a sensible quantity, is left out. */
export function readCart(text: string): Cart {
  let cart: Cart = [];
  for (const part of text.split('~')) {
    const [slug = '', digits = ''] = part.split('.');
    const product = findProduct(slug);
    if (product !== undefined && /^[0-9]{1,2}$/.test(digits)) cart = setQuantity(cart, product, Number(digits));
  }
  return cart;
}

/** The cookie's text for a cart. */
export function writeCart(cart: Cart): string {
  return cart.map((line) => `${line.product.slug}.${line.quantity}`).join('~');
}

/** The cart with so much of a product, between none and {@link MAX_QUANTITY}. */
export function setQuantity(cart: Cart, product: Product, quantity: number): Cart {
  const line: Line = { product, quantity: Math.min(quantity, MAX_QUANTITY) };
  const known = cart.some((other) => other.product === product);
  const next = known ? cart.map((other) => (other.product === product ? line : other)) : [...cart, line];
  return next.filter((one) => one.quantity > 0);
}

/** How much of a product is in the cart. */
export function quantityOf(cart: Cart, product: Product): number {
  return cart.find((line) => line.product === product)?.quantity ?? 0;
}

/** How many articles there are. */
export function countArticles(cart: Cart): number {
  return cart.reduce((sum, line) => sum + line.quantity, 0);
}

/** What it costs, in whole Ariary. */
export function totalOf(cart: Cart): number {
  return cart.reduce((sum, line) => sum + line.quantity * line.product.price, 0);
}
