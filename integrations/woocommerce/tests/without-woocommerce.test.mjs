import { describe, expect, it } from 'vitest';
import { hasPhp, runPhp } from './php.mjs';

describe.skipIf(!hasPhp())('the WooCommerce plugin while WooCommerce is off', () => {
  it('keeps the payment link, hooks into nothing else, and asks for no capability of an order', () => {
    expect(runPhp('without-woocommerce.php', {})).toEqual({
      added: [],
      // A capability of one order would have WordPress warn in map_meta_cap: nothing has registered their type.
      asked: [['edit_posts']],
      shown: '<p>Enter the address of a payment link: https://pay.example/pay/link_…</p>',
    });
  });
});
