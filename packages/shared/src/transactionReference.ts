/**
 * Whether a text is an operator's transaction reference, as a person types it from an SMS or the operator's portal. References
 * have 9 digits; other lengths and letters are accepted in case the operator changes them.
 */
export function isTransactionReference(text: string): boolean {
  // `[^\W_]` is a digit or a letter of ASCII.
  return /^\s*[^\W_0](\s*[^\W_]){4,19}\s*$/.test(text);
}

/**
 * Reads an operator's transaction reference as a person types it.
 *
 * Each reference has one spelling: without spaces, in capitals, without leading zeros. Whether the operator takes
 * `0636042511` for `636042511` is not known, so the longer one is refused rather than shortened to another transaction's.
 *
 * @returns the reference in that spelling; undefined if the text cannot be one
 * @example readTransactionReference(' 636 042 511 ') // '636042511'
 */
export function readTransactionReference(text: string): string | undefined {
  return isTransactionReference(text) ? text.replace(/\s/g, '').toUpperCase() : undefined;
}
