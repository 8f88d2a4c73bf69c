import { cleanText, isReference } from '@tsena/shared';
import { visibleText } from '../shared/spreadsheet/cellText.ts';

/** Money in hundredths of an Ariary, exact up to 999,999,999,999 Ariary. Negative: money that was sent. */
export type Hundredths = number;

const MAX_WHOLE_DIGITS = 12;

const MINUS_SIGNS = /[\u2010-\u2015\u2212]/g;
const CURRENCY = /^(?:ariary|mga|ar)|(?:ariary|mga|ar)\.?$/gi;

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
