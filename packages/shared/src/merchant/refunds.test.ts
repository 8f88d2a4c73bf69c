import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { refundBodySchema, voidRefundBodySchema } from './refunds.ts';

describe('the body that records a refund', () => {
  it.each([
    ['1', 1],
    ['99', 99],
    ['25000', 25_000],
    ['999999999999', 999_999_999_999],
  ])('has an amount from 1 Ariary: %s', (amount, ariary) => {
    expect(z.parse(refundBodySchema, { amount, reason: 'out of stock' })).toEqual({
      amount: ariary,
      reason: 'out of stock',
    });
  });

  it.each(['0', '01', '', '1.5', '-1', ' 1', '1 ', '1000000000000', 'x1', 1])('has no amount %j', (amount) => {
    expect(z.safeParse(refundBodySchema, { amount, reason: 'out of stock' }).success).toBe(false);
  });
});

it('a reason has 3 to 500 characters without the spaces around it', () => {
  for (const [schema, body] of [
    [refundBodySchema, { amount: '700' }],
    [voidRefundBodySchema, {}],
  ] as const) {
    const accepts = (reason: string) => z.safeParse(schema, { ...body, reason }).success;
    expect([accepts('abc'), accepts('x'.repeat(500))]).toEqual([true, true]);
    expect([accepts('ab'), accepts(' ab '), accepts('x'.repeat(501))]).toEqual([false, false, false]);
    expect(z.parse(schema, { ...body, reason: ' a mistake ' })).toMatchObject({ reason: 'a mistake' });
  }
  expect(z.safeParse(voidRefundBodySchema, { reason: 'a mistake', by: 'Hanta' }).success).toBe(false);
});
