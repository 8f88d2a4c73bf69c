import { describe, expect, it } from 'vitest';
import { countArticles, MAX_QUANTITY, readCart, setQuantity, totalOf, writeCart } from './cart.ts';
import { findProduct, type Product } from './catalogue.ts';

function product(slug: string): Product {
  const found = findProduct(slug);
  if (found === undefined) throw new Error(`${slug} is not on sale`);
  return found;
}

describe('a cart', () => {
  it('is the same after writing and reading the cookie', () => {
    const cart = setQuantity(setQuantity([], product('vanilla'), 2), product('coffee'), 1);
    expect(writeCart(cart)).toBe('vanilla.2~coffee.1');
    expect(readCart(writeCart(cart))).toEqual(cart);
  });

  it('takes its prices from the catalogue only', () => {
    const cart = readCart('vanilla.2~coffee.1');
    expect(totalOf(cart)).toBe(2 * product('vanilla').price + product('coffee').price);
    expect(countArticles(cart)).toBe(3);
  });

  it.each(['', 'gold.1', 'vanilla.0', 'vanilla.-1', 'vanilla.1e3', 'vanilla.999', 'vanilla', '~~', 'vanilla.1.100'])(
    'ignores invalid parts of the cookie %o',
    (text) => {
      expect(countArticles(readCart(text))).toBeLessThanOrEqual(1);
    },
  );

  it('limits the quantity of a product to MAX_QUANTITY', () => {
    expect(countArticles(readCart('vanilla.99'))).toBe(MAX_QUANTITY);
  });
});
