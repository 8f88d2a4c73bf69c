import { randomBytes } from 'node:crypto';
import { sessionBodySchema } from '@tsena/shared/merchant';
import { Router } from 'express';
import { createSession, endSession } from '../../backoffice/keys/sessions.ts';
import type { Secret } from '../../config/secret.ts';
import type { Storage } from '../../core/storage/storage.ts';
import { readBody } from '../body.ts';
import { rejectOtherMethods } from '../problem.ts';
import type { KeyCheck } from './keyCheck.ts';
import {
  clearSessionCookie,
  readSessionToken,
  rejectForeignOrigin,
  requireOwnOrigin,
  SESSION_MS,
  setSessionCookie,
} from './sessionCookie.ts';

/** What {@link sessionRouter} takes. */
export interface SessionOptions {
  readonly check: KeyCheck;
  readonly ownerKey: Secret;
  readonly storage: Storage;
  readonly publicUrl: string | null;
}

/** `/v1/merchant/session`: sign in with a key, which then stays out of the browser, and sign out. */
export function sessionRouter({ check, ownerKey, storage, publicUrl }: SessionOptions): Router {
  const router = Router();
  router
    .route('/v1/merchant/session')
    .post(async (request, response) => {
      // Programs send no Origin. A page of another site must not sign a browser in to a key of its own.
      rejectForeignOrigin(request, publicUrl);
      const { key } = await readBody(request, sessionBodySchema);
      const { keyId } = await check.byKey(request, key);
      const token = randomBytes(32).toString('base64url');
      await createSession(storage, token, ownerKey, keyId, SESSION_MS);
      setSessionCookie(request, response, token, publicUrl);
      response.status(204).end();
    })
    .delete(async (request, response) => {
      requireOwnOrigin(request, publicUrl);
      const token = readSessionToken(request, publicUrl);
      if (token !== undefined) await endSession(storage, token, ownerKey);
      clearSessionCookie(request, response, publicUrl);
      response.status(204).end();
    })
    .all(rejectOtherMethods('POST', 'DELETE'));
  return router;
}
