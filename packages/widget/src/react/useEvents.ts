import { type Checkout, isFinal } from '@tsena/shared/checkout';
import { useEffect, useRef } from 'react';
import type { CompanionError } from '../core/companionError.ts';
import type { Emit } from '../events.ts';

/** Tells the page what becomes of the order, each thing once. */
export function useEvents(emit: Emit, checkout: Checkout | undefined, error: CompanionError | null): void {
  const told = useRef<string>(null);
  const payment = checkout?.payment ?? null;

  useEffect(() => {
    if (checkout === undefined) return;
    if (told.current === null) emit('ready', { payment });
    told.current ??= '';
    if (payment === null) return;
    const { id, status, retryable, failure } = payment;
    const standing = `${id} ${status} `;
    const hadThat = told.current.startsWith(standing);
    const state = `${standing}${retryable} ${failure?.code}`;
    if (told.current === state) return;
    told.current = state;
    emit('change', { payment });
    if (isFinal(status) && !hadThat) emit(status === 'completed' ? 'completed' : 'failed', { payment });
  }, [emit, checkout, payment]);

  useEffect(() => {
    if (error !== null) emit('error', { problem: error.problem });
  }, [emit, error]);
}
