import { callbackSchema } from '@tsena/shared/operator';
import { type Request, Router } from 'express';
import * as z from 'zod/mini';
import type { CallbackNote } from '../storage/callbacks.ts';
import { readJson } from './body.ts';
import type { HttpContext } from './context.ts';
import { onlyMethods, ProblemError } from './problem.ts';

const MAX_CALLBACK_BYTES = 32 * 1024;
const SECRET = /^[A-Za-z0-9_-]{43}$/;
const NOTHING: CallbackNote = { serverCorrelationId: '', status: '' };
const SERVER_CORRELATION_ID = /^[A-Za-z0-9_-]{1,100}$/;

/** `PUT /v1/callbacks/{secret}`: the operator says that something changed (section 6). */
export function callbackRouter({ storeCallback }: Pick<HttpContext, 'storeCallback'>): Router {
  const router = Router();
  router
    .route('/v1/callbacks/:secret')
    .put(async (request, response) => {
      const { secret } = request.params;
      const { note, problem } = await noteOf(request);
      const payment = SECRET.test(secret) ? await storeCallback(secret, note) : undefined;
      if (payment === undefined) throw new ProblemError('callback_unknown');
      // Not 200: it would say that what the body told is kept.
      if (problem !== undefined) throw problem;
      response.status(200).json({});
    })
    .all(onlyMethods('PUT'));
  return router;
}

/** Whatever its media type says. A callback that could not be read is still a reason for a status check. */
async function noteOf(request: Request): Promise<{ readonly note: CallbackNote; readonly problem?: ProblemError }> {
  try {
    const read = z.safeParse(callbackSchema, await readJson(request, MAX_CALLBACK_BYTES));
    if (!read.success) return { note: NOTHING };
    const { serverCorrelationId, transactionStatus } = read.data;
    return { note: { serverCorrelationId: nameable(serverCorrelationId), status: storable(transactionStatus).slice(0, 40) } };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { note: NOTHING, problem: error };
  }
}

/** It goes into the path of a request to the operator: what has not the form of its ids (UUIDs, section 2.3) names nothing. */
function nameable(id = ''): string {
  return SERVER_CORRELATION_ID.test(id) ? id : '';
}

/** PostgreSQL keeps no zero byte. */
function storable(text = ''): string {
  return text.replaceAll('\0', '');
}
