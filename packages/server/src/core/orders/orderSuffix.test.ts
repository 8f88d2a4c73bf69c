import { expect, test } from 'vitest';
import { createOrderSuffix, ORDER_SUFFIX } from './orderSuffix.ts';

test('a generated order reference ends with 12 characters that nobody confuses', () => {
  const suffixes = Array.from({ length: 200 }, createOrderSuffix);
  for (const suffix of suffixes) expect(suffix).toMatch(ORDER_SUFFIX);
  expect(new Set(suffixes).size).toBe(200);
  // Each of 2400 characters is one of 32: without one of them 200 times, an alphabet is incomplete.
  expect([...new Set(suffixes.join(''))].sort().join('')).toBe('0123456789ABCDEFGHJKMNPQRSTVWXYZ');
});

test.each([
  '0123456789A',
  '0123456789ABC',
  '0123456789AI',
  '0123456789AL',
  '0123456789AO',
  '0123456789AU',
  '0123456789Aa',
  '',
])('%j is not the end of a generated order reference', (text) => {
  expect(text).not.toMatch(ORDER_SUFFIX);
});
