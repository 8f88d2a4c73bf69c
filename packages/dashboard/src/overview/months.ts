import { dayOf, startOfDay } from '@tsena/shared/merchant';

const DAY_MS = 24 * 60 * 60_000;

/** The first and the last day of a month (`YYYY-MM`); of the current month up to today. */
export function daysOfMonth(month: string, now: number): { readonly from: string; readonly to: string } {
  const last = dayOf(startOfDay(`${addMonths(month, 1)}-01`) - DAY_MS);
  const today = dayOf(now);
  const from = `${month}-01`;
  return { from, to: today >= from && today < last ? today : last };
}

/** The month that is so many months later; earlier with a negative number. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}
