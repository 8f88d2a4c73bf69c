import { type QueryClient, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Checkout, Payment } from '@tsena/shared/checkout';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Api } from '../core/api.ts';
import { CompanionError } from '../core/companionError.ts';
import type { Emit } from '../core/events.ts';
import { selectPayment } from '../core/flow.ts';
import { loadCheckout } from '../core/loadCheckout.ts';
import { onPageResume } from '../core/pageEvents.ts';

const QUERY_KEY = ['order'];
const MAX_REQUESTS = 4;

/** The order of one token in the query client's cache, and how to load it. */
function orderQuery(
  client: QueryClient,
  api: Api,
  orderToken: string,
  known: Checkout | undefined,
): UseQueryOptions<Checkout> {
  return {
    queryKey: QUERY_KEY,
    initialData: () => known,
    async queryFn() {
      const checkout = await loadCheckout(api, orderToken);
      const known = client.getQueryData<Checkout>(QUERY_KEY)?.payment ?? null;
      return { ...checkout, payment: selectPayment(known, checkout.payment) };
    },
    // It is loaded again when the page resumes, and for another language.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    retry: (failures, error) => error instanceof CompanionError && error.isTransient && failures + 1 < MAX_REQUESTS,
    retryDelay: (failures, error) => (error instanceof CompanionError && error.retryAfterMs) || 1000 * 2 ** failures,
  };
}

/** An order, and what can be done with it. */
export type Order = ReturnType<typeof useOrder>;

/**
 * Loads the order, and loads it again when the page resumes, unless it is paid or the error is permanent.
 *
 * @param known - the order, if a hosted page has it
 */
export function useOrder(api: Api, orderToken: string, emit: Emit, known: Checkout | undefined) {
  const client = useQueryClient();
  const options = useMemo(() => orderQuery(client, api, orderToken, known), [client, api, orderToken, known]);
  const { data, error, failureReason, isFetching, refetch } = useQuery(options);
  const lastError = useRef<CompanionError | null>(null);
  if (error instanceof CompanionError) lastError.current = error;
  if (data) lastError.current = null;

  const loadedBy = useRef(api);
  useEffect(() => {
    if (loadedBy.current !== api) void refetch();
    loadedBy.current = api;
    return onPageResume(() => {
      const isPaid = client.getQueryData<Checkout>(QUERY_KEY)?.payment?.status === 'completed';
      if (!isPaid && lastError.current?.isTransient !== false) void refetch();
    });
  }, [client, api, refetch]);

  const setPayment = useCallback(
    (payment: Payment, isFollowed?: boolean) => {
      client.setQueryData<Checkout>(
        QUERY_KEY,
        (checkout) => checkout && { ...checkout, payment: selectPayment(checkout.payment, payment, isFollowed) },
      );
    },
    [client],
  );
  const [changedError, setChangedError] = useState<CompanionError | null>(null);
  return {
    api,
    checkout: data,
    /** Why the order could not be loaded, after all retries. It stays while the order loads again. */
    error: lastError.current,
    /** Why the latest request failed. */
    requestError: failureReason instanceof CompanionError ? failureReason : null,
    isLoading: isFetching,
    /** Loads the order again. */
    load: () => void refetch(),
    /** Returns the order from the cache, or loads it. */
    getCheckout: () => client.ensureQueryData(options),
    /** Updates the order's payment with one that the companion returned. `isFollowed`: see {@link selectPayment}. */
    setPayment,
    /** The error of a request that the order's payment prevented. It is shown together with that payment. */
    changedError,
    /** Takes the result of a view's request. */
    onPayment(received: Payment) {
      setChangedError(null);
      setPayment(received);
    },
    /** Takes the error of a view's request. */
    onError(reason: CompanionError) {
      emit('error', { problem: reason.problem });
      if (reason.payment === null) return;
      setChangedError(reason);
      setPayment(reason.payment);
    },
  };
}
