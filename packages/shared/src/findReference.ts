import { cleanText } from './cleanText.ts';
import { foldReference } from './transactionReference.ts';

/** What a text has: one reference, none, or several of which nobody can say which one is meant. */
export type ReferenceReading =
  | { readonly kind: 'one'; readonly reference: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'several' };

/** What a text must be, for a problem's `errors[].detail`: which sentence stands there says what is wrong. */
export const REFERENCE_DETAILS: Readonly<Record<Exclude<ReferenceReading['kind'], 'one'>, string>> = {
  none: 'the transaction reference in the SMS or the portal, as in 636042511',
  several: 'one transaction reference: this text has several, so type the one that is meant',
};

/** Longer texts are no reference: a UUID has 36 characters. */
const MAX_LENGTH = 40;
/** Shorter ones are not either: a PIN has four. */
const MIN_LENGTH = 5;
/** Without a label, a word of a message needs so many digits: `25000` is rather an amount. */
const MIN_DIGITS = 6;
/** One reference that is typed with spaces has groups of at most so many characters. */
const MAX_GROUP_LENGTH = 8;

/** Stands for what can be no reference, so that a label before it names nothing. */
const MASK = ' ¤ ';
const NUMBER = '(?:\\d{1,3}(?:[ .,]\\d{3}){1,4}|\\d{1,15})(?:[.,]\\d{1,2})?(?![\\d])';
const CURRENCY = '(?:ariary|ar|mga)';
/** With what is glued to it, such as a PIN. */
const PHONE =
  /(?<![\p{L}\d])(?:(?:\+261[ .-]?|(?:00)?261[ .-])(?:\(0\) ?)?3[2-9](?:[ .-]?\d){7}|(?:00)?2613[2-9]\d{7}|03[2-9](?:[ .-]?\d){7}|\+\d{10,15})\d*/gu;
const DATE =
  /(?<![\p{L}\d._/-])(?:\d{1,2}([/.-])\d{1,2}\1(?:\d{4}|\d{2})|20\d{2}([/.-])\d{1,2}\2\d{1,2}|20\d{2}-\d{1,2})(?:t[\d:.]{4,12}z?)?(?![\p{L}\d]|-\d)/giu;
/** A day in digits, with or without the time. */
const COMPACT_DATE = /^(?:20\d{2}[01]\d[0-3]\d(?:\d{4}|\d{6})?|[0-3]\d[01]\d20\d{2})$/;
/** `636042511 Ar 25000` is a reference and an amount. */
const AMOUNT_BEFORE_CURRENCY = new RegExp(
  `(?<![\\p{L}\\d.,])(?!\\d{9,} ?${CURRENCY}[ .:]{0,2}\\d)${NUMBER} ?${CURRENCY}(?!\\p{L})`,
  'giu',
);
const AMOUNT_AFTER_CURRENCY = new RegExp(`(?<![\\p{L}\\d])${CURRENCY}[ .:]{0,2}${NUMBER}`, 'giu');
const NAMED_AMOUNT = new RegExp(
  `(?<!\\p{L})(?:solde|balance|sisa|montant|amount|somme|frais|fees?|total)(?:[ :=]{1,3}(?:est|de|actuel|disponible|dispo|is|apres|compte)){0,3}[ :=]{0,3}${NUMBER}`,
  'giu',
);

/** How a message calls its reference. */
const NAME =
  "(?:references?|refs?|trans(?:action)?[ .]{0,2}id|txn?[ .]{0,2}id|transaction|trans|txn|identifiant|id|n[°o]|num(?:ero)?|laharan(?:a|['’]ny))";
/** What may stand between the name and the reference. */
const FILLER = `(?:${NAME}|de|du|la|le|paiement|operation|est|is|fifampiraharahana|fifanakalozana|fandoavana)`;
const LABEL = `(?<![\\p{L}\\p{N}])${NAME}(?:[ .:=#/°-]{1,3}${FILLER}(?![\\p{L}])){0,4}`;
const THREE_GROUPS = '\\d{3} \\d{3} \\d{3}(?![\\d])';
const WORD = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}._/+-]{0,200}[\\p{L}\\p{N}])?=*';
const LABELLED = new RegExp(
  `${LABEL}(?:[ .:=#/°\\n*(_-]{1,6}(?<value>${THREE_GROUPS}|${WORD})|(?<glued>\\d{${MIN_DIGITS},}))`,
  'giu',
);
const FIRST_LABEL = new RegExp(`^${LABEL}(?:[ .:=#/°\\n*(_-]{1,6}|(?=\\d{${MIN_DIGITS},}))`, 'iu');
const UNLABELLED = new RegExp(`(?<![\\p{L}\\p{N}])(?:(?<!\\d )${THREE_GROUPS}(?! \\d)|${WORD})`, 'gu');
const WHOLE_WORD = new RegExp(`^${WORD}$`, 'u');
/** A phone number in longer digits. */
const PHONE_WITHIN = /(?:0|261)3[2-9]\d{7}/;
/** What the payer has written to the merchant, up to the end of the sentence. */
const PAYERS_TEXT =
  /(?<!\p{L})(?:raison|motif|reason|objet|description|message|commentaire|libelle|antony|hafatra)[ ]?[:=-][^.;\n]*/giu;

/**
 * Finds the one transaction reference in what a person has typed, or in a message that was pasted as a whole: the one
 * that the text calls so, else the only word that can be one. A phone number, an amount, a date and a balance are none.
 * Of several different ones, none is chosen.
 *
 * The reference is as it was typed, without spaces and without what stands around it. It has 5 to 40 characters, at
 * least one digit, and no phone number in it: nothing else of the text may be stored, logged or sent.
 *
 * @example findReference('Nahazo 25 000 Ar avy amin’ny 0343500003. Ref: 636042511.') // one: '636042511'
 */
export function findReference(text: string): ReferenceReading {
  const clean = cleanText(text).trim();
  if (/[^\P{Cc}\s]|[\p{Cs}\ufffd]/u.test(clean)) return { kind: 'none' };
  const plain = clean
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
  const open = splitGlued(plain);
  const masked = maskOthers(open);
  const typed = masked === open ? readTyped(open) : undefined;
  if (typed !== undefined) return { kind: 'one', reference: typed };
  const labelled = [...masked.replace(PAYERS_TEXT, MASK).matchAll(LABELLED)].flatMap(({ groups }) =>
    readWord(groups?.value ?? groups?.glued ?? ''),
  );
  if (labelled.length > 0) return choose(labelled);
  const words = masked.replace(LABELLED, ' $<value>$<glued> ').matchAll(UNLABELLED);
  const others = [...words].flatMap(({ 0: word }) => readWord(word));
  return choose(others.filter((word) => countDigits(word) >= MIN_DIGITS && !COMPACT_DATE.test(word)));
}

/**
 * Reads a transaction reference as {@link findReference} does.
 *
 * @returns undefined if the text does not have exactly one
 */
export function readTransactionReference(text: string): string | undefined {
  const reading = findReference(text);
  return reading.kind === 'one' ? reading.reference : undefined;
}

/** Puts spaces where two words of a message have none between them. */
function splitGlued(text: string): string {
  return text
    .replace(/(?:https?:\/\/|www\.)\S+/giu, (address) => address.replace(/[:/?&=#]/g, ' '))
    .replace(/(?<!\d)(\d{9,10})\.(?=\p{L})/gu, '$1. ')
    .replace(/(?<!\d)(\d{9})[._/-](?=\d{9}(?!\d))/gu, '$1 ')
    .replace(/(?<![\d,])(\d{3}),(\d{3}),(\d{3})(?![\d,])/gu, '$1 $2 $3');
}

function maskOthers(text: string): string {
  return [PHONE, AMOUNT_BEFORE_CURRENCY, AMOUNT_AFTER_CURRENCY, NAMED_AMOUNT, DATE].reduce(
    (masked, pattern) => masked.replace(pattern, MASK),
    text,
  );
}

/** Reads a text that is a reference and nothing else, but for its name: `Ref: 636 042 511.` */
function readTyped(text: string): string | undefined {
  const groups = text
    .replace(/^[\s"'“”«»‘’()[\]#]+|[\s"'“”«»‘’()[\].,;:!?…]+$/gu, '')
    .replace(FIRST_LABEL, '')
    .split(/\s+/);
  if (!groups.every((group) => WHOLE_WORD.test(group) && /\d/.test(group))) return undefined;
  const [word] = readWord(groups.join(''));
  if (word === undefined || groups.length === 1) return word;
  const isOne = groups.every((group) => group.length <= MAX_GROUP_LENGTH) && countDigits(word) >= MIN_DIGITS;
  return isOne ? word : undefined;
}

/** A word as the reference that it can be; empty if it can be none. */
function readWord(word: string): readonly string[] {
  const reference = word.replace(/\s/g, '');
  const digits = /^[\d._/+-]+$/.test(reference) ? reference.replace(/\D/g, '') : reference;
  const isPlausible =
    reference.length >= MIN_LENGTH &&
    reference.length <= MAX_LENGTH &&
    /\d/.test(reference) &&
    !/\p{L}{9}/u.test(reference) &&
    !PHONE_WITHIN.test(digits);
  return isPlausible ? [reference] : [];
}

function countDigits(word: string): number {
  return word.replace(/\D/g, '').length;
}

/** Spellings of one reference are one. */
function choose(references: readonly string[]): ReferenceReading {
  const [reference] = references;
  if (reference === undefined) return { kind: 'none' };
  return new Set(references.map(foldReference)).size === 1 ? { kind: 'one', reference } : { kind: 'several' };
}
