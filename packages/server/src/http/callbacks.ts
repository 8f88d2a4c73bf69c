import { callbackSchema } from '@tsena/shared/operator';
import type { Request } from 'express';
import * as z from 'zod/mini';
import type { CallbackNote } from '../core/rules/decisions/callback.ts';
import { ProblemError } from '../input/problemError.ts';
import { redact } from '../log/redact.ts';
import { createCallbackRetries } from './callbackRetries.ts';
import { readJson } from './kit/bodies/body.ts';
import type { HttpContext } from './kit/context.ts';
import { defineRoute, onceFor } from './kit/route.ts';

const MAX_CALLBACK_BYTES = 32 * 1024;
const MAX_STATUS_LENGTH = 40;
const SECRET = /^[A-Za-z0-9_-]{43}$/;
const retriesOf = onceFor(({ stopping }: HttpContext) => createCallbackRetries(stopping));
const EMPTY_NOTE: CallbackNote = { serverCorrelationId: '', transactionReference: '', status: '' };

/**
 * `PUT /v1/callbacks/{secret}`: the operator reports a change (section 6). The body is not trusted; it causes a status
 * check.
 */
export const callbackRoutes = {
  /**
   * Receive a callback of the operator.
   *
   * The body is not trusted. A callback only makes the companion check the status sooner.
   */
  receiveCallback: defineRoute('PUT /v1/callbacks/{secret}', {
    group: 'Operator',
    caller: 'callback secret',
    params: { secret: { schema: z.string(), otherwise: 'callback_unknown' } },
    answers: { 200: { text: 'Stored' } },
    problems: ['invalid_request', 'body_too_large', 'unsupported_media_type', 'storage_unavailable'],
    async handle(context, { request, response, params: { secret } }) {
      const { note, problem } = await readNote(request);
      const store = () => retriesOf(context)(() => context.storeCallback(secret, note));
      const payment = SECRET.test(secret) ? await store() : undefined;
      if (payment === undefined) throw new ProblemError('callback_unknown');
      // Not 200, which would mean that the body is stored.
      if (problem !== undefined) throw problem;
      response.json({});
    },
  }),
};

/** Ignores the media type. An unreadable callback causes a status check too. */
async function readNote(request: Request): Promise<{ readonly note: CallbackNote; readonly problem?: ProblemError }> {
  try {
    const parsed = z.safeParse(callbackSchema, await readJson(request, MAX_CALLBACK_BYTES));
    if (!parsed.success) return { note: EMPTY_NOTE };
    const { serverCorrelationId = '', transactionReference = '', transactionStatus: status = '' } = parsed.data;
    return { note: { serverCorrelationId, transactionReference, status: redact(status).slice(0, MAX_STATUS_LENGTH) } };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { note: EMPTY_NOTE, problem: error };
  }
}
