/** The offset of Madagascar's time zone, which has no summer time. */
const OFFSET_MS = 3 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** The name of the merchant's time zone, for `Intl`. */
export const TIME_ZONE = 'Indian/Antananarivo';

/** The day in Madagascar, `YYYY-MM-DD`, in which a moment (ms since 1970) falls. */
export function dayOf(at: number): string {
  return new Date(at + OFFSET_MS).toISOString().slice(0, 10);
}

/** When a day in Madagascar begins, ms since 1970. */
export function startOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) - OFFSET_MS;
}

/** When a day in Madagascar ends, which is when the next one begins, ms since 1970. */
export function endOfDay(day: string): number {
  return startOfDay(day) + DAY_MS;
}

/** Every day from the first to the last, both included. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let at = startOfDay(first); at <= startOfDay(last); at += DAY_MS) days.push(dayOf(at));
  return days;
}

/** A time as spreadsheets read it, in Madagascar: `2026-05-03 14:05:09`. */
export function writeLocalTime(at: number): string {
  return new Date(at + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
}
