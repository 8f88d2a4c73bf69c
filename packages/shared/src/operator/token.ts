import * as z from 'zod/mini';
import { optionalText } from './text.ts';

const DEFAULT_SECONDS = 3_600;
/** Gateways write a number near 2^63 for a token that does not expire. No database stores such a time. */
const MAX_SECONDS = 86_400;

/**
 * The token endpoint's answer (section 2.1). `expires_in` in seconds; 3600 if it is missing or not a positive number.
 */
export const tokenResponseSchema = z.looseObject({
  access_token: z.string().check(z.regex(/^[!-~]+$/)),
  token_type: optionalText,
  scope: optionalText,
  expires_in: z.pipe(
    z.catch(z.coerce.number().check(z.positive()), DEFAULT_SECONDS),
    z.transform((seconds) => Math.min(seconds, MAX_SECONDS)),
  ),
});

/** The scope for a service of this name: `EXT_INT_SVC_SCOPE` (section 5). */
export function tokenScope(service: string): string {
  return `EXT_INT_${service.toUpperCase()}_SCOPE`;
}
