import type { ChangedPayments } from '@tsena/shared/merchant';
import type { Api } from './api.ts';
import { ApiError } from './apiError.ts';

const MIN_RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;

/** What {@link followChanges} takes. */
export interface FollowOptions {
  readonly api: Pick<Api, 'changes'>;
  readonly signal: AbortSignal;
  onChange(changed: ChangedPayments): void;
  /** Whether changes arrive now. */
  onLive(isLive: boolean): void;
}

/** Follows the changes of payments until `signal` aborts, and connects again when the stream ends or breaks. */
export async function followChanges({ api, signal, onChange, onLive }: FollowOptions): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      await api.changes((changed) => {
        failures = 0;
        onLive(true);
        onChange(changed);
      }, signal);
      // The companion ended it, so that the page shows its session again, or because it stops.
      failures += 1;
    } catch (error) {
      if (signal.aborted) return;
      onLive(false);
      if (error instanceof ApiError && error.code === 'merchant_key_invalid') return;
      failures += 1;
    }
    if (failures > 1) await wait(Math.min(MIN_RETRY_MS * 2 ** (failures - 2), MAX_RETRY_MS), signal);
  }
}

/** Waits, but not longer than until the network is back or the page is shown again. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = new AbortController();
    const end = () => {
      stop.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, ms);
    const options = { signal: stop.signal };
    signal.addEventListener('abort', end, options);
    addEventListener('online', end, options);
    document.addEventListener('visibilitychange', end, options);
  });
}
