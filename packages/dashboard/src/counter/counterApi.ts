import { type Payment, paymentSchema } from '@tsena/shared/checkout';
import {
  type CounterPaymentBody,
  counterSchema,
  type ReferenceCheck,
  type ReferenceChecks,
  referenceCheckSchema,
  referenceChecksSchema,
} from '@tsena/shared/merchant';
import { createSender, type SenderOptions } from '../core/sender.ts';

/** A request for a prompt, and the key by which the companion knows that it is sent again. */
export interface TakeRequest {
  readonly key: string;
  readonly body: CounterPaymentBody;
  /** When the seller asked for it, ms since 1970. */
  readonly at: number;
}

/**
 * Creates a client of what a key of the counter may do. Every method throws an ApiError if the companion does not
 * answer as documented.
 */
export function createCounterApi(options: SenderOptions) {
  const merchant = createSender(options);
  const root = options.base.replace(/\/merchant$/, '');
  const payments = createSender({ ...options, base: root });
  return {
    signIn: merchant.signIn,
    signOut: merchant.signOut,
    /** What the counter shows. */
    counter: () => merchant.request(counterSchema, '/counter'),
    /** Starts the payment, or finds the one that the same request has started. */
    take: ({ key, body }: Pick<TakeRequest, 'key' | 'body'>, signal?: AbortSignal): Promise<Payment> =>
      merchant.request(paymentSchema, '/payments', body, { idempotencyKey: key, signal }),
    /** Asks whether the SMS that a customer shows is money that nothing was sold for. */
    check: (text: string, amount: string | null): Promise<ReferenceCheck> =>
      merchant.request(referenceCheckSchema, '/references/check', { text, ...(amount === null ? {} : { amount }) }),
    /** The checks of today by this key. */
    checks: (): Promise<ReferenceChecks> => merchant.request(referenceChecksSchema, '/references/checks'),
    /** Completes a payment whose result is not known, by the reference of the operator’s SMS. */
    submitReference: (id: string, transactionReference: string): Promise<Payment> =>
      payments.request(paymentSchema, `/payments/${id}/reference`, { transactionReference }),
    payment: (id: string): Promise<Payment> => payments.request(paymentSchema, `/payments/${id}`),
    /** The address of a payment's event stream. */
    eventsOf: (id: string) => `${root}/payments/${id}/events?locale=${options.language}`,
  };
}

/** The companion's API for the counter. */
export type CounterApi = ReturnType<typeof createCounterApi>;
