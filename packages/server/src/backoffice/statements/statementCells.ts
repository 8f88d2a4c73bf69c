import { cleanText, isReference } from '@tsena/shared';

/** Money in hundredths of an Ariary, exact up to 999,999,999,999 Ariary. Negative: money that was sent. */
export type Hundredths = number;

const MAX_WHOLE_DIGITS = 12;
/** `Indian/Antananarivo` has no summer time. */
const OFFSET_MS = 3 * 60 * 60_000;

const MINUS_SIGNS = /[\u2010-\u2015\u2212]/g;
const CURRENCY = /^(?:ariary|mga|ar)|(?:ariary|mga|ar)\.?$/gi;

/** Most cells: nothing to leave out. */
const PLAIN = /^[A-Za-z0-9](?:[\w .,:/+-]*[\w.,:/+-])?$/;

/**
 * The text that a person sees in a cell: without the marks by which a spreadsheet keeps a number as text (`'0123`,
 * `="0123"`).
 */
function visibleText(cell: string): string {
  if (PLAIN.test(cell)) return cell;
  const text = cleanText(cell).trim();
  return /^="(.*)"$/.exec(text)?.[1]?.trim() ?? text.replace(/^'\s*/, '');
}

/** Whether a cell has no visible text. */
export function isEmptyCell(cell: string | undefined): boolean {
  return cell === undefined || visibleText(cell) === '';
}

/**
 * Reads an amount as spreadsheets and people write it: `25000`, `25 000,00`, `1.250.000`, `1,250,000.50`, `(5 000)`, `5
 * 000- Ar`.
 *
 * A single separator that three digits follow separates thousands, because Ariary have no three decimals.
 *
 * @param decimal the decimal separator; null: recognized
 * @returns undefined if it is no amount, has more than two decimals, or its thousands are not grouped by three
 * @example readAmountCell('1 250 000,50', null) // 125000050
 */
export function readAmountCell(cell: string, decimal: ',' | '.' | null): Hundredths | undefined {
  const text = visibleText(cell).replace(MINUS_SIGNS, '-').replace(CURRENCY, '').trim();
  // Mark by mark: one expression for all of them takes quadratic time for a cell of spaces.
  const isBracketed = text.startsWith('(') && text.endsWith(')');
  const bare = isBracketed ? text.slice(1, -1).trim() : text;
  const sign = bare.startsWith('-') || bare.startsWith('+') ? bare.charAt(0) : '';
  const unsigned = bare.slice(sign.length).trim();
  const isTrailing = unsigned.endsWith('-');
  const number = isTrailing ? unsigned.slice(0, -1).trim() : unsigned;
  if (!/^\d[\d.,'’ ]*$/.test(number) || [isBracketed, sign !== '', isTrailing].filter(Boolean).length > 1)
    return undefined;
  const separator = decimal ?? decimalSeparatorOf(number);
  const at = separator === null ? -1 : number.lastIndexOf(separator);
  const whole = joinThousands(at < 0 ? number : number.slice(0, at));
  const [, decimals] = /^(\d{0,2})0*$/.exec(at < 0 ? '' : number.slice(at + 1)) ?? [];
  if (whole === undefined || decimals === undefined) return undefined;
  const hundredths = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  const isNegative = isBracketed || sign === '-' || isTrailing;
  return isNegative && hundredths !== 0 ? -hundredths : hundredths;
}

function decimalSeparatorOf(number: string): ',' | '.' | null {
  const marks = [...number].filter((character): character is ',' | '.' => character === ',' || character === '.');
  const last = marks.at(-1);
  if (last === undefined) return null;
  // Of two kinds, the last separates the decimals. The digits before it may not contain both.
  if (marks.some((mark) => mark !== last)) return last;
  if (marks.length > 1) return null;
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(number) ? null : last;
}

/** The digits of a whole number; undefined if its thousands are not grouped by one separator, or if it is too large. */
function joinThousands(text: string): string | undefined {
  const grouped = /^\d{1,3}(?:([.,'’ ])\d{3})(?:\1\d{3})*$/.test(text);
  if (!grouped && !/^\d+$/.test(text)) return undefined;
  const digits = text.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  return digits.length > MAX_WHOLE_DIGITS ? undefined : digits;
}

/** Writes money in Ariary: `25000`, `5.46`, `-300`. */
export function writeHundredths(money: Hundredths): string {
  const whole = Math.floor(Math.abs(money) / 100);
  const rest = Math.abs(money) % 100;
  return `${money < 0 ? '-' : ''}${whole}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`;
}

/**
 * Reads a transaction reference as it is written, without spaces, and without the `.0` that a spreadsheet leaves behind
 * a number.
 *
 * @returns '' for an empty cell; undefined if a spreadsheet has rounded the number (`6.36043E+08`), or if it cannot be
 *   a reference
 */
export function readReferenceCell(cell: string): string | undefined {
  const text = visibleText(cell)
    .replace(/\s/g, '')
    .replace(/^(\d+)[.,]0+$/, '$1');
  const isRounded = /^\d[.,]\d*E\+?\d+$/i.test(text) || /^\d+E\+\d+$/i.test(text);
  return text === '' || (!isRounded && isReference(text)) ? text : undefined;
}

/**
 * The form in which references are compared: as they are written, without regard to spaces and letter case. Leading
 * zeros count.
 */
export function referenceKey(reference: string): string {
  return cleanText(reference).replace(/\s/g, '').toUpperCase();
}

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
