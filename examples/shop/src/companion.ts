import { createMerchantClient } from '@tsena/node';
import { type Order, type Orders, takesNoPayment } from './orders.ts';
import { stateOfPayment } from './payment.ts';

const TIMEOUT_MS = 3_000;

/** The companion's merchant API. */
export interface Companion {
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly environment: string;
}

/**
 * Reads the payments of an unpaid order from the companion, for a shopper who returns before the webhook arrives.
 * If the companion does not answer, the order stays as it is, and the webhook updates it later.
 */
export async function refreshOrder(companion: Companion, orders: Orders, order: Order): Promise<Order> {
  if (companion.apiKey === undefined || takesNoPayment(order)) return order;
  try {
    const client = createMerchantClient({
      companionUrl: companion.url,
      apiKey: companion.apiKey,
      timeoutMs: TIMEOUT_MS,
    });
    const { data } = await client.payments.list({ order: order.reference });
    return data
      .filter(({ environment }) => environment === companion.environment)
      .reduce(
        (known, payment) =>
          orders.recordPayment(known, payment.id, stateOfPayment(payment, known), Date.parse(payment.updatedAt)),
        orders.find(order.reference) ?? order,
      );
  } catch (error) {
    console.warn(
      `Could not read order ${order.reference} from the companion: ${error instanceof Error ? error.message : String(error)}`,
    );
    return order;
  }
}
