import * as z from 'zod/mini';
import { type Order, type Orders, stateOf } from './orders.ts';
import { newsOf, paymentSchema } from './payment.ts';

const ASK_TIMEOUT_MS = 3_000;
const answerSchema = z.object({ payments: z.array(paymentSchema) });

/** The companion's merchant interface, as far as the shop uses it. */
export interface Companion {
  readonly url: string;
  readonly apiKey: string | undefined;
}

/**
 * Asks the companion where an unpaid order stands, for a shopper who is back before the webhook.
 * A companion that does not answer leaves the order as it is: the webhook will come.
 */
export async function askCompanion(companion: Companion, orders: Orders, order: Order): Promise<Order> {
  if (companion.apiKey === undefined || stateOf(order).state === 'paid') return order;
  try {
    const response = await fetch(`${companion.url}/v1/merchant/payments?order=${encodeURIComponent(order.reference)}`, {
      headers: { authorization: `Bearer ${companion.apiKey}` },
      signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    const { payments } = answerSchema.parse(await response.json());
    return payments.reduce(
      (known, payment) => orders.note(known, payment.id, newsOf(payment, known), Date.parse(payment.updatedAt)),
      orders.find(order.reference) ?? order,
    );
  } catch (error) {
    console.warn(`The companion could not be asked about ${order.reference}: ${error instanceof Error ? error.message : String(error)}`);
    return order;
  }
}
