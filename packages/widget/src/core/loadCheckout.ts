import type { Checkout } from '@tsena/shared/checkout';
import type { Api } from './api.ts';
import { CompanionError } from './companionError.ts';
import { recallPayment } from './memory.ts';

/** The order by its token, or, where that has expired, by the payment that this device remembers. */
export async function loadCheckout(api: Api, orderToken: string): Promise<Checkout> {
  try {
    return await api.checkout(orderToken);
  } catch (error) {
    const id = recallPayment(orderToken);
    if (id === null || !(error instanceof CompanionError) || error.code !== 'order_token_expired') throw error;
    const payment = await api.payment(id);
    const { order, amount, currency, partnerName } = payment;
    return { order, amount, currency, partnerName, description: null, environment: 'production', returnUrl: null, payment };
  }
}
