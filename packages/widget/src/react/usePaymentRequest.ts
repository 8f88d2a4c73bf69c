import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Payment } from '@tsena/shared/checkout';
import { useEffect } from 'react';
import { CompanionError } from '../core/companionError.ts';
import { listen } from '../core/pageEvents.ts';
import type { Order } from './useOrder.ts';

const MUTATION_KEY = ['payment'];

/** Lets a view make a request that changes a payment, one at a time. The order takes the result. */
export function usePaymentRequest(request: (text: string) => Promise<Payment>, { onPayment, onError }: Order) {
  const client = useQueryClient();
  const { mutate, reset, isPending, error } = useMutation<Payment, Error, string>({
    mutationKey: MUTATION_KEY,
    mutationFn: request,
    networkMode: 'always',
    onSuccess: onPayment,
    onError(reason) {
      if (reason instanceof CompanionError) onError(reason);
      else console.error('tsena-checkout:', reason);
    },
  });
  const failure = error instanceof CompanionError ? error : null;

  // It says that the network is away, which is no longer true.
  useEffect(() => (failure?.problem.status === 0 ? listen(window, ['online'], reset) : undefined), [failure, reset]);

  const heldMs = failure?.code === 'operator_busy' ? failure.retryAfterMs : null;
  useEffect(() => {
    if (!heldMs) return;
    const timer = setTimeout(reset, heldMs);
    return () => clearTimeout(timer);
  }, [heldMs, reset]);

  return {
    /** Makes the request. Does nothing while one is under way. */
    send(text: string): void {
      // Two clicks may arrive before `isPending` is rendered.
      if (client.isMutating({ mutationKey: MUTATION_KEY }) === 0) mutate(text);
    },
    isPending,
    /** Whether a busy operator asks to wait. It ends by itself. */
    isHeld: !!heldMs,
    /** Why the last request failed. */
    error: failure,
    clearError: reset,
  };
}
