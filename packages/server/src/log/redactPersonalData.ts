/** Also one that was cut off behind the sign, and one in an address. */
const EMAIL = /[\p{L}\p{N}._%+'’-]{1,64}(?:@|%40)[\p{L}\p{N}.-]*/giu;

/** 13 to 19 digits, also in groups. Cards begin like this, and the milliseconds since 1970 do not. */
const CARD = /(?<!\d)[2-6](?:[ \u00a0.-]?\d){12,18}(?!\d)/g;

/**
 * Replaces e-mail addresses and card numbers in what a shop's code wrote. {@link redactSecrets} hides phone numbers and
 * secrets, and goes first: a secret can contain what looks like an address.
 *
 * @example redactPersonalData('no account of hery@example.mg') // 'no account of [email]'
 */
export function redactPersonalData(text: string): string {
  return text
    .replace(CARD, (found) => (hasCheckDigit(found.replace(/\D/g, '')) ? '[card]' : found))
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
