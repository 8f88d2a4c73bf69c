import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createLinkSchema, idempotencyKeySchema } from './links.ts';

describe('the body that creates a payment link', () => {
  it('has every member parsed', () => {
    const body = {
      ...{ amount: '25000', description: ' Lamba ', order: 'INVOICE-7', expiresAt: '2026-03-09T18:00:00+03:00' },
      ...{ returnUrl: 'https://shop.example/thanks', reusable: true },
    };
    expect(z.parse(createLinkSchema, body)).toEqual({
      ...{ amount: 25_000, description: 'Lamba', order: 'INVOICE-7', expiresAt: 1_773_068_400_000 },
      ...{ returnUrl: 'https://shop.example/thanks', reusable: true },
    });
  });

  it('may end after a duration, in place of a time', () => {
    const ends = (end: object) => z.safeParse(createLinkSchema, { amount: '25000', ...end }).success;
    expect(z.parse(createLinkSchema, { amount: '25000', expiresInSeconds: 3600 })).toMatchObject({
      expiresInSeconds: 3600,
    });
    expect([0, -1, 1.5, 315_360_001, '3600'].map((expiresInSeconds) => ends({ expiresInSeconds }))).toEqual(
      Array(5).fill(false),
    );
    expect(ends({ expiresInSeconds: 3600, expiresAt: '2026-03-09T18:00:00+03:00' })).toBe(false);
  });

  it.each([
    ['2026-03-09T18:00Z', 1_773_079_200_000],
    ['2026-03-09T18:00:01Z', 1_773_079_201_000],
    ['2026-03-09T18:00:01.5Z', 1_773_079_201_500],
    ['2026-03-09T18:00:00.123456789Z', 1_773_079_200_123],
    ['2026-03-09T18:00:00-01:00', 1_773_082_800_000],
  ])('may end at %s', (expiresAt, ms) => {
    expect(z.parse(createLinkSchema, { amount: '25000', expiresAt })).toMatchObject({ expiresAt: ms });
  });

  it.each([
    '2026-03-09',
    '2026-03-09T18:00:00',
    '2026-03-09T18Z',
    '2026-13-09T18:00:00Z',
    'on 2026-03-09T18:00:00Z',
    '2026-03-09T18:00:00Z!',
    '2026-03-09T18:00:00.1234567890Z',
    '',
  ])('may not end at %j', (expiresAt) => {
    expect(z.safeParse(createLinkSchema, { amount: '25000', expiresAt }).success).toBe(false);
  });

  it.each([
    {},
    { amount: '99' },
    { amount: '25000', description: ' ' },
    { amount: '25000', description: 'x'.repeat(51) },
    { amount: '25000', description: 'a\u0007b' },
    { amount: '25000', description: 'a\u3164b' },
    { amount: '25000', description: 'a\u2028b' },
    { amount: '25000', order: 'INVOICE\u200b-7' },
    { amount: '25000', order: '\u202eINVOICE-7' },
    { amount: '25000', order: '' },
    { amount: '25000', order: 'LNK-1' },
    { amount: '25000', returnUrl: 'javascript:alert(1)' },
    { amount: '25000', returnUrl: 'https://user:password@shop.example' },
    { amount: '25000', reusable: 'yes' },
    { amount: '25000', currency: 'MGA' },
  ])('is not %j', (body) => {
    expect(z.safeParse(createLinkSchema, body).success).toBe(false);
  });

  it('has at most 37 characters of an order that is reusable, and 50 of another', () => {
    const accepts = (length: number, reusable: boolean) =>
      z.safeParse(createLinkSchema, { amount: '25000', order: 'x'.repeat(length), reusable });
    expect([
      accepts(37, true).success,
      accepts(38, true).success,
      accepts(50, false).success,
      accepts(51, false).success,
    ]).toEqual([...[true, false], ...[true, false]]);
    expect(accepts(38, true).error?.issues).toMatchObject([
      { path: ['order'], message: 'at most 37 characters for a reusable link' },
    ]);
    expect(
      z.safeParse(createLinkSchema, { amount: '25000', description: 'x'.repeat(50), reusable: true }).success,
    ).toBe(true);
  });
});

describe('an Idempotency-Key', () => {
  it.each(['k', 'a key', '!~', 'k'.repeat(255)])('may be %j', (key) => {
    expect(z.parse(idempotencyKeySchema, key)).toBe(key);
  });

  it.each(['', ' ', ' k', 'k ', 'é', 'a\nb', 'k'.repeat(256)])('may not be %j', (key) => {
    expect(z.safeParse(idempotencyKeySchema, key).success).toBe(false);
  });
});
