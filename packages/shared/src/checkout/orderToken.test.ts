import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { httpUrlSchema, orderClaimsSchema } from './orderToken.ts';

const CLAIMS = { sub: 'ORDER-1', amount: '25000', exp: 4_102_444_800 };
const accepts = (change: object) => z.safeParse(orderClaimsSchema, { ...CLAIMS, ...change }).success;

describe('the claims of an order token', () => {
  it('are the order, its amount and an end, in Ariary', () => {
    expect(z.parse(orderClaimsSchema, CLAIMS)).toEqual({
      sub: 'ORDER-1',
      amount: 25_000,
      exp: 4_102_444_800,
      currency: 'MGA',
    });
  });

  it('may say more of the order', () => {
    const more = {
      ...{
        currency: 'MGA',
        description: 'x'.repeat(50),
        returnUrl: 'https://shop.example/thanks',
        originalTransactionReference: 'Ab 9._,-',
      },
      ...{ foreignCurrency: 'EUR', foreignAmount: '123456789012.34' },
    };
    expect(z.parse(orderClaimsSchema, { ...CLAIMS, ...more })).toEqual({ ...CLAIMS, amount: 25_000, ...more });
  });

  it('have an order reference of 1 to 50 whole characters, none a control character', () => {
    for (const sub of ['x', 'é'.repeat(50), 'a b', 'lnk-1', 'XLNK-1', 'CTR'])
      expect([sub, accepts({ sub })]).toEqual([sub, true]);
    for (const sub of ['', 'x'.repeat(51), 'a\u0000', 'a\n', '\ud800', 'LNK-1', 'CTR-1', 7])
      expect([sub, accepts({ sub })]).toEqual([sub, false]);
  });

  it.each(['\u202e', '\u2066', '\u200b', '\u00ad', '\ufeff', '\u2028', '\u3164', '\u2800', '\u{e0041}'])(
    'have no order and no description with %j, which nobody sees',
    (invisible) => {
      for (const text of [`${invisible}WC-1`, `WC${invisible}-1`, `WC-1${invisible}`]) {
        expect([accepts({ sub: text }), accepts({ description: text })]).toEqual([false, false]);
      }
    },
  );

  it('may have a description as a phone writes it, with emoji', () => {
    expect(accepts({ description: 'Mofo gasy ❤️ 🎂 «é» – 2 × 500' })).toBe(true);
    expect(accepts({ sub: 'WC-1️' })).toBe(false);
  });

  it.each([
    { amount: '99' },
    { amount: 25_000 },
    { exp: '4102444800' },
    { currency: 'EUR' },
    { description: 'x'.repeat(51) },
    { returnUrl: '/thanks' },
    { originalTransactionReference: 'x'.repeat(51) },
    { originalTransactionReference: 'é' },
    { originalTransactionReference: '<a>' },
    { foreignCurrency: 'eur' },
    { foreignCurrency: 'EURO' },
    { foreignCurrency: 'EU' },
    { foreignAmount: '1.234' },
    { foreignAmount: '1234567890123' },
    { foreignAmount: '.5' },
    { foreignAmount: '-5' },
    { foreignAmount: '' },
  ])('are not %j', (change) => {
    expect(accepts(change)).toBe(false);
  });

  it.each(['1', '1.5', '1.50', '0'])('may have the amount %s in another currency', (foreignAmount) => {
    expect(accepts({ foreignAmount })).toBe(true);
  });
});

describe('an address', () => {
  it.each([
    'http://shop.example',
    'http://127.0.0.1:4020/a',
    'http://[::1]:4020',
    'https://shop.example?to=a@b',
    'https://shop.example/@a:b',
    'HTTPS://shop.example/a?b=c#d',
    `https://shop.example/${'x'.repeat(1979)}`,
  ])('may be %s', (url) => {
    expect(z.parse(httpUrlSchema, url)).toBe(url);
  });

  it.each([
    '',
    'shop.example',
    '//shop.example',
    'ftp://shop.example',
    'javascript:alert(1)',
    'javascript:/*https://*/alert(1)',
    'https://',
    'https://shop example',
    ' https://shop.example',
    'https://shop.example\n',
    'https://shop.example@evil.example',
    'https://user:password@shop.example/thanks',
    'https://user@shop.example',
    'https:///user:password@shop.example',
    'https://shop.example\\@evil.example',
    `https://shop.example/${'x'.repeat(1980)}`,
  ])('may not be %j', (url) => {
    expect(z.safeParse(httpUrlSchema, url).success).toBe(false);
  });
});
