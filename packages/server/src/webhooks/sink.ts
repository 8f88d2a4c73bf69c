import type { StoredWebhook } from '../storage/schema.ts';

/** What became of one try. */
export type Delivery =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'failed'; readonly error: string; readonly retryAfterMs: number | null }
  /** The receiver says that it is gone for good. */
  | { readonly kind: 'gone'; readonly error: string };

/** Where webhooks go: the shop's endpoint, or a handler in the host's own process. */
export type Sink = (webhook: StoredWebhook) => Promise<Delivery>;
