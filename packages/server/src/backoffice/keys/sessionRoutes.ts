import { randomBytes } from 'node:crypto';
import { sessionBodySchema } from '@tsena/shared/merchant';
import type { Secret } from '../../config/secret.ts';
import { maskAddress } from '../../http/kit/clients/clientAddress.ts';
import type { HttpContext } from '../../http/kit/context.ts';
import { defineRoute } from '../../http/kit/route.ts';
import type { KeyCheck } from './keyCheck.ts';
import {
  clearSessionCookie,
  readSessionToken,
  rejectForeignOrigin,
  requireOwnOrigin,
  SESSION_MS,
  setSessionCookie,
} from './sessionCookie.ts';
import { createSession, endSession } from './sessions.ts';

/** What {@link sessionRoutes} take. */
export interface SessionContext extends Pick<HttpContext, 'storage' | 'addressOf' | 'current'> {
  readonly check: KeyCheck;
  readonly ownerKey: Secret;
}

/** `/v1/merchant/session`: sign in with a key, which then stays out of the browser, and sign out. */
export const sessionRoutes = {
  /**
   * Sign in with a key.
   *
   * Sets a cookie that no script can read, for twelve hours. With it, requests need no `Authorization`; changes need
   * the companion’s own `Origin`. The session ends when the key is revoked.
   */
  createSession: defineRoute('POST /v1/merchant/session', {
    body: sessionBodySchema,
    answers: { 204: { text: 'Signed in' } },
    problems: [
      'merchant_key_invalid',
      'key_attempts_exhausted',
      'merchant_api_off',
      'origin_not_allowed',
      'storage_unavailable',
    ],
    async handle({ check, ownerKey, storage, addressOf, current }: SessionContext, { request, response, body }) {
      const { PUBLIC_URL: publicUrl } = current();
      // Programs send no Origin. A page of another site must not sign a browser in to a key of its own.
      rejectForeignOrigin(request, publicUrl);
      const address = addressOf(request);
      const { keyId, name } = await check.byKey(address, body.key);
      const token = randomBytes(32).toString('base64url');
      await createSession(storage, token, ownerKey, {
        forMs: SESSION_MS,
        by: { name, keyId, address: maskAddress(address) },
      });
      setSessionCookie(request, response, token, publicUrl);
      response.end();
    },
  }),
  /** Sign out. */
  endSession: defineRoute('DELETE /v1/merchant/session', {
    answers: { 204: { text: 'Signed out' } },
    problems: ['merchant_api_off', 'origin_not_allowed', 'storage_unavailable'],
    async handle({ ownerKey, storage, addressOf, current }: SessionContext, { request, response }) {
      const { PUBLIC_URL: publicUrl } = current();
      requireOwnOrigin(request, publicUrl);
      const address = maskAddress(addressOf(request));
      const token = readSessionToken(request, publicUrl);
      if (token !== undefined) await endSession(storage, token, ownerKey, address);
      clearSessionCookie(request, response, publicUrl);
      response.end();
    },
  }),
};
