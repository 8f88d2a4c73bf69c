import { visibleText } from './cellText.ts';

/** `Indian/Antananarivo` has no summer time. */
const OFFSET_MS = 3 * 60 * 60_000;

/** The parts of a date and time, as texts of digits. */
type DateParts = Partial<
  Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'fraction' | 'half' | 'zone', string>
>;

const TIME =
  '(?:[ T,]+|\\s*à\\s*)(?<hour>\\d{1,2})[:h](?<minute>\\d{2})(?::(?<second>\\d{2})(?:[.,](?<fraction>\\d{1,9}))?)?(?:\\s*(?<half>[AP]\\.?M\\.?))?';
const ZONE = '(?:\\s?(?<zone>Z|[+-](?:[01]\\d|2[0-3]):?[0-5]\\d))?';
const RECOGNIZED = [
  new RegExp(`^(?<year>\\d{4})([-/.])(?<month>\\d{1,2})\\2(?<day>\\d{1,2})(?:${TIME}${ZONE})?$`, 'i'),
  new RegExp(`^(?<day>\\d{1,2})([-/. ])(?<month>\\d{1,2})\\2(?<year>\\d{4}|\\d{2})(?:${TIME})?$`, 'i'),
];

/** Reads the cells of a date column: ms since 1970, or undefined for another text. */
export type DateReader = (cell: string) => number | undefined;

/**
 * Creates a reader of dates in Madagascar's time.
 *
 * @param format `DD/MM/YYYY HH:mm:ss` and the like; null: `2026-01-31`, `31/01/2026` (the day comes first), each with
 *   or without a time, and timestamps with a zone
 * @returns undefined if the format does not name year, month and day
 */
export function createDateReader(format: string | null): DateReader | undefined {
  const patterns = format === null ? RECOGNIZED : patternsOf(format);
  if (patterns.length === 0) return undefined;
  return (cell) => {
    const text = visibleText(cell);
    for (const pattern of patterns) {
      const parts = pattern.exec(text)?.groups;
      if (parts !== undefined) return timeOf(parts);
    }
    return undefined;
  };
}

/**
 * What names a part of a date in a format, in either case. Days and years may be `J` and `A`, as in French
 * spreadsheets.
 */
const FORMAT_PARTS = [
  [/^[YA]{3,}$/i, 'year', '\\d{4}'],
  [/^(?:Y+|AA)$/i, 'year', '\\d{2}'],
  [/^A$/i, 'half', '[AP]\\.?M\\.?'],
  [/^M+$/i, 'month', '\\d{1,2}'],
  [/^M+$/i, 'minute', '\\d{1,2}'],
  [/^[DJ]+$/i, 'day', '\\d{1,2}'],
  [/^H+$/i, 'hour', '\\d{1,2}'],
  [/^S{1,2}$/i, 'second', '\\d{1,2}'],
  [/^S+$/i, 'fraction', '\\d{1,9}'],
] as const;

/**
 * The pattern of a format; none if it does not name year, month and day, or names a part twice. `mm` after the hour is
 * the minute.
 */
function patternsOf(format: string): readonly RegExp[] {
  const seen = new Set<string>();
  let pattern = '';
  for (const [text = ''] of format.matchAll(/Y+|A{2,4}|D+|J+|M+|H+|S+|A|\s+|./giu)) {
    const isMinute = seen.has('hour') && text.startsWith('m');
    const named = FORMAT_PARTS.filter(([name, part]) => name.test(text) && !(isMinute && part === 'month'));
    const [, part, digits] = named.find(([, one]) => !seen.has(one)) ?? [];
    if (part !== undefined) pattern += `(?<${part}>${digits})`;
    else if (named.length > 0) return [];
    else pattern += text.trim() === '' ? '\\s+' : text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
    seen.add(part ?? '');
  }
  return ['year', 'month', 'day'].every((part) => seen.has(part)) ? [new RegExp(`^${pattern}$`, 'i')] : [];
}

function timeOf(parts: DateParts): number | undefined {
  const year = Number(parts.year) + (parts.year?.length === 2 ? 2000 : 0);
  const [month, day] = [Number(parts.month), Number(parts.day)];
  const [minute, second] = [Number(parts.minute ?? 0), Number(parts.second ?? 0)];
  const hour = hourOf(Number(parts.hour ?? 0), parts.half);
  if (hour === undefined || year < 2000 || year > 2099 || hour > 23 || minute > 59 || second > 59) return undefined;
  const at = Date.UTC(
    year,
    month - 1,
    day,
    hour,
    minute,
    second,
    Number((parts.fraction ?? '').padEnd(3, '0').slice(0, 3)),
  );
  // A day that the month does not have would move to another month.
  return new Date(at).getUTCMonth() === month - 1 ? at - offsetOf(parts.zone) : undefined;
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toUpperCase().startsWith('P') ? 12 : 0);
}

function offsetOf(zone: string | undefined): number {
  if (zone === undefined) return OFFSET_MS;
  const [, sign = '', hours = 0, minutes = 0] = /([+-])(\d\d):?(\d\d)/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
