import * as z from 'zod/mini';

/** The token endpoint's answer (section 2.1). `expires_in` in seconds; 3600 if missing. */
export const tokenResponseSchema = z.looseObject({
  access_token: z.string().check(z.minLength(1)),
  token_type: z.optional(z.string()),
  scope: z.optional(z.string()),
  expires_in: z._default(z.coerce.number().check(z.positive()), 3600),
});

/** The token endpoint's answer. */
export type TokenResponse = z.infer<typeof tokenResponseSchema>;

/** The scope for a service of this name: `EXT_INT_SVC_SCOPE` (section 5). */
export function tokenScope(service: string): string {
  return `EXT_INT_${service.toUpperCase()}_SCOPE`;
}
