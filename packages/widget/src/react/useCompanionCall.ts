import type { Payment } from '@tsena/shared/checkout';
import { useEffect, useRef, useState } from 'react';
import { CompanionError } from '../core/companionError.ts';
import { listen } from '../core/pageEvents.ts';

/** Who receives the result of a request. */
export interface CompanionCallOptions {
  onPayment(payment: Payment): void;
  onError(error: CompanionError): void;
}

/** A request that changes a payment, as a view shows it. */
interface CompanionCall {
  /** Makes the request. Does nothing while one is under way. */
  call(text: string): Promise<void>;
  isPending: boolean;
  /** Why the last request failed. */
  error: CompanionError | null;
  clearError(): void;
}

/** Lets a view make a request that changes a payment, one at a time. react-query's `useMutation` would do the same, and add 1 KB. */
export function useCompanionCall(request: (text: string) => Promise<Payment>, options: CompanionCallOptions): CompanionCall {
  const isBusy = useRef(false);
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<CompanionError | null>(null);

  // It says that the network is away, which is no longer true.
  useEffect(() => listen(window, 'online', () => setError((last) => (last?.problem.status === 0 ? null : last))), []);

  return {
    async call(text) {
      // Two clicks may arrive before `isPending` is rendered.
      if (isBusy.current) return;
      isBusy.current = true;
      setIsPending(true);
      setError(null);
      try {
        options.onPayment(await request(text));
      } catch (reason) {
        if (!(reason instanceof CompanionError)) throw reason;
        setError(reason);
        options.onError(reason);
      } finally {
        isBusy.current = false;
        setIsPending(false);
      }
    },
    isPending,
    error,
    clearError: () => setError(null),
  };
}
