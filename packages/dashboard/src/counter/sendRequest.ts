import type { Payment } from '@tsena/shared/checkout';
import { ApiError } from '../core/apiError.ts';
import type { CounterApi, TakeRequest } from './counterApi.ts';

const REPEAT_MS = 3000;
/** On a phone whose signal is gone, a request can stay without an answer and without an error. */
const ANSWER_WITHIN_MS = 20_000;
/** After these, nobody knows whether the payment began. The same request with the same key finds out, and sends no second prompt. */
const UNCERTAIN: readonly string[] = ['unreachable', 'unreadable', 'internal', 'storage_unavailable', 'shutting_down'];

/**
 * Sends a request until the companion answers it.
 *
 * @param onLost called each time an answer is lost
 * @throws ApiError if the companion refuses it: then nothing was sent
 */
export async function sendUntilAnswered(
  api: Pick<CounterApi, 'take'>,
  request: TakeRequest,
  signal: AbortSignal,
  onLost: () => void,
): Promise<Payment> {
  for (;;) {
    try {
      return await takeWithin(api, request);
    } catch (error) {
      if (!(error instanceof ApiError) || !UNCERTAIN.includes(error.code)) throw error;
      signal.throwIfAborted();
      onLost();
      await new Promise((resolve) => setTimeout(resolve, REPEAT_MS));
      signal.throwIfAborted();
    }
  }
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
