import type { EnsureQueryDataOptions, QueryClient, QueryState } from '@tanstack/react-query';
import type { Checkout, Payment } from '@tsena/shared/checkout';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Api } from '../core/api.ts';
import { CompanionError } from '../core/companionError.ts';
import { laterPayment } from '../core/flow.ts';
import { loadCheckout } from '../core/loadCheckout.ts';
import { onWake } from '../core/wake.ts';

const KEY = ['order'];
const TRIES = 4;

/** The order of a token, in the query client's cache. */
interface Order {
  /** Asks the companion; the outcome is in the state. */
  look(): void;
  /** The order as the companion tells it: what is known, or what comes of asking. */
  read(): Promise<Checkout>;
  /** Takes in a payment that was read elsewhere; `isLive`: by following one. */
  take(payment: Payment, isLive?: boolean): void;
  getState(): QueryState<Checkout> | undefined;
  subscribe(onChange: () => void): () => void;
}

// useQuery would say the same with 2 KB more for every shopper.
function openOrder(client: QueryClient, api: Api, orderToken: string): Order {
  const getPayment = () => client.getQueryData<Checkout>(KEY)?.payment ?? null;

  const query: EnsureQueryDataOptions<Checkout> = {
    queryKey: KEY,
    async queryFn() {
      const read = await loadCheckout(api, orderToken);
      return { ...read, payment: laterPayment(getPayment(), read.payment) };
    },
    networkMode: 'always',
    gcTime: Number.POSITIVE_INFINITY,
    retry: (count, error) => error instanceof CompanionError && error.transient && count + 1 < TRIES,
    retryDelay: (count, error) => (error instanceof CompanionError && error.retryAfterMs) || 1000 * 2 ** count,
  };

  return {
    look: () => void client.prefetchQuery(query),
    read: () => client.ensureQueryData(query),
    take(payment, isLive) {
      client.setQueryData<Checkout>(KEY, (known) => known && { ...known, payment: laterPayment(known.payment, payment, isLive) });
    },
    getState: () => client.getQueryState(KEY),
    subscribe: (onChange) => client.getQueryCache().subscribe(onChange),
  };
}

/** What a view needs of an {@link Order}. */
interface OrderView extends Pick<Order, 'look' | 'read' | 'take'> {
  checkout: Checkout | undefined;
  /** Why it could not be read at last. It stays while the companion is asked again. */
  error: CompanionError | null;
  /** Why it could not be read so far. */
  failure: CompanionError | null;
  busy: boolean;
}

/** The order: read at once, and again when the page comes back, as long as that may bring something new. */
export function useOrder(client: QueryClient, api: Api, orderToken: string): OrderView {
  const order = useMemo(() => openOrder(client, api, orderToken), [client, api, orderToken]);
  const state = useSyncExternalStore(order.subscribe, order.getState, order.getState);
  const error = useRef<CompanionError | null>(null);
  if (state?.error instanceof CompanionError) error.current = state.error;
  if (state?.data) error.current = null;

  useEffect(() => {
    order.look();
    return onWake(() => {
      const isPaid = order.getState()?.data?.payment?.status === 'completed';
      if (!isPaid && error.current?.transient !== false) order.look();
    });
  }, [order]);

  return {
    ...order,
    checkout: state?.data,
    error: error.current,
    failure: state?.fetchFailureReason instanceof CompanionError ? state.fetchFailureReason : null,
    busy: state?.fetchStatus === 'fetching',
  };
}
