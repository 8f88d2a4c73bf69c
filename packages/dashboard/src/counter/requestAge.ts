import { serverNow } from '../core/serverClock.ts';
import type { TakeRequest } from './counterApi.ts';

/** For so long a request is repeated without asking: the customer stands here. */
const REPEAT_WITHIN_MS = 3 * 60_000;
/**
 * The companion knows the key of a request for seven days. Sent after that, the same request would be another prompt.
 */
const SEND_WITHIN_MS = 6 * 24 * 60 * 60_000;

const ageOf = ({ at }: Pick<TakeRequest, 'at'>) => serverNow() - at;

/** Whether the page may send the request by itself. */
export function isFresh(request: Pick<TakeRequest, 'at'>): boolean {
  return Math.abs(ageOf(request)) < REPEAT_WITHIN_MS;
}

/** Whether the request may be sent at all. By a clock that went back, nobody knows how old it is. */
export function isSendable(request: Pick<TakeRequest, 'at'>): boolean {
  const age = ageOf(request);
  return age > -REPEAT_WITHIN_MS && age < SEND_WITHIN_MS;
}
