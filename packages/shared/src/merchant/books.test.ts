import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { daysOfMonth, monthOf, monthSchema } from './books.ts';

it.each(['2026-01', '2026-09', '2026-10', '2026-12', '2000-02', '2099-11'])('%s is a month', (month) => {
  expect(z.parse(monthSchema, month)).toBe(month);
});

it.each(['2026-00', '2026-13', '2026-1', '1999-01', '2100-01', '2026-011', 'x2026-01', '2026-01-01', ''])(
  '%j is no month',
  (month) => {
    expect(z.safeParse(monthSchema, month).success).toBe(false);
  },
);

it.each([
  ['2026-01', '2026-01-01', '2026-01-31'],
  ['2026-02', '2026-02-01', '2026-02-28'],
  ['2028-02', '2028-02-01', '2028-02-29'],
  ['2026-12', '2026-12-01', '2026-12-31'],
])('the month %s is from %s to %s', (month, first, last) => {
  expect(daysOfMonth(month)).toEqual({ first, last });
});

it('a moment belongs to the month of its day in Madagascar', () => {
  expect(monthOf(Date.parse('2026-10-31T20:59:59.999Z'))).toBe('2026-10');
  expect(monthOf(Date.parse('2026-10-31T21:00:00Z'))).toBe('2026-11');
});
