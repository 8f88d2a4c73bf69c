import { onlineManager, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Payment } from '@tsena/shared/checkout';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Api } from '../core/api.ts';
import { CompanionError } from '../core/companionError.ts';
import { type Connection, useConnection } from './useConnection.ts';
import { useFreshRequest } from './useFreshRequest.ts';
import { usePaymentStream } from './usePaymentStream.ts';

/**
 * The polling interval while the event stream works. A stream can die unnoticed, for example when a phone changes
 * cells.
 */
const POLL_WITH_STREAM_MS = 25_000;
const DEFAULT_POLL_MS = 5_000;
const MAX_BACKOFF_MS = 30_000;

/**
 * Follows the payment, or the one that has paid the order in its place, for as long as the companion plans news: by
 * Server-Sent Events, and by polling at the companion's interval if events do not arrive. A failed request changes
 * nothing.
 *
 * @param payment - the last known state of the order's payment
 * @param onPayment - takes a state of the followed payment, also one that is known already
 * @returns whether the companion can be reached
 */
export function usePayment(
  api: Pick<Api, 'getPayment' | 'getEventsUrl'>,
  payment: Payment | null,
  onPayment: (payment: Payment, isFollowed: true) => void,
): Connection {
  const client = useQueryClient();
  const id = payment === null ? null : (payment.paidBy ?? (payment.nextPollMs === null ? null : payment.id));
  const queryKey = useMemo(() => ['payment', id], [id]);
  const sentAtMs = useRef<number | null>(null);

  const onEvent = useCallback(
    (received: Payment) => {
      // It is newer than what a request under way can bring, and ends the retries: the companion can be reached.
      void client.cancelQueries({ queryKey });
      onlineManager.setOnline(true);
      client.setQueryData(queryKey, received);
    },
    [client, queryKey],
  );
  const isLive = usePaymentStream(id && api.getEventsUrl(id), onEvent);

  const intervalMs = payment?.nextPollMs ?? DEFAULT_POLL_MS;
  const query = useQuery<Payment>({
    queryKey,
    queryFn:
      id === null
        ? skipToken
        : async ({ signal }) => {
            const ownSentAtMs = performance.now();
            sentAtMs.current = ownSentAtMs;
            try {
              const received = await api.getPayment(id, signal);
              onlineManager.setOnline(true);
              return received;
            } finally {
              if (sentAtMs.current === ownSentAtMs) sentAtMs.current = null;
            }
          },
    initialData: () => (payment !== null && payment.id === id ? payment : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    // A browser may report wrongly that it is offline.
    networkMode: 'always',
    refetchInterval: isLive ? Math.max(intervalMs, POLL_WITH_STREAM_MS) : intervalMs,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
    retry: true,
    retryDelay: (failures, error) =>
      Math.max(
        Math.min(intervalMs * 2 ** failures, MAX_BACKOFF_MS),
        (error instanceof CompanionError && error.retryAfterMs) || 0,
      ),
  });
  useFreshRequest(id === null ? null : queryKey, sentAtMs);

  const { data } = query;
  useEffect(() => {
    if (data !== undefined) onPayment(data, true);
  }, [data, onPayment]);
  return useConnection(query);
}
