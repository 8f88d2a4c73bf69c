import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { followChanges } from '../core/followChanges.ts';
import { shareRuns } from './shareRuns.ts';

/**
 * How often data is read again, ms: while changes arrive, for what is no payment's change and for a stream that dies
 * unnoticed, and while they do not.
 */
const REFRESH_MS = { live: 40_000, polling: 15_000 } as const;

const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2000;
/**
 * A refresh is followed by a pause of this many times its own duration, so that a busy companion is asked less often.
 */
const PAUSE_FACTOR = 4;

/** Whether changes arrive, and who else wants them. */
export interface LiveData {
  readonly isLive: boolean;
  /** How often a view reads its data again. */
  readonly refreshMs: number;
  /** Calls back at each change until the returned function is called. */
  onChange(listener: () => void): () => void;
}

/** Reads the shown data again when the companion says that payments changed. */
export function useLiveData(address: string): LiveData {
  const client = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  const listeners = useMemo(() => new Set<() => void>(), []);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const refresh = shareRuns(() => refreshAndPause(client));
    let wasLive = false;
    addEventListener('offline', refresh, { signal });
    addEventListener('online', refresh, { signal });
    followChanges({
      address,
      signal,
      onChange() {
        for (const listener of listeners) listener();
        refresh();
      },
      onLive(now) {
        setIsLive(now);
        // A broken stream may mean that the companion is away, or the session over. Reading again tells.
        if (wasLive && !now) refresh();
        wasLive = now;
      },
    });
    return () => stop.abort();
  }, [address, client, listeners]);

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

/** Under which first key what only the operator knows is kept: each read of it is a request to the operator. */
export const OPERATOR_KEY = 'operator';

/** Reads all shown data again, but for what only the operator knows. */
export function refreshData(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== OPERATOR_KEY });
}

async function refreshAndPause(client: QueryClient): Promise<void> {
  const startedAt = performance.now();
  await refreshData(client);
  const pauseMs = PAUSE_FACTOR * (performance.now() - startedAt);
  await new Promise((resolve) => setTimeout(resolve, Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, pauseMs))));
}

/**
 * When the oldest of the shown data was read that could not be read again, ms since 1970; null if all is up to date.
 */
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
