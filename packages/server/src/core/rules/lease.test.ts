import { expect, it } from 'vitest';
import { isLeaseLive } from './lease.ts';

const NOW = 1_000_000;

it.each([
  ['none', null, false],
  ['one that has ended', NOW - 1, false],
  ['one that ends now', NOW, false],
  ['one that ends later', NOW + 1, true],
  ['one of a minute, the longest', NOW + 60_000, true],
  ['one that seems to end later than any: the clock was set back', NOW + 60_001, false],
] as const)('a worker has a row with the lease: %s', (_name, leaseUntil, is) => {
  expect(isLeaseLive(leaseUntil, NOW)).toBe(is);
});
