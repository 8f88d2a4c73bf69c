import { expect, it } from 'vitest';
import { createKeyLimit } from './keyLimit.ts';

it('createKeyLimit counts each key within any minute', () => {
  let now = 0;
  const limit = createKeyLimit(2, () => now);
  expect(limit('one')).toBe(0);
  now = 20_000;
  expect(limit('one')).toBe(0);
  expect(limit('one')).toBe(40_000);
  expect(limit('another')).toBe(0);
  now = 60_000;
  expect(limit('one')).toBe(0);
  expect(limit('one')).toBe(20_000);
});
