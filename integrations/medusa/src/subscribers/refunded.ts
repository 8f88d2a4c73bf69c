import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework';
import { PaymentEvents } from '@medusajs/framework/utils';
import { pointOutRefund } from '../applyWebhook.ts';

/** Medusa recorded a refund. */
export default async function refunded({ event: { data }, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await pointOutRefund(container, data.id);
}

export const config: SubscriberConfig = { event: PaymentEvents.REFUNDED };
