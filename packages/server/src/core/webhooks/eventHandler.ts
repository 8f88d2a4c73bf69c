import type { Webhook } from '@tsena/shared/merchant';

/** A webhook event as a host's handler receives it. */
export type WebhookEvent = {
  /** The `webhook-id`: the same each time the event comes. */
  readonly id: string;
} & Readonly<Webhook>;

/**
 * A host's handler of webhook events. It is called again until its promise resolves, which may take 15 s each time, so
 * it must recognise an `id` that it has handled.
 */
export type EventHandler = (event: WebhookEvent) => Promise<void>;
