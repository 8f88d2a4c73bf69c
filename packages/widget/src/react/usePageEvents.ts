import { type Checkout, isFinal } from '@tsena/shared/checkout';
import { useEffect, useRef } from 'react';
import type { CompanionError } from '../core/companionError.ts';
import { storeReported, wasReported } from '../core/deviceStore.ts';
import type { Emit } from '../core/events.ts';

/** Sends the page an event for each change of the order, each event once. */
export function usePageEvents(emit: Emit, checkout: Checkout | undefined, error: CompanionError | null): void {
  const sentState = useRef<string>(null);
  const payment = checkout?.payment ?? null;

  useEffect(() => {
    if (checkout === undefined) return;
    if (sentState.current === null) emit('ready', { payment });
    sentState.current ??= '';
    if (payment === null) return;
    const { id, status, view, retryable, failure } = payment;
    const idAndStatus = `${id} ${status} `;
    const isSameStatus = sentState.current.startsWith(idAndStatus);
    const state = `${idAndStatus}${view} ${retryable} ${failure?.code}`;
    if (sentState.current === state) return;
    sentState.current = state;
    emit('change', { payment });
    if (!isFinal(status) || isSameStatus || wasReported(payment)) return;
    emit(status === 'completed' ? 'completed' : 'failed', { payment });
    storeReported(payment);
  }, [emit, checkout, payment]);

  useEffect(() => {
    if (error !== null) emit('error', { problem: error.problem });
  }, [emit, error]);
}
