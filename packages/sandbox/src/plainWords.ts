import type * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';

/** Parse with this to get issues in plain words; zod/mini has none of its own, and setting them globally would reach other packages. */
export const PLAIN_WORDS = { error: en().localeError };

/** `debitParty.0.value: must be a phone number`, for the first few issues. */
export function inPlainWords(error: z.core.$ZodError): string {
  return error.issues
    .slice(0, 5)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ');
}
