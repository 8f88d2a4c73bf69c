import type { Environment, PaymentStatus } from './merchantTypes.ts';
import { createRequests } from './requests.ts';

/** The current payment of an order, as its page shows it. */
export interface CheckoutPayment {
  readonly id: string;
  readonly environment: Environment;
  readonly order: string;
  /** 1, 2, 3 … within the order. */
  readonly attemptNumber: number;
  readonly status: PaymentStatus;
  /** Whole Ariary, as digits. It can differ from the order token's, if the order has changed since. */
  readonly amount: string;
  readonly currency: 'MGA';
  /** The operator's transaction id, once there is one. */
  readonly transactionReference: string | null;
}

/** The answer of `GET /v1/checkout`. */
export interface Checkout {
  readonly order: string;
  /** The order token's amount in whole Ariary, as digits. */
  readonly amount: string;
  readonly currency: 'MGA';
  readonly environment: Environment;
  /** Null if no payment of this order has begun. */
  readonly payment: CheckoutPayment | null;
}

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
 * @example await readCheckout({ companionUrl, orderToken: signOrderToken({ order: 'ORDER-1042', amount: '44500' }, secret) })
 */
export function readCheckout({ orderToken, ...options }: CheckoutOptions): Promise<Checkout> {
  return createRequests({ ...options, apiKey: orderToken }).json<Checkout>('GET /v1/checkout');
}
