import { type Callback, callbackSchema } from '@tsena/shared/operator';
import express, { Router } from 'express';
import * as z from 'zod/mini';
import { type CallbackNote, storeCallback } from '../ledger/callbacks.ts';
import type { Engine } from '../payments/engine.ts';
import { onlyMethods, ProblemError } from './problem.ts';

const LIMIT = '32kb';
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** `PUT /v1/callbacks/{secret}`: the operator says that something changed (section 6). */
export function callbackRouter(engine: Engine): Router {
  const router = Router();
  router
    .route('/v1/callbacks/:secret')
    // Whatever its media type says: a callback that cannot be read is still a reason to look.
    .put(express.text({ type: () => true, limit: LIMIT }), async (request, response) => {
      const { secret } = request.params;
      const payment = SECRET.test(secret) ? await storeCallback(engine.ledger, secret, noteOf(request.body)) : undefined;
      if (payment === undefined) throw new ProblemError('callback_unknown');
      engine.at('callback stored');
      response.status(200).json({});
      engine.onDue(payment.id);
    })
    .all(onlyMethods('PUT'));
  return router;
}

function noteOf(body: unknown): CallbackNote {
  const callback = readCallback(body);
  return {
    serverCorrelationId: storable(callback?.serverCorrelationId).slice(0, 100),
    word: storable(callback?.transactionStatus).slice(0, 40),
  };
}

/** PostgreSQL keeps no zero byte. */
function storable(text = ''): string {
  return text.replaceAll('\0', '');
}

function readCallback(body: unknown): Callback | undefined {
  if (typeof body !== 'string') return undefined;
  try {
    const read = z.safeParse(callbackSchema, JSON.parse(body));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
