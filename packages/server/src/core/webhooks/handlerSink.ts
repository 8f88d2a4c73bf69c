import { webhookSchema } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import { redact } from '../../log/redact.ts';
import { waitWithin } from '../../time/waitWithin.ts';
import type { EventHandler } from './eventHandler.ts';
import { ANSWER_WITHIN_MS } from './signedPost.ts';
import type { Delivery, Sink } from './sink.ts';

const MAX_ERROR_LENGTH = 200;

/** Delivers webhooks to a handler in the host's process, with the same guarantees as to an endpoint. */
export function handlerSink(handler: EventHandler, answerWithinMs = ANSWER_WITHIN_MS): Sink {
  return async (webhook) =>
    (await waitWithin(handle(handler, webhook.payload, webhook.id), answerWithinMs)) ??
    failed(`no answer within ${answerWithinMs / 1000} s`);
}

async function handle(handler: EventHandler, payload: string, id: string): Promise<Delivery> {
  try {
    await handler({ id, ...z.parse(webhookSchema, JSON.parse(payload)) });
    return { kind: 'delivered' };
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

/** A host's error may contain anything; numbers and secrets are removed before it is stored. */
function failed(error: string): Delivery {
  return { kind: 'failed', error: redact(error).slice(0, MAX_ERROR_LENGTH), retryAfterMs: null, answer: null };
}
