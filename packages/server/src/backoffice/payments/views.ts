import { type Language, maskMsisdn, readMsisdn, sumFees } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import type { MerchantPayment, PaymentDetail, PaymentEvent, Transaction } from '@tsena/shared/merchant';
import { type DetailsResponse, valueUnder } from '@tsena/shared/operator';
import { failureReasonOf } from '../../core/rules/failureReason.ts';
import { createdAtOf, type DetailsMatch } from '../../core/rules/verifyDetails.ts';
import { readOrders } from '../../core/storage/reads.ts';
import { writeTime, writeTimeOrNull } from '../../core/views/time.ts';
import type { CallbacksTable, StoredEvent, StoredPayment } from '../../database/schema.ts';
import type { HttpContext } from '../../http/kit/context.ts';

type OperatorDetails = NonNullable<NonNullable<PaymentDetail['operator']>['details']>;

/**
 * Payments as the merchant sees them, in the order given, each with the view that all payments of its order give it.
 */
export async function viewPayments(
  { storage, viewForMerchant }: Pick<HttpContext, 'storage' | 'viewForMerchant'>,
  payments: readonly StoredPayment[],
  language: Language,
): Promise<MerchantPayment[]> {
  if (payments.length === 0) return [];
  const references = new Set(payments.map(({ order_reference }) => order_reference));
  const orders = await readOrders(storage.store.db, [...references]);
  return payments.map((read) => {
    const attempts = orders.get(read.order_reference) ?? [read];
    const payment = attempts.find(({ id }) => id === read.id) ?? read;
    return viewForMerchant(payment, attempts, language);
  });
}

/** One payment as the merchant sees it. */
export async function viewOne(
  context: Pick<HttpContext, 'storage' | 'viewForMerchant'>,
  payment: StoredPayment,
  language: Language,
): Promise<MerchantPayment> {
  const [view] = await viewPayments(context, [payment], language);
  if (view === undefined) throw new TypeError('A payment has no view.');
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

/** The operator's transaction details, with masked numbers. */
export function viewDetails(details: DetailsResponse, match: DetailsMatch): OperatorDetails {
  return {
    amount: details.amount ?? null,
    currency: details.currency ?? null,
    createdAt: details.creationDate ?? details.createDate ?? null,
    ...viewCommon(details),
    differences: match.kind === 'mismatch' ? [...match.fields] : match.kind === 'match' ? [] : null,
  };
}

/**
 * A transaction of the merchant, as the API writes amounts and times, with masked numbers.
 *
 * @param now ms since 1970
 */
export function viewTransaction(
  transactionReference: string,
  details: DetailsResponse,
  paymentId: PaymentId | null,
  now: number,
): Transaction {
  const createdAt = createdAtOf(details, now);
  return {
    transactionReference,
    amount: details.amount?.replace(/\.0+$/, '') ?? null,
    currency: details.currency?.toLowerCase() === 'ar' ? 'MGA' : (details.currency ?? null),
    createdAt: writeTimeOrNull(createdAt),
    ...viewCommon(details),
    failureReason: failureReasonOf(details),
    paymentId,
  };
}

function viewCommon(details: DetailsResponse) {
  return {
    transactionStatus: details.transactionStatus ?? null,
    debitParty: maskParty(valueUnder(details.debitParty, 'msisdn')),
    creditParty: maskParty(valueUnder(details.creditParty, 'msisdn')),
    fees: sumFees(details.fees),
  };
}

function maskParty(number: string | undefined): string | null {
  if (number === undefined) return null;
  const reading = readMsisdn(number);
  return reading.ok ? maskMsisdn(reading.msisdn) : '••••';
}
