import type { ReadCurrent, Settings } from '../../config/settings.ts';
import { httpSink } from './httpSink.ts';
import type { Sink } from './sink.ts';

/**
 * Posts webhooks to the endpoint that is set at that moment.
 *
 * @param wall ms since 1970
 */
export function currentSink(current: ReadCurrent, wall: () => number): Sink {
  let made: { readonly settings: Settings; readonly sink: Sink } | undefined;
  return async (event) => {
    const settings = current();
    if (settings.WEBHOOK_URL === null) return { kind: 'failed', error: 'no webhook address is set', retryAfterMs: null };
    // Kept for its connections.
    if (made?.settings !== settings) made = { settings, sink: httpSink(settings, undefined, wall) };
    return made.sink(event);
  };
}
