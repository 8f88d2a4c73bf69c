import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { digits, linkIdSchema, paymentIdSchema, paymentSchema } from './payment.ts';
import { isFinal } from './paymentStatus.ts';

const PAYMENT = {
  id: `pay_${'A'.repeat(22)}`,
  environment: 'sandbox',
  order: 'ORDER-1',
  attemptNumber: 1,
  linkId: null,
  status: 'completed',
  amount: '25000',
  currency: 'MGA',
  payer: '034 •• ••0 03',
  partnerName: 'Tsena Boutique',
  createdAt: '2026-11-20T12:00:00Z',
  updatedAt: '2026-11-20T12:00:05.123Z',
  transactionReference: '636042511',
  fees: '375.50',
  failure: null,
  retryable: false,
  retryableAt: null,
  nextPollMs: null,
  serverTime: '2026-11-20T12:00:06.000Z',
};
const _accepts = (change: object) => z.safeParse(paymentSchema, { ...PAYMENT, ...change }).success;

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
