import type { RequestHandler } from 'express';
import { readBearerToken } from '../../http/bodies/body.ts';
import { setCaller } from '../../http/caller.ts';
import type { HttpContext } from '../../http/context.ts';
import type { KeyCheck } from './keyCheck.ts';
import { readSessionToken, requireOwnOrigin } from './sessionCookie.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** Passes on requests with a valid key, or with a session's cookie; a change by cookie must come from the companion's own pages. */
export function requireMerchantKey(check: KeyCheck, { addressOf, current }: Pick<HttpContext, 'addressOf' | 'current'>): RequestHandler {
  return async (request, response, next) => {
    const { publicUrl } = current();
    // Read before the first wait: a closed connection has no address.
    const address = addressOf(request);
    const token = request.get('authorization') === undefined ? readSessionToken(request, publicUrl) : undefined;
    if (token === undefined) {
      setCaller(response, await check.byKey(request, readBearerToken(request)), address);
    } else {
      if (!SAFE_METHODS.includes(request.method)) requireOwnOrigin(request, publicUrl);
      setCaller(response, await check.bySession(token), address);
    }
    next();
  };
}
