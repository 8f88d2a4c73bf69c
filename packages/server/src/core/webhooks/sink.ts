import type { StoredWebhook } from '../../database/schema.ts';

/** The result of one delivery attempt. */
export type Delivery =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'failed'; readonly error: string; readonly retryAfterMs: number | null }
  /** The endpoint answered 410 Gone: no further attempt is made. */
  | { readonly kind: 'gone'; readonly error: string };

/** Where webhooks go: the shop's endpoint, or a handler in the host's own process. */
export type Sink = (webhook: StoredWebhook) => Promise<Delivery>;
