import * as z from 'zod/mini';

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

function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** Date.parse takes 30 February for 2 March. */
function isTimestamp(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(text) &&
    isDay(text.slice(0, 10)) &&
    !Number.isNaN(Date.parse(text))
  );
}

/** A day, `YYYY-MM-DD`. */
export const daySchema = z.string().check(z.refine(isDay, 'a day: YYYY-MM-DD'));

const moment = z
  .string()
  .check(z.refine((text) => isDay(text) || isTimestamp(text), 'a day (YYYY-MM-DD, in Madagascar) or an ISO 8601 timestamp with its zone'));

/** The beginning of a range: a whole day in Madagascar, or a timestamp; ms since 1970, included. */
export const fromSchema = z.pipe(
  moment,
  z.transform((text): number => (isDay(text) ? startOfDay(text) : Date.parse(text))),
);

/** The end of a range: a day, which is included to its end, or a timestamp, which is not included; ms since 1970. */
export const toSchema = z.pipe(
  moment,
  z.transform((text): number => (isDay(text) ? endOfDay(text) : Date.parse(text))),
);

/** A timestamp with its zone; ms since 1970. */
export const timestampSchema = z.pipe(
  z.string().check(z.refine(isTimestamp, 'an RFC 3339 timestamp with its zone: 2026-03-09T18:00:00+03:00')),
  z.transform((text): number => Date.parse(text)),
);
