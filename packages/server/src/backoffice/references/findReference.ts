import { cleanText, findOtherOperator, readMsisdn, readTransactionReference } from '@tsena/shared';

/** A text of groups, each with a digit, is one reference with spaces: `636 042 511`. */
const MAX_BARE_LENGTH = 60;
/** How far before a reference its name may begin. */
const LABEL_WITHIN = 40;
/** Shorter words of a message are no references. */
const MIN_LENGTH = 5;

/** Words of a message that can be references. */
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}._/-]{0,198}[\p{L}\p{N}])?/gu;
/** `Ref.636042511` is a name and a reference. */
const JOINED_LABEL = /\b(ref|trans|txn)\.(?=[\p{L}\p{N}]*\p{N})/giu;
const BEFORE = '(?<![\\p{L}\\p{N}])';
const AFTER = '(?:[ .]{0,2}(?:n[o°]|num(?:ero)?|id))?[ .:=#°-]{0,4}$';
/** Names that only a transaction has, at the end of the text before it. */
const CLEAR_LABEL = new RegExp(
  `${BEFORE}(?:trans(?:action)?[ .]{0,2}(?:id|ref(?:erence)?)|(?:id|ref(?:erence)?)[ .]{0,2}(?:de )?(?:la )?trans(?:action)?|txn?[ .]{0,2}id)${AFTER}`,
  'iu',
);
const LABEL = new RegExp(`${BEFORE}(?:ref(?:erence)?|trans(?:action)?|txn?|id|num(?:ero)?|n°|laharana)${AFTER}`, 'iu');
/** An amount has its currency behind it, or before it. */
const CURRENCY_BEHIND = /^[ ]?(?:ar|ariary|mga)(?![\p{L}\p{N}])/iu;
const CURRENCY_BEFORE = /(?<![\p{L}\p{N}])(?:ar|ariary|mga)[ ]?$/iu;
const DATE_OR_TIME = /^\d{1,4}[/.-]\d{1,2}([/.-]\d{1,4})?$|^\d{1,2}h\d{0,2}$/i;

/**
 * Finds the transaction reference in a text that a person has typed, or in a message that was pasted as a whole. Of
 * several, the one that the message calls so; the operator’s usual form of nine digits counts before others. A wrong
 * choice is harmless: the operator is asked about what was found, and the answer names it.
 *
 * @returns undefined if the text has none
 * @example findReference('Nahazo 25 000 Ar avy amin’ny 0343500003. Ref: 636042511.') // '636042511'
 */
export function findReference(text: string): string | undefined {
  const clean = cleanText(text).trim().replace(JOINED_LABEL, '$1 ');
  const groups = clean.split(/\s+/);
  if (groups.length === 1 || (clean.length <= MAX_BARE_LENGTH && groups.every((group) => /\p{N}/u.test(group))))
    return readTransactionReference(clean);
  let best: { readonly word: string; readonly points: number } | undefined;
  for (const { 0: word, index } of clean.matchAll(WORD)) {
    const points = rate(word, clean.slice(Math.max(0, index - LABEL_WITHIN), index), clean.slice(index + word.length));
    if (points > (best?.points ?? 0)) best = { word, points };
  }
  return best === undefined ? undefined : readTransactionReference(best.word);
}

/** How much speaks for a word of a message: 0 if it is no reference. */
function rate(word: string, before: string, behind: string): number {
  const digits = word.replace(/[^\p{N}]/gu, '').length;
  if (digits === 0 || word.length < MIN_LENGTH) return 0;
  if (DATE_OR_TIME.test(word) || CURRENCY_BEHIND.test(behind) || CURRENCY_BEFORE.test(before)) return 0;
  const plain = before.normalize('NFD').replace(/\p{M}/gu, '');
  const label = CLEAR_LABEL.test(plain) ? 8 : LABEL.test(plain) ? 2 : 0;
  const isUsual = /^\d{9}$/.test(word);
  if (label === 0 && (isPhone(word) || digits < MIN_LENGTH)) return 0;
  return label + (isUsual ? 4 : 0) + 1;
}

/** Nine digits without the zero are rather a reference: many of them begin like a number. */
function isPhone(word: string): boolean {
  return /^(?:0|261)\d{9}$/.test(word) && (readMsisdn(word).ok || findOtherOperator(word) !== undefined);
}
