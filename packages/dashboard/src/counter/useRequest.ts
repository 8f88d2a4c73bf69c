import type { Payment } from '@tsena/shared/checkout';
import { useEffect, useRef } from 'react';
import { ApiError } from '../core/apiError.ts';
import type { CounterApi, TakeRequest } from './counterApi.ts';
import { sendUntilAnswered } from './sendRequest.ts';

interface RequestResults {
  onPayment(payment: Payment): void;
  /** The companion refused it, and sent nothing. */
  onRefusal(error: unknown): void;
  /** An answer is lost; the request is sent again. */
  onLost(): void;
}

/** Sends the request until it is answered, or until there is another one. */
export function useRequest(api: CounterApi, request: TakeRequest | null, results: RequestResults): void {
  const latest = useRef(results);
  latest.current = results;
  useEffect(() => {
    if (request === null) return;
    const stop = new AbortController();
    sendUntilAnswered(api, request, stop.signal, () => latest.current.onLost()).then(
      (payment) => {
        if (!stop.signal.aborted) latest.current.onPayment(payment);
      },
      (error: unknown) => {
        // Signed out: the request is sent again after the sign-in.
        if (stop.signal.aborted || (error instanceof ApiError && error.code === 'merchant_key_invalid')) return;
        latest.current.onRefusal(error);
      },
    );
    return () => stop.abort();
  }, [api, request]);
}
