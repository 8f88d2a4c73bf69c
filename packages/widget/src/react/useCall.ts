import { type QueryClient, useMutation } from '@tanstack/react-query';
import type { Payment } from '@tsena/shared/checkout';
import { useRef } from 'react';
import { CompanionError } from '../core/companionError.ts';

/** Where a call is made, and what becomes of its outcome. */
export interface Calling {
  client: QueryClient;
  onPayment(payment: Payment): void;
  onProblem(error: CompanionError): void;
}

/** A call that changes something at the companion, once at a time however often it is asked for. */
export function useCall(act: (text: string) => Promise<Payment>, { client, onPayment, onProblem }: Calling) {
  const busy = useRef(false);
  const { mutate, reset, error, isPending } = useMutation(
    {
      networkMode: 'always',
      mutationFn: act,
      onSuccess: onPayment,
      onError(fault) {
        if (fault instanceof CompanionError) onProblem(fault);
      },
      onSettled() {
        busy.current = false;
      },
    },
    client,
  );
  return {
    call(text: string) {
      // Two clicks may come before the first is drawn.
      if (!busy.current) mutate(text);
      busy.current = true;
    },
    reset,
    error: error instanceof CompanionError ? error : null,
    isPending,
  };
}
