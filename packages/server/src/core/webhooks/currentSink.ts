import type { ReadCurrent, WebhookSettings } from '../../config/settings.ts';
import { httpSink } from './httpSink.ts';
import type { Sink } from './sink.ts';

/**
 * Posts webhooks to the endpoint that is set at that moment.
 *
 * @param wall ms since 1970
 */
export function currentSink(current: ReadCurrent, wall: () => number): Sink {
  let made: { readonly webhook: WebhookSettings; readonly sink: Sink } | undefined;
  return async (event) => {
    const { webhook } = current();
    if (webhook === null) return { kind: 'failed', error: 'no webhook address is set', retryAfterMs: null };
    // Kept for its connections.
    if (made?.webhook !== webhook) made = { webhook, sink: httpSink(webhook, undefined, wall) };
    return made.sink(event);
  };
}
