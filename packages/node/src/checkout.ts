import type { CheckoutState } from './apiTypes.ts';
import { createRequests } from './requests.ts';

/** Whether real money moves. */
export type Environment = CheckoutState['environment'];

/** Options of {@link readCheckout}. */
export interface CheckoutOptions {
  /** The companion's address: `https://pay.example`. */
  readonly companionUrl: string;
  /** An order token of the order. It never appears in an error. */
  readonly orderToken: string;
  /** The time limit of the request, ms; default 10 s. */
  readonly timeoutMs?: number;
}

/**
 * Reads the current payment of an order, without a merchant key. It creates nothing, and asks the operator nothing.
 *
 * @throws TsenaError with the problem's `code`, or `companion_unreachable`, `answer_invalid`, `request_invalid`
 * @example await readCheckout({ companionUrl, orderToken: signOrderToken({ order: 'ORDER-1042', amount: '44500' },
 *   secret) })
 */
export function readCheckout({ orderToken, ...options }: CheckoutOptions): Promise<CheckoutState> {
  return createRequests({ ...options, apiKey: orderToken }).json('GET /v1/checkout');
}
