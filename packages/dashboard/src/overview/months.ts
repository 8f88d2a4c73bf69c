import { dayOf, daysOfMonth, monthOf } from '@tsena/shared/merchant';

/** The first and the last day of a month (`YYYY-MM`); of the current month up to today. */
export function rangeOfMonth(month: string, now: number): { readonly from: string; readonly to: string } {
  const { first, last } = daysOfMonth(month);
  return { from: first, to: month === monthOf(now) ? dayOf(now) : last };
}

/** The month that an address names; the current one if it names none. */
export function readMonth(text: string, now: number): string {
  return /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(text) ? text : monthOf(now);
}

/** The month that is so many months later; earlier with a negative number. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}
