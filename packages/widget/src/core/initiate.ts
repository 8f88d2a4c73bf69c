import type { Payment, PaymentId } from '@tsena/shared/checkout';
import type { Api } from './api.ts';
import { CompanionError } from './companionError.ts';

/**
 * Asks for a payment. Where the answer is lost the request may have arrived, so the companion is asked what stands
 * before anybody is told that it failed.
 *
 * @param known - the order's attempt before this one, which is no sign that this one has arrived
 * @returns the order's attempt now; it need not be of this call
 * @throws {@link CompanionError}
 */
export async function initiate(api: Api, orderToken: string, msisdn: string, known: PaymentId | undefined): Promise<Payment> {
  try {
    return await api.initiate(orderToken, msisdn);
  } catch (error) {
    if (!(error instanceof CompanionError) || !error.lost) throw error;
    const { payment } = await api.checkout(orderToken);
    if (payment === null || payment.id === known) throw error;
    return payment;
  }
}
