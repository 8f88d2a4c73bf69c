import { type Delivery, type DeliveryDetail, deliverySchema, storedWebhookSchema } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import { viewRow } from '../viewRow.ts';
import type { ListedWebhook } from './webhookRows.ts';

/** The delivery of a webhook. */
export function viewDelivery(webhook: ListedWebhook): Delivery {
  return viewRow(deliverySchema, webhook, (row) => ({
    ...row,
    ...subjectOf(row),
    next_attempt_at: row.status === 'pending' ? row.next_attempt_at : null,
  }));
}

/** A sample names its invented payment only in its body. */
function subjectOf({ payment_id, order_reference, payload }: ListedWebhook): Pick<Delivery, 'paymentId' | 'order'> {
  if (payment_id !== null && order_reference !== null) return { paymentId: payment_id, order: order_reference };
  const { data } = z.parse(storedWebhookSchema, JSON.parse(payload));
  return { paymentId: data.id, order: data.order };
}

/** The delivery of a webhook, with its body as it is sent. */
export function viewDeliveryDetail(webhook: ListedWebhook): DeliveryDetail {
  return { ...viewDelivery(webhook), body: z.parse(storedWebhookSchema, JSON.parse(webhook.payload)) };
}
