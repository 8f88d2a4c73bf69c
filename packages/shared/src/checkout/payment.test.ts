import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { digits, linkIdSchema, paymentIdSchema } from './payment.ts';
import { isFinal } from './paymentStatus.ts';

it.each([
  ['0', true],
  ['25000', true],
  ['5.5', true],
  ['5.05', true],
  ['5.', false],
  ['5.005', false],
  ['.5', false],
  ['-5', false],
  ['5,05', false],
  ['x5', false],
  ['', false],
])('money as digits: %j is %s', (text, expected) => {
  expect(z.safeParse(digits, text).success).toBe(expected);
});

it.each([
  ['a payment', 'pay_', paymentIdSchema],
  ['a link', 'link_', linkIdSchema],
] as const)('the id of %s is %s and 22 characters', (_what, prefix, schema) => {
  const id = `${prefix}${'aZ9_-'.repeat(4)}ab`;
  expect(z.parse(schema, id)).toBe(id);
  for (const other of [id.slice(0, -1), `${id}a`, `x${id}`, id.replace('a', '!'), id.slice(prefix.length)]) {
    expect([other, z.safeParse(schema, other).success]).toEqual([other, false]);
  }
});

it.each([
  ['created', false],
  ['sending', false],
  ['pending', false],
  ['unresolved', false],
  ['completed', true],
  ['failed', true],
] as const)('%s is final: %s', (status, expected) => {
  expect(isFinal(status)).toBe(expected);
});
