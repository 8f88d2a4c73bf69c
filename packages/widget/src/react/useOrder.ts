import type { EnsureQueryDataOptions, QueryClient, QueryState } from '@tanstack/react-query';
import type { Checkout, Payment } from '@tsena/shared/checkout';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Api } from '../core/api.ts';
import { CompanionError } from '../core/companionError.ts';
import { selectPayment } from '../core/flow.ts';
import { loadCheckout } from '../core/loadCheckout.ts';
import { onPageResume } from '../core/pageEvents.ts';

const QUERY_KEY = ['order'];
const MAX_REQUESTS = 4;

/** The order of one token, in the query client's cache. */
interface OrderQuery {
  /** Loads the order. The result is in the state. */
  load(): void;
  /** Returns the order from the cache, or loads it. */
  getCheckout(): Promise<Checkout>;
  /** Updates the order's payment with one that the companion returned. `isFollowed`: see {@link selectPayment}. */
  setPayment(payment: Payment, isFollowed?: boolean): void;
  getState(): QueryState<Checkout> | undefined;
  subscribe(onChange: () => void): () => void;
}

// useQuery would do the same, and add 2 KB.
function createOrderQuery(client: QueryClient, api: Api, orderToken: string): OrderQuery {
  const getPayment = () => client.getQueryData<Checkout>(QUERY_KEY)?.payment ?? null;

  const query: EnsureQueryDataOptions<Checkout> = {
    queryKey: QUERY_KEY,
    async queryFn() {
      const checkout = await loadCheckout(api, orderToken);
      return { ...checkout, payment: selectPayment(getPayment(), checkout.payment) };
    },
    networkMode: 'always',
    gcTime: Number.POSITIVE_INFINITY,
    retry: (failures, error) => error instanceof CompanionError && error.isTransient && failures + 1 < MAX_REQUESTS,
    retryDelay: (failures, error) => (error instanceof CompanionError && error.retryAfterMs) || 1000 * 2 ** failures,
  };

  return {
    load: () => void client.prefetchQuery(query),
    getCheckout: () => client.ensureQueryData(query),
    setPayment(payment, isFollowed) {
      client.setQueryData<Checkout>(
        QUERY_KEY,
        (checkout) => checkout && { ...checkout, payment: selectPayment(checkout.payment, payment, isFollowed) },
      );
    },
    getState: () => client.getQueryState(QUERY_KEY),
    subscribe: (onChange) => client.getQueryCache().subscribe(onChange),
  };
}

/** The order as the views need it. */
interface Order extends Pick<OrderQuery, 'load' | 'getCheckout' | 'setPayment'> {
  checkout: Checkout | undefined;
  /** Why the order could not be loaded, after all retries. It stays while the order loads again. */
  error: CompanionError | null;
  /** Why the latest request failed. */
  requestError: CompanionError | null;
  isLoading: boolean;
}

/** Loads the order, and loads it again when the page resumes, unless it is paid or the error is permanent. */
export function useOrder(client: QueryClient, api: Api, orderToken: string): Order {
  const query = useMemo(() => createOrderQuery(client, api, orderToken), [client, api, orderToken]);
  const state = useSyncExternalStore(query.subscribe, query.getState, query.getState);
  const error = useRef<CompanionError | null>(null);
  if (state?.error instanceof CompanionError) error.current = state.error;
  if (state?.data) error.current = null;

  const isMounted = useRef(false);
  useEffect(() => {
    // A press that waited for this code may have loaded the order already.
    if (isMounted.current || !query.getState()?.data) query.load();
    isMounted.current = true;
    return onPageResume(() => {
      const isPaid = query.getState()?.data?.payment?.status === 'completed';
      if (!isPaid && error.current?.isTransient !== false) query.load();
    });
  }, [query]);

  return {
    ...query,
    checkout: state?.data,
    error: error.current,
    requestError: state?.fetchFailureReason instanceof CompanionError ? state.fetchFailureReason : null,
    isLoading: state?.fetchStatus === 'fetching',
  };
}
