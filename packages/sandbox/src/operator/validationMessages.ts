import type * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';

/**
 * Parse options that give each issue an English message. zod/mini has no messages of its own,
 * and setting them globally would affect other packages.
 */
export const ENGLISH_MESSAGES = { error: en().localeError };

/** Formats the first five issues: `debitParty.0.value: must be a phone number; …`. */
export function formatIssues(error: z.core.$ZodError): string {
  return error.issues
    .slice(0, 5)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ');
}
