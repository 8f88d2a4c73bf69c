import { type Ariary, isAmount, sameMsisdn } from '@tsena/shared';
import { type DetailsResponse, readState, valueUnder } from '@tsena/shared/operator';
import type { StoredPayment } from '../storage/schema.ts';

/** What the operator's record of a transaction says about a payment. */
export type DetailsMatch =
  | { readonly kind: 'match' }
  /** It is about something else: these fields differ. */
  | { readonly kind: 'mismatch'; readonly fields: readonly string[] }
  /** It does not say enough, or does not say completed. */
  | { readonly kind: 'inconclusive'; readonly reason: string };

/** The operator's clock may differ from ours, and its record may be written late, ms. */
const CLOCK_DIFFERENCE = 10 * 60_000;
const WRITTEN_WITHIN = 60 * 60_000;
/** The service writes some dates without a zone; Madagascar is three hours ahead of UTC. */
const LOCAL_OFFSET = 3 * 60 * 60_000;

/**
 * Compares the operator's record (section 2.5) with what was asked for: amount, currency, both parties and, where
 * the record carries it, the X-CorrelationID. transactionReference is another one at every enquiry and is not compared.
 *
 * @param partnerMsisdn the credit party
 */
export function verifyDetails(details: DetailsResponse, payment: StoredPayment, partnerMsisdn: string): DetailsMatch {
  const debit = valueUnder(details.debitParty, 'msisdn');
  const credit = valueUnder(details.creditParty, 'msisdn');
  if (details.amount === undefined || details.currency === undefined || debit === undefined || credit === undefined) {
    return { kind: 'inconclusive', reason: 'the record lacks amount, currency or a party' };
  }
  if (payment.msisdn === null) return { kind: 'inconclusive', reason: 'the payer’s number is no longer kept' };
  const correlationId = valueUnder(details.metadata, 'XCorrelationId');
  const fields = [
    isAmount(details.amount, payment.amount as Ariary) ? [] : ['amount'],
    details.currency.toLowerCase() === 'ar' ? [] : ['currency'],
    sameMsisdn(debit, payment.msisdn) ? [] : ['debitParty'],
    sameMsisdn(credit, partnerMsisdn) ? [] : ['creditParty'],
    correlationId === undefined || correlationId === payment.correlation_id ? [] : ['correlationId'],
  ].flat();
  if (fields.length > 0) return { kind: 'mismatch', fields };
  const state = readState(details.transactionStatus);
  if (details.transactionStatus !== undefined && state !== 'completed') {
    return { kind: 'inconclusive', reason: `the record says ${state}` };
  }
  return { kind: 'match' };
}

/** Whether the details carry this payment's own X-CorrelationID: then the transaction is this payment's and no other's. */
export function namesPayment(details: DetailsResponse, payment: StoredPayment): boolean {
  return valueUnder(details.metadata, 'XCorrelationId') === payment.correlation_id;
}

/** When the operator created the transaction, ms since 1970; null if its details do not say. A date without a zone is read as UTC. */
export function createdAtOf(details: DetailsResponse): number | null {
  return readingsOf(details)[0] ?? null;
}

/** Whether the record was written around the time at which the payment was sent: what ties a typed reference to this attempt. */
export function isOfThatTime(details: DetailsResponse, payment: StoredPayment): boolean {
  return timeOf(details, payment) !== undefined;
}

/** When a payment must have been sent for the transaction to be of its time, read as it fits this payment; undefined if it does not. */
export function sentAround(details: DetailsResponse, payment: StoredPayment): { readonly from: number; readonly to: number } | undefined {
  const at = timeOf(details, payment);
  return at === undefined ? undefined : { from: at - WRITTEN_WITHIN, to: at + CLOCK_DIFFERENCE };
}

function timeOf(details: DetailsResponse, { sent_at, uncorrected_sent_at }: StoredPayment): number | undefined {
  const sentTimes = [sent_at, uncorrected_sent_at].filter((sent) => sent !== null);
  return readingsOf(details).find((at) => sentTimes.some((sent) => at >= sent - CLOCK_DIFFERENCE && at <= sent + WRITTEN_WITHIN));
}

/** What the creation date may mean; empty if it cannot be read. */
function readingsOf(details: DetailsResponse): number[] {
  const written = details.creationDate ?? details.createDate;
  if (written === undefined) return [];
  const hasZone = /(z|[+-]\d\d:?\d\d)$/i.test(written);
  const readings = hasZone ? [Date.parse(written)] : [Date.parse(`${written}Z`), Date.parse(`${written}Z`) - LOCAL_OFFSET];
  return readings.filter((at) => !Number.isNaN(at));
}
