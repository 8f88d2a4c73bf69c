import { expect, test } from 'vitest';
import { linkStatus } from './linkStatus.ts';

const link = { reusable: 0, expires_at: null, cancelled_at: null, is_paid: 0 };

test.each([
  ['active', {}],
  ['active', { expires_at: 1001 }],
  ['expired', { expires_at: 1000 }],
  ['cancelled', { cancelled_at: 1 }],
  ['cancelled', { cancelled_at: 1, expires_at: 1 }],
  ['paid', { is_paid: 1 }],
  ['paid', { is_paid: 1, cancelled_at: 1, expires_at: 1 }],
  ['active', { is_paid: 1, reusable: 1 }],
  ['cancelled', { is_paid: 1, reusable: 1, cancelled_at: 1 }],
] as const)('a link is %s with %j', (status, change) => {
  expect(linkStatus({ ...link, ...change }, 1000)).toBe(status);
});
