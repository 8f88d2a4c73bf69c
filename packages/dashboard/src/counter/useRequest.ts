import type { Payment } from '@tsena/shared/checkout';
import { useEffect, useRef } from 'react';
import { ApiError } from '../core/apiError.ts';
import type { CounterApi, TakeRequest } from './counterApi.ts';
import { isFresh, isSendable } from './requestAge.ts';

const REPEAT_MS = 3000;
/** On a phone whose signal is gone, a request can stay without an answer and without an error. */
const ANSWER_WITHIN_MS = 20_000;
/**
 * After these, nobody knows whether the payment began. The same request with the same key finds out, and sends no
 * second prompt.
 */
const UNCERTAIN: readonly string[] = ['unreachable', 'unreadable', 'internal', 'storage_unavailable', 'shutting_down'];

/**
 * Sends a request, and again while it is fresh and nobody answers.
 *
 * @returns the payment; null if its answer is lost and a person has to say what comes next
 * @param onLost called each time an answer is lost
 * @throws ApiError if the companion refuses it: then nothing was sent
 */
export async function sendUntilAnswered(
  api: Pick<CounterApi, 'take'>,
  request: TakeRequest,
  signal: AbortSignal,
  onLost: () => void,
): Promise<Payment | null> {
  while (isSendable(request)) {
    try {
      return await takeWithin(api, request);
    } catch (error) {
      if (!(error instanceof ApiError) || !UNCERTAIN.includes(error.code)) throw error;
      signal.throwIfAborted();
      onLost();
      await new Promise((resolve) => setTimeout(resolve, REPEAT_MS));
      signal.throwIfAborted();
      if (!isFresh(request)) return null;
    }
  }
  return null;
}

async function takeWithin(api: Pick<CounterApi, 'take'>, request: TakeRequest): Promise<Payment> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), ANSWER_WITHIN_MS);
  try {
    return await api.take(request, limit.signal);
  } finally {
    clearTimeout(timer);
  }
}

interface RequestResults {
  onPayment(payment: Payment): void;
  /** The companion refused it, and sent nothing. */
  onRefusal(error: unknown): void;
  /** An answer is lost. */
  onLost(): void;
  /** The request is no longer sent by itself. */
  onEnd(): void;
}

/** Sends the request until it is answered, it is too old, or there is another one. */
export function useRequest(api: CounterApi, request: TakeRequest | null, results: RequestResults): void {
  const latest = useRef(results);
  latest.current = results;
  useEffect(() => {
    if (request === null) return;
    const stop = new AbortController();
    sendUntilAnswered(api, request, stop.signal, () => latest.current.onLost()).then(
      (payment) => {
        if (stop.signal.aborted) return;
        if (payment === null) latest.current.onEnd();
        else latest.current.onPayment(payment);
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
