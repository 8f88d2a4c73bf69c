import type { Checkout } from '@tsena/shared/checkout';
import type { Api } from './api.ts';
import { CompanionError, createLocalError } from './companionError.ts';
import { loadPaymentId } from './deviceStore.ts';
import { readOrderToken } from './readOrderToken.ts';

/** Loads the order by its token. If the token has expired, it loads the payment that this device has stored for it. */
export async function loadCheckout(api: Api, orderToken: string): Promise<Checkout> {
  try {
    const checkout = await api.getCheckout(orderToken);
    requireSameOrder(checkout, orderToken);
    return checkout;
  } catch (error) {
    const id = loadPaymentId(orderToken);
    if (id === null || !(error instanceof CompanionError) || error.code !== 'order_token_expired') throw error;
    const payment = await api.getPayment(id);
    const { order, amount, currency, partnerName, environment, view } = payment;
    return {
      order,
      amount,
      currency,
      partnerName,
      environment,
      operatorName: null,
      description: null,
      returnUrl: null,
      payment,
      view,
    };
  }
}

/**
 * @throws CompanionError if the answer is another order's, or its own with another amount: a cache of the shop's page
 * has kept it.
 */
function requireSameOrder({ order, amount }: Checkout, orderToken: string): void {
  const claims = readOrderToken(orderToken);
  if ((claims.order ?? order) === order && (claims.amount ?? amount) === amount) return;
  console.error(
    `The answer of /v1/checkout is not that of this order token. Does a service worker of ${location.origin} keep it?`,
  );
  throw createLocalError('unreadable');
}
