import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { refundBodySchema, refundIdSchema, voidRefundBodySchema } from './refunds.ts';

describe('the body that records a refund', () => {
  it.each([
    ['1', 1],
    ['99', 99],
    ['25000', 25_000],
    ['999999999999', 999_999_999_999],
  ])('has an amount from 1 Ariary: %s', (amount, ariary) => {
    expect(z.parse(refundBodySchema, { amount, reason: 'out of stock' })).toEqual({ amount: ariary, reason: 'out of stock' });
  });

  it.each(['0', '01', '', '1.5', '-1', ' 1', '1 ', '1000000000000', 'x1', 1])('has no amount %j', (amount) => {
    expect(z.safeParse(refundBodySchema, { amount, reason: 'out of stock' }).success).toBe(false);
  });

  it('may say when and by which transaction the money went back', () => {
    const refundedAt = '2026-03-09T18:00:00+03:00';
    expect(z.parse(refundBodySchema, { amount: '700', reason: 'broken', transactionReference: '636 042 511', refundedAt })).toMatchObject({
      transactionReference: '636042511',
    });
    for (const more of [{ refundedAt: 'today' }, { transactionReference: '12' }, { currency: 'MGA' }]) {
      expect(z.safeParse(refundBodySchema, { amount: '700', reason: 'broken', ...more }).success).toBe(false);
    }
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

it('a refund’s id is ref_ and 22 characters', () => {
  const accepts = (id: string) => z.safeParse(refundIdSchema, id).success;
  expect(z.parse(refundIdSchema, `ref_${'aZ9_-'.repeat(4)}ab`)).toBe(`ref_${'aZ9_-'.repeat(4)}ab`);
  expect([accepts(`ref_${'a'.repeat(21)}`), accepts(`ref_${'a'.repeat(23)}`), accepts(`xref_${'a'.repeat(22)}`), accepts('')]).toEqual([
    ...[false, false],
    ...[false, false],
  ]);
});
