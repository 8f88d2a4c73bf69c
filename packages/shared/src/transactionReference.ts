/** The longest transaction reference, in characters. */
export const MAX_REFERENCE_LENGTH = 200;

/**
 * Whether a text is an operator's transaction reference. The operator's documents give it no format, so it is taken and
 * asked about as it is: `MP241128.1234.A12345`, `0636042511`, a UUID.
 */
export function isReference(text: string): boolean {
  // Half of a pair of surrogates can be neither sent nor stored, and U+FFFD stands for what could not be read.
  return text.trim() !== '' && text.length <= MAX_REFERENCE_LENGTH && !/[\p{Cc}\p{Cs}\ufffd]/u.test(text);
}

/**
 * The form in which two spellings of one reference are equal: in NFKC, letters and digits only, in capitals, without
 * leading zeros. Two different references may have the same form, so an equal form is a reason to look, not a proof.
 *
 * @example foldReference('mp-0636 042') // 'MP0636042'
 */
export function foldReference(reference: string): string {
  const folded = reference
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
    .replace(/^0+(?=.)/, '');
  return folded === '' ? reference : folded;
}
