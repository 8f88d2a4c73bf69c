import * as z from 'zod/mini';
import { isReference } from '../transactionReference.ts';

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/**
 * Reads a text of the operator: trimmed, with a space for control characters: PostgreSQL stores no zero byte, and the
 * others change what a terminal shows. A number is read as its digits.
 *
 * @returns undefined if it is missing, null, empty or no text
 */
export function readText(value: unknown): string | undefined {
  const text = textOf(value)
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  return text === '' ? undefined : text;
}

/** A text that may be missing, null, empty, or a number. See {@link readText}. */
export const optionalText = z.pipe(z.nullish(z.unknown()), z.transform(readText));

/**
 * A transaction's id as the operator writes it, without spaces around it; undefined if it is missing or cannot be one
 * ({@link isReference}). A number that JSON has rounded is none: it could be another transaction's.
 */
export const optionalReference = z.pipe(
  z.nullish(z.unknown()),
  z.transform((value): string | undefined => {
    const isRounded = typeof value === 'number' && !Number.isSafeInteger(value);
    const text = isRounded ? '' : textOf(value).trim();
    return isReference(text) ? text : undefined;
  }),
);

/**
 * An id of the operator's in the form of its documents (UUIDs, section 2.3). It becomes part of a path at the operator.
 */
export const serverCorrelationIdSchema = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_-]{1,100}$/));
