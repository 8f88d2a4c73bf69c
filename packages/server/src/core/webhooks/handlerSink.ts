import { webhookSchema } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import type { Secret } from '../../config/secret.ts';
import { redactPersonalData } from '../../log/redactPersonalData.ts';
import { redactSecrets } from '../../log/redactSecrets.ts';
import { waitWithin } from '../../time/waitWithin.ts';
import type { EventHandler } from './eventHandler.ts';
import { ANSWER_WITHIN_MS } from './signedPost.ts';
import type { Sink } from './sink.ts';

const MAX_ERROR_LENGTH = 200;

/**
 * Delivers webhooks to a handler in the host's process, with the same guarantees as to an endpoint.
 *
 * @param secrets redacted in the handler's error, which is stored
 */
export function handlerSink(
  handler: EventHandler,
  secrets: () => readonly Secret[],
  answerWithinMs = ANSWER_WITHIN_MS,
): Sink {
  return async ({ id, payload }) => {
    const error = await waitWithin(errorOf(handler, payload, id), answerWithinMs);
    if (error === null) return { kind: 'delivered' };
    const shown = redactPersonalData(
      redactSecrets(secrets()).whole(error ?? `no answer within ${answerWithinMs / 1000} s`),
    );
    return { kind: 'failed', error: shown.slice(0, MAX_ERROR_LENGTH), retryAfterMs: null, answer: null };
  };
}

/** Null: the handler accepted the webhook. */
async function errorOf(handler: EventHandler, payload: string, id: string): Promise<string | null> {
  try {
    await handler({ id, ...z.parse(webhookSchema, JSON.parse(payload)) });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
