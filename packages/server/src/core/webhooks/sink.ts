import type { StoredWebhook } from '../../database/schema.ts';

/** What an endpoint answered that did not accept a webhook. */
export interface RefusingAnswer {
  readonly status: number;
  /** The first characters of the body, without secrets and numbers. */
  readonly body: string;
}

/** The result of one delivery attempt. */
export type Delivery =
  | { readonly kind: 'delivered' }
  | {
      readonly kind: 'failed';
      readonly error: string;
      readonly retryAfterMs: number | null;
      /** Null without an answer over HTTP. */
      readonly answer: RefusingAnswer | null;
    }
  /** The endpoint answered 410 Gone: no further attempt is made. */
  | { readonly kind: 'gone'; readonly error: string; readonly answer: RefusingAnswer };

/** Where webhooks go: the shop's endpoint, or a handler in the host's own process. */
export type Sink = (webhook: StoredWebhook) => Promise<Delivery>;
