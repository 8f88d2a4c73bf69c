import { type Webhook, webhookSchema } from '@tsena/shared/checkout';
import * as z from 'zod/mini';
import type { Sink } from './sink.ts';

/** What a host's own handler is given. It is called again until it resolves, so it has to know an id that it has seen. */
export type EventHandler = (event: Webhook, id: string) => Promise<void>;

/** Gives webhooks to a handler in the host's process, with the same guarantees as an endpoint. */
export function handlerSink(handler: EventHandler): Sink {
  return async (webhook) => {
    try {
      await handler(z.parse(webhookSchema, JSON.parse(webhook.payload)), webhook.id);
      return { kind: 'delivered' };
    } catch (error) {
      return { kind: 'failed', error: error instanceof Error ? error.message : String(error), retryAfterMs: null };
    }
  };
}
