import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import {
  type Delivery,
  type DeliveryDetail,
  deliverySchema,
  type FailedAttempt,
  includesScope,
  type Scope,
  storedWebhookSchema,
  type webhookQuerySchema,
} from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import { failedAttemptsOf, type StoredAttempt } from '../../core/storage/failedAttempts.ts';
import type { Reader } from '../../core/storage/reads.ts';
import { writeTime } from '../../core/views/time.ts';
import type { StoredWebhook } from '../../database/schema.ts';
import { defineList, type Paging } from '../shared/defineList.ts';
import { viewRow } from '../shared/viewRow.ts';

/** A webhook with the order reference of its payment; null for a sample. */
export type ListedWebhook = StoredWebhook & { readonly order_reference: OrderReference | null };

/** Which webhooks a list contains. */
export interface WebhookFilter extends Partial<Omit<z.output<typeof webhookQuerySchema>, 'cursor' | 'limit'>> {
  readonly payment?: PaymentId;
  readonly id?: string;
}

/** Webhooks to the shop. Events that were written while it had no endpoint are none. */
export function selectWebhooks(db: Reader, filter: WebhookFilter) {
  let query = db
    .selectFrom('outbox')
    .leftJoin('payments', 'payments.id', 'outbox.payment_id')
    .selectAll('outbox')
    .select('payments.order_reference')
    .where('outbox.status', '!=', 'no_endpoint');
  if (filter.status !== undefined) query = query.where('outbox.status', '=', filter.status);
  if (filter.type !== undefined) query = query.where('outbox.type', '=', filter.type);
  if (filter.order !== undefined) query = query.where('payments.order_reference', '=', filter.order as OrderReference);
  if (filter.payment !== undefined) query = query.where('outbox.payment_id', '=', filter.payment);
  if (filter.id !== undefined) query = query.where('outbox.id', '=', filter.id);
  return query;
}

/** The list of webhooks, as a key of the scope `reader` sees it. */
export const pageOfWebhooks = defineList(
  ({ storage }, query: WebhookFilter & Paging & { readonly reader: Scope }) => selectWebhooks(storage.store.db, query),
  (webhook, _context, { reader }) => viewDelivery(webhook, reader),
  { time: 'outbox.created_at', id: 'outbox.id' },
);

/** The number of webhooks in status `failed`: the companion has stopped delivering them. */
export async function countFailedWebhooks(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * The delivery of a webhook.
 *
 * @param reader the scope of the key: what the shop's server answered is for those who can send a webhook again
 */
export function viewDelivery(webhook: ListedWebhook, reader: Scope): Delivery {
  return viewRow(deliverySchema, webhook, (row) => ({
    ...row,
    ...subjectOf(row),
    next_attempt_at: row.status === 'pending' ? row.next_attempt_at : null,
    failed_attempts: includesScope(reader, 'operate') ? failedAttemptsOf(row).map(viewAttempt) : null,
  }));
}

/** A delivery attempt that failed. */
export function viewAttempt(attempt: StoredAttempt): FailedAttempt {
  return { ...attempt, at: writeTime(attempt.at) };
}

/** A sample names its invented payment only in its body. */
function subjectOf({ payment_id, order_reference, payload }: ListedWebhook): Pick<Delivery, 'paymentId' | 'order'> {
  if (payment_id !== null && order_reference !== null) return { paymentId: payment_id, order: order_reference };
  const { data } = z.parse(storedWebhookSchema, JSON.parse(payload));
  return { paymentId: data.id, order: data.order };
}

/** The delivery of a webhook, with its body as it is sent. */
export function viewDeliveryDetail(webhook: ListedWebhook, reader: Scope): DeliveryDetail {
  return { ...viewDelivery(webhook, reader), body: z.parse(storedWebhookSchema, JSON.parse(webhook.payload)) };
}
