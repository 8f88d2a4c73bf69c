import * as z from 'zod/mini';
import { COMMAND_LINE, OWNER } from './scopes.ts';

/** Names that the history gives to others than keys. */
const RESERVED: readonly string[] = [OWNER, COMMAND_LINE, 'callback', 'payer', 'shop'];

/** Letters of Western Europe and of Madagascar, where n has a diaeresis: those of other scripts look like them. */
const NAME = /^(?:[A-Za-z0-9À-ÖØ-öø-ÿŒœ .,'’()&@+_/#:-]|\u0308)*$/u;

/** The name of a key: a person or a program. The history records it. */
export const keyNameSchema = z.string().check(
  z.normalize('NFKC'),
  z.overwrite((name) => name.replace(/ +/g, ' ')),
  z.trim(),
  z.minLength(1),
  z.maxLength(50),
  z.regex(NAME, "a name of Latin letters, digits, spaces and . , ' ( ) & @ + _ / # : -"),
  z.refine(
    (name) => !RESERVED.some((reserved) => foldKeyName(reserved) === foldKeyName(name)),
    `another name than ${RESERVED.join(', ')}`,
  ),
);

/**
 * What two names that look alike have in common: without case, accents and spaces, and with I, l and 1, O and 0 as one.
 */
export function foldKeyName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\s]/gu, '')
    .replace(/[i1]/g, 'l')
    .replace(/0/g, 'o');
}
