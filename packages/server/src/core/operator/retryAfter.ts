const MAX_MS = 15 * 60_000;
const DEFAULT_MS = 5_000;
const MIN_BUSY_MS = 1_000;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function withinBounds(ms: number): number {
  return Math.min(Math.max(ms, 0), MAX_MS);
}

/**
 * Reads a time from Retry-After or nextAccessTime: an HTTP date, ISO 8601, or the gateway's `2026-Nov-20 13:05:00+0000
 * UTC`.
 */
function readTime(text: string): number | null {
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
 * Reads how long to wait, in ms, at most 15 minutes; null if the answer does not say.
 *
 * @param header Retry-After: seconds, or a date
 * @param nextAccessTime the gateway's member with the same meaning
 * @param now ms since 1970, by the operator's Date header if there is one
 */
export function readRetryAfter(
  header: string | undefined,
  nextAccessTime: string | undefined,
  now: number,
): number | null {
  const seconds = header?.trim() ?? '';
  if (/^\d{1,9}(\.\d+)?$/.test(seconds)) return withinBounds(Number(seconds) * 1_000);
  for (const text of [seconds, nextAccessTime?.trim() ?? '']) {
    if (/^\d{13}$/.test(text)) return withinBounds(Number(text) - now);
    const time = readTime(text);
    if (time !== null) return withinBounds(time - now);
  }
  return null;
}

/** As {@link readRetryAfter}, for a 429: at least 1 s, and 5 s if the answer does not say. */
export function readBusyFor(header: string | undefined, nextAccessTime: string | undefined, now: number): number {
  return Math.max(MIN_BUSY_MS, readRetryAfter(header, nextAccessTime, now) ?? DEFAULT_MS);
}
