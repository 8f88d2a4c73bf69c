import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect } from 'react';
import { onPageResume } from '../core/pageEvents.ts';
import { SLOW_REQUEST_MS } from './useIsSlow.ts';

/**
 * Sends a query's request when the page resumes, where react-query would not: while it waits for the answer to a
 * request from before the page slept, or for its next retry; when the page returns from the back-forward cache; and
 * when the line returns that it has not seen go.
 *
 * @param queryKey - null: there is no query
 * @param sentAtMs - when the request was sent that is under way, by `performance.now()`; null: none is
 */
export function useFreshRequest(queryKey: QueryKey | null, sentAtMs: RefObject<number | null>): void {
  const client = useQueryClient();
  useEffect(() => {
    if (queryKey === null) return;
    return onPageResume(({ type }) => {
      const isRecent = sentAtMs.current !== null && performance.now() - sentAtMs.current <= SLOW_REQUEST_MS;
      if (isRecent || (type === 'visibilitychange' && client.isFetching({ queryKey }) === 0)) return;
      void client.cancelQueries({ queryKey });
      void client.refetchQueries({ queryKey });
    });
  }, [client, queryKey, sentAtMs]);
}
