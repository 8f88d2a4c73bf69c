import { type CreatedKey, createKeyBodySchema, type Key, keyQuerySchema } from '@tsena/shared/merchant';
import { Router } from 'express';
import { createKey, listKeys, revokeKey } from '../../backoffice/keys/keyRows.ts';
import { hashMerchantKey, hintOf, newMerchantKey } from '../../backoffice/keys/merchantKey.ts';
import type { StoredKey } from '../../database/schema.ts';
import { readBody, readQuery } from '../body.ts';
import type { HttpContext } from '../context.ts';
import { ProblemError, rejectOtherMethods } from '../problem.ts';
import { allow, callerOf } from './caller.ts';
import { readCursor, writeCursor } from './cursor.ts';

type KeyContext = Pick<HttpContext, 'storage' | 'settings'>;

/** `/v1/merchant/keys`: the merchant's keys. */
export function keyRouter({ storage, settings, watchers, log }: HttpContext): Router {
  const router = Router();

  router
    .route('/v1/merchant/keys')
    .get(allow('admin'), async (request, response) => {
      const { cursor, limit } = readQuery(request, keyQuerySchema);
      const page = await listKeys(storage.store.db, limit, readCursor(cursor));
      response.json({ data: page.rows.map(viewKey), nextCursor: writeCursor(page.next) });
    })
    .post(allow('admin'), async (request, response) => {
      const { name, scope, expiresAt = null } = await readBody(request, createKeyBodySchema);
      if (expiresAt !== null && expiresAt <= storage.clock.now()) {
        throw new ProblemError('invalid_request', { errors: [{ pointer: '/expiresAt', detail: 'a time in the future' }] });
      }
      const created = await issueKey({ storage, settings }, { name, scope, expiresAt, createdBy: callerOf(response).name });
      log.info({ key: created.id, scope }, 'merchant key created');
      response.status(201).json(created);
    })
    .all(rejectOtherMethods('GET', 'POST'));

  router
    .route('/v1/merchant/keys/:id')
    .delete(allow('admin'), async (request, response) => {
      const id = String(request.params.id);
      if (!(await revokeKey(storage, id, callerOf(response).name))) throw new ProblemError('key_not_found');
      log.info({ key: id }, 'merchant key revoked');
      // Open dashboards read their data again: those of this key learn at once that they are signed out.
      watchers.notify(null);
      response.status(204).end();
    })
    .all(rejectOtherMethods('DELETE'));

  return router;
}

/** Creates a key and stores its hash. The answer is the only place where the key is shown. */
export async function issueKey(
  { storage, settings }: KeyContext,
  { name, scope, expiresAt, createdBy }: Pick<Key, 'name' | 'scope' | 'createdBy'> & { readonly expiresAt: number | null },
): Promise<CreatedKey> {
  const secret = newMerchantKey(settings.operator.environment);
  const stored = await createKey(storage, { name, scope, hash: hashMerchantKey(secret), hint: hintOf(secret), expiresAt, createdBy });
  return { id: stored.id, name: stored.name, scope: stored.scope, expiresAt: writeTimeOrNull(stored.expires_at), secret };
}

/** A key as lists show it. */
export function viewKey(key: StoredKey): Key {
  return {
    id: key.id,
    name: key.name,
    scope: key.scope,
    hint: key.hint,
    createdAt: new Date(key.created_at).toISOString(),
    createdBy: key.created_by,
    lastUsedAt: writeTimeOrNull(key.last_used_at),
    expiresAt: writeTimeOrNull(key.expires_at),
    revokedAt: writeTimeOrNull(key.revoked_at),
    revokedBy: key.revoked_by,
  };
}

function writeTimeOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
