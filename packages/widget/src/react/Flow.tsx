import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Checkout, Payment, PaymentId } from '@tsena/shared/checkout';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Api } from '../core/api.ts';
import { CompanionError } from '../core/companionError.ts';
import { checkoutFromPayment, laterPayment, viewOf } from '../core/flow.ts';
import { keepPayment, recallPayment } from '../core/memory.ts';
import type { Emit } from '../events.ts';
import { Blocked } from './Blocked.tsx';
import { Checked } from './Checked.tsx';
import { SayContext } from './context.ts';
import { Failed } from './Failed.tsx';
import { Loading } from './Loading.tsx';
import { Paid } from './Paid.tsx';
import { PhoneForm } from './PhoneForm.tsx';
import { Summary } from './Summary.tsx';
import { Unresolved } from './Unresolved.tsx';
import { useEvents } from './useEvents.ts';
import { useFocus } from './useFocus.ts';
import { useLive } from './useLive.ts';
import { Waiting } from './Waiting.tsx';

const KEY = ['checkout'];

/** The order by its token, or, where that has expired, by the payment that this device remembers. */
async function load(api: Api, orderToken: string, signal: AbortSignal): Promise<Checkout> {
  try {
    return await api.checkout(orderToken, signal);
  } catch (error) {
    const id = recallPayment(orderToken);
    if (id === null || !(error instanceof CompanionError) || error.code !== 'order_token_expired') throw error;
    return checkoutFromPayment(await api.payment(id, signal));
  }
}

/** One order, from its first sight to its end. */
export function Flow({ orderToken, api, emit }: { orderToken: string; api: Api; emit: Emit }) {
  const client = useQueryClient();
  const [retryOf, setRetryOf] = useState<PaymentId | null>(null);
  const [remembered] = useState(() => recallPayment(orderToken) !== null);
  const typed = useRef('');

  const query = useQuery({
    queryKey: KEY,
    async queryFn({ signal }) {
      const read = await load(api, orderToken, signal);
      const payment = laterPayment(client.getQueryData<Checkout>(KEY)?.payment ?? null, read.payment);
      return { ...read, payment };
    },
    networkMode: 'always',
    refetchOnReconnect: true,
    refetchOnWindowFocus: ({ state }) => !(state.error instanceof CompanionError) || state.error.transient,
    retry: (count, error) => error instanceof CompanionError && error.transient && count < 3,
    retryDelay: (count, error) => (error instanceof CompanionError && error.retryAfterMs) || 1000 * 2 ** count,
  });
  const checkout = query.data;
  const payment = checkout?.payment ?? null;

  const take = useCallback(
    (read: Payment) => {
      client.setQueryData<Checkout>(KEY, (known) => known && { ...known, payment: laterPayment(known.payment, read) });
    },
    [client],
  );
  const connection = useLive(api, payment, take);

  const paymentId = payment?.id;
  useEffect(() => {
    if (paymentId !== undefined) keepPayment(orderToken, paymentId);
  }, [orderToken, paymentId]);

  // While the order is asked for again, the last reason stays on show.
  const reason = useRef<CompanionError | null>(null);
  if (query.error instanceof CompanionError) reason.current = query.error;
  const sayProblem = useEvents(emit, checkout, query.error instanceof CompanionError ? query.error.problem : null);

  const view = viewOf({ checkout, blocked: query.errorUpdateCount > 0, remembered, retryOf });
  const { heading, status, say } = useFocus(view);

  function again(fresh = false) {
    if (fresh) typed.current = '';
    setRetryOf(paymentId ?? null);
  }

  return (
    <SayContext.Provider value={say}>
      <Summary checkout={checkout} />
      <div className="view" data-view={view}>
        {view === 'form' && (
          <PhoneForm
            heading={heading}
            api={api}
            orderToken={orderToken}
            checkout={checkout}
            loadError={query.failureReason instanceof CompanionError ? query.failureReason : null}
            typed={typed}
            onPayment={take}
            onProblem={sayProblem}
          />
        )}
        {view === 'loading' && <Loading heading={heading} />}
        {view === 'blocked' && <Blocked heading={heading} error={reason.current} onAgain={() => void query.refetch()} />}
        {payment !== null && (
          <>
            {view === 'waiting' && <Waiting heading={heading} payment={payment} connection={connection} onAgain={again} />}
            {view === 'unresolved' && (
              <Unresolved
                heading={heading}
                payment={payment}
                connection={connection}
                api={api}
                onPayment={take}
                onProblem={sayProblem}
                onAgain={() => again()}
              />
            )}
            {view === 'checked' && <Checked heading={heading} payment={payment} />}
            {view === 'paid' && <Paid heading={heading} payment={payment} returnUrl={checkout?.returnUrl ?? null} />}
            {view === 'failed' && <Failed heading={heading} payment={payment} returnUrl={checkout?.returnUrl ?? null} onAgain={again} />}
          </>
        )}
      </div>
      {/* There before its message, or no screen reader hears the first one. */}
      <p className="sr" role="status">
        {status}
      </p>
    </SayContext.Provider>
  );
}
