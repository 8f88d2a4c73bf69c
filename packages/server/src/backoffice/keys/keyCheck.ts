import { OWNER } from '@tsena/shared/merchant';
import type { RequestHandler } from 'express';
import { isSameText } from '../../config/isSameText.ts';
import type { Secret } from '../../config/secret.ts';
import type { StoredKey } from '../../database/schema.ts';
import { readBearerToken } from '../../http/kit/bodies/body.ts';
import { type Caller, setCaller } from '../../http/kit/caller.ts';
import { countFailures } from '../../http/kit/clients/failures.ts';
import type { HttpContext } from '../../http/kit/context.ts';
import { ProblemError } from '../../input/problemError.ts';
import { findValidKey, recordKeyUse } from './keyRows.ts';
import { readSessionToken, requireOwnOrigin } from './sessionCookie.ts';
import { findSession } from './sessions.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** Finds whose key or session a request has. */
export interface KeyCheck {
  /**
   * Whose key this is.
   *
   * A right key is always accepted: otherwise a stranger behind the same proxy or carrier could lock the merchant out
   * with wrong keys. The key's length prevents guessing; the count stops a script with a mistake. A right key does not
   * reset the count: a stranger behind the same address would get unlimited attempts.
   *
   * @param address for which wrong keys are counted
   * @throws ProblemError if it is unknown, revoked or expired
   */
  byKey(address: string, key: string | undefined): Promise<Caller>;
  /** Whose session this is. A token cannot be guessed, so an ended session does not count as a wrong key. */
  bySession(token: string): Promise<Caller>;
}

/** Makes a {@link KeyCheck}. */
export function createKeyCheck(ownerKey: Secret, { storage, log }: Pick<HttpContext, 'storage' | 'log'>): KeyCheck {
  const countFailure = countFailures();
  const owner: Caller = { name: OWNER, scope: 'admin', keyId: null };

  async function identify(key: StoredKey): Promise<Caller> {
    await recordKeyUse(storage, key).catch((error: unknown) =>
      log.warn({ err: error, key: key.id }, 'the use of a key was not recorded'),
    );
    return { name: key.name, scope: key.scope, keyId: key.id };
  }

  return {
    async byKey(address, key) {
      // A request without a key is refused, even if the host app's settings hold an empty one. It guesses nothing: the
      // dashboard asks so whether it is signed in.
      if (key === undefined) throw new ProblemError('merchant_key_invalid');
      if (isSameText(key, ownerKey.reveal())) return owner;
      const stored = await findValidKey(storage, key);
      if (stored !== undefined) return identify(stored);
      const retryAfterMs = countFailure(address);
      if (retryAfterMs > 0) throw new ProblemError('key_attempts_exhausted', { retryAfterMs });
      throw new ProblemError('merchant_key_invalid');
    },
    async bySession(token) {
      const session = await findSession(storage, token, ownerKey);
      if (session === undefined) throw new ProblemError('merchant_key_invalid');
      return session.kind === 'owner' ? owner : identify(session.key);
    },
  };
}

/**
 * Passes on requests with a valid key, or with a session's cookie; a change by cookie must come from the companion's
 * own pages.
 */
export function requireMerchantKey(
  check: KeyCheck,
  { addressOf, current }: Pick<HttpContext, 'addressOf' | 'current'>,
): RequestHandler {
  return async (request, response, next) => {
    const { PUBLIC_URL: publicUrl } = current();
    // Read before the first wait: a closed connection has no address.
    const address = addressOf(request);
    const token = request.get('authorization') === undefined ? readSessionToken(request, publicUrl) : undefined;
    if (token === undefined) {
      setCaller(response, await check.byKey(address, readBearerToken(request)), address);
    } else {
      if (!SAFE_METHODS.includes(request.method)) requireOwnOrigin(request, publicUrl);
      setCaller(response, await check.bySession(token), address);
    }
    next();
  };
}
