import { type Webhook, webhookSchema } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import { redact } from '../redact.ts';
import { ANSWER_WITHIN } from './signedPost.ts';
import type { Delivery, Sink } from './sink.ts';

const MAX_ERROR = 200;

/**
 * What a host's own handler is given. It is called again until it resolves, within 15 s each time, so it has to know an
 * id that it has seen.
 */
export type EventHandler = (event: Webhook, id: string) => Promise<void>;

/** Gives webhooks to a handler in the host's process, with the same guarantees as an endpoint. */
export function handlerSink(handler: EventHandler, answerWithinMs = ANSWER_WITHIN): Sink {
  return async (webhook) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Delivery>((resolve) => {
      timer = setTimeout(() => resolve(failed(`no answer within ${answerWithinMs / 1000} s`)), answerWithinMs);
    });
    try {
      return await Promise.race([handle(handler, webhook.payload, webhook.id), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

async function handle(handler: EventHandler, payload: string, id: string): Promise<Delivery> {
  try {
    await handler(z.parse(webhookSchema, JSON.parse(payload)), id);
    return { kind: 'delivered' };
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

/** A host's error may name anything; it is kept without numbers and secrets. */
function failed(error: string): Delivery {
  return { kind: 'failed', error: redact(error).slice(0, MAX_ERROR), retryAfterMs: null };
}
