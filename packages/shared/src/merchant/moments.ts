import * as z from 'zod/mini';
import { cleanText } from '../cleanText.ts';
import { endOfDay, startOfDay } from './day.ts';

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

/** A date as a person may copy it: without characters that nobody sees, and without spaces around it. */
const typed = z.string().check(z.overwrite((text) => cleanText(text).trim()));

/** A day, `YYYY-MM-DD`. */
export const daySchema = typed.check(z.refine(isDay, 'a day: YYYY-MM-DD'));

const moment = typed.check(
  z.refine(
    (text) => isDay(text) || isTimestamp(text),
    'a day (YYYY-MM-DD, in Madagascar) or an ISO 8601 timestamp with its zone',
  ),
);

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
  typed.check(z.refine(isTimestamp, 'an RFC 3339 timestamp with its zone: 2026-03-09T18:00:00+03:00')),
  z.transform((text): number => Date.parse(text)),
);
