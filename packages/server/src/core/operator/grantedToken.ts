import { tokenResponseSchema } from '@tsena/shared/operator';
import * as z from 'zod/mini';
import { isSuccess, type Reply } from './outcome.ts';

/** A token that the operator issued. */
export interface GrantedToken {
  readonly token: string;
  readonly lifetimeMs: number;
  /**
   * Why the payment endpoints may refuse it, by the setting that is probably wrong; null if nothing is known against
   * it.
   */
  readonly doubt: { readonly kind: 'wrong_service' | 'refused'; readonly reason: string } | null;
}

/**
 * Reads the answer to a token request (section 2.1).
 *
 * @param scope the requested scope: a gateway may issue a token without a scope that it does not know
 * @returns why there is no token, if there is none although the operator reported success; undefined for any other
 *   answer
 */
export function readGrantedToken(reply: Reply, scope: string): GrantedToken | string | undefined {
  if (reply.kind !== 'answer' || !isSuccess(reply.status)) return undefined;
  const read = z.safeParse(tokenResponseSchema, reply.body);
  if (!read.success) return `${reply.status} without a usable token`;
  const { access_token: token, expires_in, token_type: type = 'Bearer', scope: granted = scope } = read.data;
  const found = `${reply.status} with a token that`;
  const doubt = !granted.split(/\s+/).includes(scope)
    ? { kind: 'wrong_service' as const, reason: `${found} lacks the scope ${scope}` }
    : type.toLowerCase() !== 'bearer'
      ? { kind: 'refused' as const, reason: `${found} is not of the type Bearer` }
      : null;
  return { token, lifetimeMs: expires_in * 1_000, doubt };
}
