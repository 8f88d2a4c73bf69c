import { type Language, maskMsisdn, readMsisdn, sumFees } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import {
  type Delivery,
  type DeliveryDetail,
  type MerchantPayment,
  type PaymentDetail,
  type PaymentEvent,
  type Transaction,
  webhookSchema,
} from '@tsena/shared/merchant';
import { type DetailsResponse, valueUnder } from '@tsena/shared/operator';
import * as z from 'zod/mini';
import type { ListedWebhook } from '../../backoffice/webhooks/webhookRows.ts';
import { failureReasonOf } from '../../core/rules/failureReason.ts';
import { createdAtOf, type DetailsMatch } from '../../core/rules/verifyDetails.ts';
import { reviewReasonsAmong } from '../../core/storage/reviews.ts';
import type { CallbacksTable, StoredEvent, StoredPayment } from '../../database/schema.ts';
import type { HttpContext } from '../context.ts';

type OperatorDetails = NonNullable<NonNullable<PaymentDetail['operator']>['details']>;

function writeTime(at: number): string {
  return new Date(at).toISOString();
}

function writeTimeOrNull(at: number | null): string | null {
  return at === null ? null : writeTime(at);
}

/** Payments as the merchant sees them, in the order given. */
export async function viewPayments(
  context: Pick<HttpContext, 'storage' | 'viewForMerchant'>,
  payments: readonly StoredPayment[],
  language: Language,
): Promise<MerchantPayment[]> {
  const reasons = await reviewReasonsAmong(
    context.storage.store.db,
    payments.map(({ id }) => id),
  );
  return payments.map((payment) => context.viewForMerchant(payment, reasons.get(payment.id) ?? [], language));
}

/** One payment as the merchant sees it. */
export async function viewOne(
  context: Pick<HttpContext, 'storage' | 'viewForMerchant'>,
  payment: StoredPayment,
  language: Language,
): Promise<MerchantPayment> {
  const [view] = await viewPayments(context, [payment], language);
  if (view === undefined) throw new TypeError('viewPayments returned no view.');
  return view;
}

/** An entry of a payment's history. */
export function viewEvent({ version, at, kind, data }: StoredEvent): PaymentEvent {
  return { version, at: writeTime(at), kind, data: JSON.parse(data) };
}

/** A callback of the operator. */
export function viewCallback(callback: Readonly<CallbacksTable>): PaymentDetail['callbacks'][number] {
  return {
    status: callback.status,
    serverCorrelationId: callback.server_correlation_id,
    receivedAt: writeTime(callback.received_at),
    count: callback.count,
    rejected: callback.rejected === 1,
  };
}

/** The delivery of a webhook. */
export function viewDelivery(webhook: ListedWebhook): Delivery {
  return {
    id: webhook.id,
    type: webhook.type,
    ...subjectOf(webhook),
    status: webhook.status,
    deliveryAttempts: webhook.delivery_attempts,
    createdAt: writeTime(webhook.created_at),
    nextAttemptAt: webhook.status === 'pending' ? writeTime(webhook.next_attempt_at) : null,
    deliveredAt: writeTimeOrNull(webhook.delivered_at),
    lastError: webhook.last_error,
  };
}

/** A sample names its invented payment only in its body. */
function subjectOf({ payment_id, order_reference, payload }: ListedWebhook): Pick<Delivery, 'paymentId' | 'order'> {
  if (payment_id !== null && order_reference !== null) return { paymentId: payment_id, order: order_reference };
  const { data } = z.parse(webhookSchema, JSON.parse(payload));
  return { paymentId: data.id, order: data.order };
}

/** The delivery of a webhook, with its body as it is sent. */
export function viewDeliveryDetail(webhook: ListedWebhook): DeliveryDetail {
  return { ...viewDelivery(webhook), body: z.parse(webhookSchema, JSON.parse(webhook.payload)) };
}

/** The operator's transaction details, with masked numbers. */
export function viewDetails(details: DetailsResponse, match: DetailsMatch): OperatorDetails {
  return {
    amount: details.amount ?? null,
    currency: details.currency ?? null,
    transactionStatus: details.transactionStatus ?? null,
    debitParty: maskParty(valueUnder(details.debitParty, 'msisdn')),
    creditParty: maskParty(valueUnder(details.creditParty, 'msisdn')),
    createdAt: details.creationDate ?? details.createDate ?? null,
    fees: sumFees(details.fees),
    differences: match.kind === 'mismatch' ? [...match.fields] : match.kind === 'match' ? [] : null,
  };
}

/** A transaction of the merchant, as the API writes amounts and times, with masked numbers. */
export function viewTransaction(transactionReference: string, details: DetailsResponse, paymentId: PaymentId | null): Transaction {
  const createdAt = createdAtOf(details);
  return {
    transactionReference,
    amount: details.amount?.replace(/\.0+$/, '') ?? null,
    currency: details.currency?.toLowerCase() === 'ar' ? 'MGA' : (details.currency ?? null),
    transactionStatus: details.transactionStatus ?? null,
    debitParty: maskParty(valueUnder(details.debitParty, 'msisdn')),
    creditParty: maskParty(valueUnder(details.creditParty, 'msisdn')),
    createdAt: writeTimeOrNull(createdAt),
    fees: sumFees(details.fees),
    failureReason: failureReasonOf(details),
    paymentId,
  };
}

function maskParty(number: string | undefined): string | null {
  if (number === undefined) return null;
  const reading = readMsisdn(number);
  return reading.ok ? maskMsisdn(reading.msisdn) : '••••';
}
