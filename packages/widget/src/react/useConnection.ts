import { onlineManager, type UseQueryResult } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { CompanionError } from '../core/companionError.ts';
import { useIsSlow } from './useIsSlow.ts';

/** Whether the companion can be reached. It says nothing about the payment. */
export type Connection = 'good' | 'slow' | 'unreachable' | 'offline';

/** Returns what the state of a query says about the connection. */
export function useConnection({
  isFetching,
  failureCount,
  failureReason,
}: Pick<UseQueryResult, 'isFetching' | 'failureCount' | 'failureReason'>): Connection {
  const isOnline = useSyncExternalStore(onlineManager.subscribe, readLine, () => true);
  const isSlow = useIsSlow(isFetching && failureCount === 0);
  if (!isOnline || (failureReason instanceof CompanionError && failureReason.code === 'offline')) return 'offline';
  if (failureCount > 1) return 'unreachable';
  return isSlow || failureCount === 1 ? 'slow' : 'good';
}

const readLine = () => onlineManager.isOnline();
