import type { Payment, PaymentId } from '@tsena/shared/checkout';
import type { Api } from './api.ts';
import { CompanionError } from './companionError.ts';

/**
 * Starts a payment. If the answer is lost, the request may have arrived: the order is read again, and the error is
 * thrown only if no new payment is there.
 *
 * @param knownId - the order's payment before this request
 * @returns the order's current payment; another request may have started it
 * @throws {@link CompanionError}
 */
export async function initiate(
  api: Api,
  orderToken: string,
  msisdn: string,
  knownId: PaymentId | undefined,
): Promise<Payment> {
  try {
    return await api.initiate(orderToken, msisdn, knownId ?? null);
  } catch (error) {
    if (!(error instanceof CompanionError) || !error.isOutcomeUnknown) throw error;
    const { payment } = await api.getCheckout(orderToken);
    if (payment === null || payment.id === knownId) throw error;
    return payment;
  }
}
