/** The sign before the domain, also as addresses, HTML and JSON spell it. */
const AT = '(?:@|%40|&#0*64;|&#x0*40;|\\\\{1,4}u0040)';
/** Also one that was cut off behind the sign, or that has a name without a domain: `rakoto@localhost`. */
const EMAIL = new RegExp(`[\\p{L}\\p{N}._%+'’-]{1,64}${AT}[\\p{L}\\p{N}.-]*`, 'giu');

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** 13 to 19 digits that begin as cards do: not the milliseconds since 1970, which begin with 1. UUIDs are kept. */
const UUID_OR_CARD = new RegExp(
  `(${UUID})|(?<!%[0-9a-f]?)(?:(?<!\\d)|(?<=%[0-9a-f]{2}))[2-6](?:[ \\u00a0.-]?\\d){12,18}(?!\\d)`,
  'gi',
);

/**
 * Replaces e-mail addresses and card numbers in what a shop's code wrote. {@link redactSecrets} hides phone numbers and
 * secrets, and goes first: a secret can contain what looks like an address.
 *
 * @example redactPersonalData('no account of hery@example.mg') // 'no account of [email]'
 */
export function redactPersonalData(text: string): string {
  return text
    .replace(UUID_OR_CARD, (found, uuid: string | undefined) =>
      uuid === undefined && hasCheckDigit(found.replace(/\D/g, '')) ? '[card]' : found,
    )
    .replace(EMAIL, '[email]');
}

/** Whether the last digit is the one that ISO/IEC 7812 computes from the others, by Luhn. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = index % 2 === 0 ? Number(digit) : Number(digit) * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
