import type { Secret } from '../config/secret.ts';
import { redact } from './redact.ts';

/** Shorter values can be words that a text needs. */
const MIN_SECRET_CHARACTERS = 16;
const MASK = '[secret]';
const WEBHOOK_SECRET = /^whsec_([A-Za-z0-9+/]+)=*$/;
const BACKSLASHES = '\\u{5c}';
/** HTML's names of characters, where a framework writes them. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos', '+': 'plus', '/': 'sol', '=': 'equals' },
};
/** A number whose end was not read: it is not recognized as one. */
const CUT_NUMBER = /[\p{Nd}+(][\p{Nd}\s()./_\p{Pd}\p{Cf}]*$/u;
/** A character whose end was not read. */
const CUT_CHARACTER = `(?:${BACKSLASHES}{1,4}|[${BACKSLASHES}&%][${BACKSLASHES}#%;\\w]{0,12})?$`;

/** Removes secrets from texts that others wrote. */
export interface SecretRedaction {
  /** Redacts a complete text. */
  whole(text: string): string;
  /** Redacts a text whose rest was not read: also the beginning of a secret or number at its end. */
  start(text: string): string;
}

/**
 * Redacts as {@link redact} does, and these secrets by their value: as they are, and as JSON, HTML and addresses spell
 * them. A webhook secret is also redacted without `whsec_`. Values of fewer than 16 characters stay.
 */
export function redactSecrets(secrets: readonly Secret[]): SecretRedaction {
  const values = secrets
    .flatMap((secret) => formsOf(secret.reveal()))
    .filter(({ length }) => length >= MIN_SECRET_CHARACTERS)
    // One can begin with another.
    .toSorted((one, other) => other.length - one.length)
    .map((value) => Array.from(value, spellingsOf));
  const complete = values.map((spellings) => new RegExp(spellings.join(''), 'gu'));
  const begun = values.map((spellings) => new RegExp(beginningOf(spellings), 'u'));
  const hide = (text: string) => complete.reduce((rest, value) => rest.replace(value, MASK), text);
  return {
    whole: (text) => redact(hide(text)),
    start: (text) => redact(begun.reduce((rest, value) => rest.replace(value, ''), hide(text)).replace(CUT_NUMBER, '')),
  };
}

function formsOf(value: string): string[] {
  const [, base64] = WEBHOOK_SECRET.exec(value) ?? [];
  return base64 === undefined ? [value] : [value, `whsec_${base64}`, base64];
}

/** A pattern for a character as it is, as `\/` or `\u002f`, as `&#x2F;` or `&amp;`, and as `%2F`; also spelled twice. */
function spellingsOf(character: string): string {
  if (/^[A-Za-z0-9]$/.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  const inJson = units.map((unit) => `${BACKSLASHES}{1,4}u${anyCase(unit.toString(16).padStart(4, '0'))}`).join('');
  const name = NAMES[character];
  const inHtml = [`#0*${code}`, `#[xX]0*${anyCase(code.toString(16))}`, ...(name === undefined ? [] : [name])];
  const inAddress = [...Buffer.from(character)].map((byte) => `%(?:25)?${anyCase(byte.toString(16).padStart(2, '0'))}`);
  const here = `${BACKSLASHES}{0,4}(?:\\u{${code.toString(16)}}|&(?:amp;)?(?:${inHtml.join('|')});?)`;
  return `(?:${here}|${inJson}|${inAddress.join('')})`;
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function beginningOf([first = '', ...others]: readonly string[]): string {
  const rest = others.reduceRight((behind, one) => `(?:${one}${behind})?`, '');
  return `${first}${rest}${CUT_CHARACTER}`;
}
