/** Also one that was cut off behind the sign, and as addresses, HTML and JSON spell it. */
const EMAIL = /[\p{L}\p{N}._%+'’-]{1,64}(?:@|%40|&#64;|\\u0040)[\p{L}\p{N}.-]*/giu;

/** What can stand between two digits of a number. */
const GAP = '(?:[\\s.,+_/\\p{Pd}]|%20|&nbsp;)?';
/** Of a payer in Madagascar, in spellings that {@link redactSecrets} does not know: `034+35+000+03`. */
const PHONE_NUMBER = new RegExp(`(?:261|0)${GAP}3(?:${GAP}\\d){8}`, 'gu');
/** Of a card, an account or an identity card. */
const LONG_NUMBER = new RegExp(`\\d(?:${GAP}\\d){12,}`, 'gu');

/**
 * Replaces e-mail addresses, phone numbers and all numbers of 13 or more digits in what a shop's code wrote.
 * {@link redactSecrets} goes first: a secret can contain what looks like an address.
 *
 * @example redactPersonalData('no account of hery@example.mg') // 'no account of [email]'
 */
export function redactPersonalData(text: string): string {
  return text.replace(EMAIL, '[email]').replace(LONG_NUMBER, '[number]').replace(PHONE_NUMBER, '[msisdn]');
}
