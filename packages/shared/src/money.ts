import type { Language } from './language.ts';

const NO_BREAK_SPACE = '\u00a0';

/**
 * Formats Ariary for a person: `25 000 Ar` from `25000`. Decimals stay as they are given.
 *
 * All spaces are no-break spaces (U+00A0): some fonts lack the narrow one (U+202F).
 *
 * @param digits an amount or fees, as both wire formats have them
 * @param language English groups digits by commas; French and Malagasy write a decimal comma. Without a language:
 *   spaces, decimal point
 */
export function formatMoney(digits: string, language?: Language): string {
  const [whole = '', decimals] = digits.split('.');
  const first = whole.length % 3 || 3;
  const groups = [whole.slice(0, first), ...(whole.slice(first).match(/\d{3}/g) ?? [])];
  const grouped = groups.join(language === 'en' ? ',' : NO_BREAK_SPACE);
  const point = language === 'fr' || language === 'mg' ? ',' : '.';
  return `${decimals === undefined ? grouped : grouped + point + decimals}${NO_BREAK_SPACE}Ar`;
}
