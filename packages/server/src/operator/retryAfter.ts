const MAX_MS = 15 * 60_000;
const DEFAULT_MS = 5_000;
const MIN_BUSY_MS = 1_000;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function withinBounds(ms: number): number {
  return Math.min(Math.max(ms, 0), MAX_MS);
}

/** A moment as Retry-After and nextAccessTime write it: an HTTP date, ISO 8601, or the gateway's `2026-Nov-20 13:05:00+0000 UTC`. */
function readMoment(text: string): number | null {
  const gateway = /^(\d{4})-([a-z]{3})-(\d{1,2}) (\d\d):(\d\d):(\d\d)([+-]\d{2}):?(\d{2})/i.exec(text);
  if (gateway === null) {
    const time = /^(?:[a-z]{3},|\d{4}-)/i.test(text) ? Date.parse(text) : Number.NaN;
    return Number.isNaN(time) ? null : time;
  }
  const [, year, name, day, hour, minute, second, offsetHours, offsetMinutes] = gateway;
  const month = MONTHS.indexOf((name ?? '').toLowerCase()) + 1;
  const iso = `${year}-${String(month).padStart(2, '0')}-${(day ?? '').padStart(2, '0')}T${hour}:${minute}:${second}${offsetHours}:${offsetMinutes}`;
  const time = Date.parse(iso);
  return Number.isNaN(time) ? null : time;
}

/**
 * How long to wait, in ms, at most 15 minutes; null if nothing says so.
 *
 * @param header Retry-After: seconds, or a date
 * @param nextAccessTime the gateway's own word for it
 * @param now ms since 1970, by the operator's Date header where there is one
 */
export function readRetryAfter(header: string | undefined, nextAccessTime: string | undefined, now: number): number | null {
  const seconds = header?.trim() ?? '';
  if (/^\d{1,9}(\.\d+)?$/.test(seconds)) return withinBounds(Number(seconds) * 1_000);
  for (const text of [seconds, nextAccessTime?.trim() ?? '']) {
    if (text === '') continue;
    if (/^\d{13}$/.test(text)) return withinBounds(Number(text) - now);
    const moment = readMoment(text);
    if (moment !== null) return withinBounds(moment - now);
  }
  return null;
}

/** The same for a 429, which always means a wait: at least 1 s, and 5 s where it does not say. */
export function readBusyFor(header: string | undefined, nextAccessTime: string | undefined, now: number): number {
  return Math.max(MIN_BUSY_MS, readRetryAfter(header, nextAccessTime, now) ?? DEFAULT_MS);
}
