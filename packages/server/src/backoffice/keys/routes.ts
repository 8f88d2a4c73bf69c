import { createdKeySchema, createKeyBodySchema, keyPageSchema, pagingQuerySchema } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import { callerOf } from '../../http/kit/caller.ts';
import { defineRoute } from '../../http/kit/route.ts';
import { recordListReading } from '../shared/listReadings.ts';
import { createKey, pageOfKeys, revokeKey } from './keyRows.ts';

/** `/v1/merchant/keys`: the merchant's keys. */
export const keyRoutes = {
  /**
   * Create a key.
   *
   * The answer is the only place where the key is shown: the companion stores a hash. No other valid key may have its
   * name, or one that looks like it.
   */
  createKey: defineRoute('POST /v1/merchant/keys', {
    scope: 'admin',
    body: createKeyBodySchema,
    answers: { 201: { text: 'The key', schema: createdKeySchema } },
    problems: ['key_name_taken'],
    async handle({ storage, settings, log }, { response, body: { name, scope, expiresAt = null } }) {
      const created = await createKey(
        storage,
        settings.OPERATOR_ENVIRONMENT,
        { name, scope, expiresAt },
        callerOf(response),
      );
      log.info({ key: created.id, scope }, 'merchant key created');
      return created;
    },
  }),
  /** List keys, newest first. */
  listKeys: defineRoute('GET /v1/merchant/keys', {
    scope: 'admin',
    query: pagingQuerySchema,
    answers: { 200: { text: 'A page', schema: keyPageSchema } },
    async handle(context, { query, response }) {
      await recordListReading(context.storage, callerOf(response), 'keys', query.cursor);
      return pageOfKeys(context, query);
    },
  }),
  /**
   * Revoke a key.
   *
   * It has effect at once in all instances, and ends the sessions of the key. Safe to repeat.
   */
  revokeKey: defineRoute('DELETE /v1/merchant/keys/{id}', {
    scope: 'admin',
    params: { id: { schema: z.string(), otherwise: 'key_not_found' } },
    answers: { 204: { text: 'Revoked' } },
    async handle({ storage, watchers, log }, { params: { id }, response }) {
      await revokeKey(storage, id, callerOf(response));
      log.info({ key: id }, 'merchant key revoked');
      // Open dashboards read their data again: those of this key learn at once that they are signed out.
      watchers.notify(null);
      response.end();
    },
  }),
};
