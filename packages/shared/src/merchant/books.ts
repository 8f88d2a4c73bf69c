import * as z from 'zod/mini';
import { dayOf } from './day.ts';
import { separator } from './paging.ts';

/** A month, `2026-11`. */
export const monthSchema = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'a month: YYYY-MM'));

/** The query of `GET /v1/merchant/books.csv`. */
export const booksQuerySchema = z.object({
  /** A month, YYYY-MM. */
  month: monthSchema,
  /** `entry`: a line for each payment and refund; `day`: a line for each day, and the month’s total. */
  by: z._default(z.enum(['entry', 'day']), 'entry'),
  separator,
});

/** The first and the last day of a month `2026-11`. */
export function daysOfMonth(month: string): { readonly first: string; readonly last: string } {
  const first = `${month}-01`;
  // The 0th day of the next month is the last of this one.
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);
  return { first, last };
}

/** The month in Madagascar, `2026-11`, in which a moment (ms since 1970) falls. */
export function monthOf(at: number): string {
  return dayOf(at).slice(0, 7);
}
