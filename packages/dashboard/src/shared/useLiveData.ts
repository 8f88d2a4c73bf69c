import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { ChangedPayments } from '@tsena/shared/merchant';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Api } from '../core/api.ts';
import { followChanges } from '../core/followChanges.ts';
import { paceRefresh } from '../core/pacedRefresh.ts';

/** How often data is read again, ms: while changes arrive, for what is no payment's change, and while they do not. */
const REFRESH_MS = { live: 60_000, polling: 15_000 } as const;

/** Whether changes arrive, and who else wants them. */
export interface LiveData {
  readonly isLive: boolean;
  /** How often a view reads its data again. */
  readonly refreshMs: number;
  /** Calls back at each change until the returned function is called. */
  onChange(listener: (changed: ChangedPayments) => void): () => void;
}

/** Reads the shown data again when the companion says that payments changed. */
export function useLiveData(api: Api): LiveData {
  const client = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  const listeners = useMemo(() => new Set<(changed: ChangedPayments) => void>(), []);
  useEffect(() => {
    const stop = new AbortController();
    const refresh = paceRefresh(() => refreshData(client));
    let wasLive = false;
    const options = { signal: stop.signal };
    addEventListener('offline', refresh, options);
    addEventListener('online', refresh, options);
    void followChanges({
      api,
      signal: stop.signal,
      onChange(changed) {
        for (const listener of listeners) listener(changed);
        refresh();
      },
      onLive(now) {
        setIsLive(now);
        // A broken stream may mean that the companion is away. Reading again tells.
        if (wasLive && !now) refresh();
        wasLive = now;
      },
    });
    return () => stop.abort();
  }, [api, client, listeners]);

  return useMemo(
    () => ({
      isLive,
      refreshMs: isLive ? REFRESH_MS.live : REFRESH_MS.polling,
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    }),
    [isLive, listeners],
  );
}

/** The first part of the key under which the file of the other pages is loaded. */
export const PAGES_KEY = 'pages';

/** Reads all shown data again, but for the file of the other pages, and the operator's view: each read of that is a request to the operator. */
export function refreshData(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== PAGES_KEY && queryKey[1] !== 'operator' });
}

/** When the oldest of the shown data was read that could not be read again, ms since 1970; null if all is up to date. */
export function useStaleSince(): number | null {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (onChange) => cache.subscribe(notifyManager.batchCalls(onChange)),
    () => {
      const times = cache
        .findAll({ type: 'active' })
        .filter(({ state }) => state.status === 'error' && state.data !== undefined)
        .map(({ state }) => state.dataUpdatedAt);
      return times.length === 0 ? null : Math.min(...times);
    },
  );
}
