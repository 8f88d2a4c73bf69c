import type { Checkout } from '@tsena/shared/checkout';
import type { Api } from './api.ts';
import { CompanionError } from './companionError.ts';
import { loadPaymentId } from './deviceStore.ts';

/** Loads the order by its token. If the token has expired, it loads the payment that this device has stored for it. */
export async function loadCheckout(api: Api, orderToken: string): Promise<Checkout> {
  try {
    return await api.getCheckout(orderToken);
  } catch (error) {
    const id = loadPaymentId(orderToken);
    if (id === null || !(error instanceof CompanionError) || error.code !== 'order_token_expired') throw error;
    const payment = await api.getPayment(id);
    const { order, amount, currency, partnerName, environment, view } = payment;
    return { order, amount, currency, partnerName, environment, operatorName: null, description: null, returnUrl: null, payment, view };
  }
}
