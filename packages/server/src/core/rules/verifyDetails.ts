import { type Ariary, isAmount, sameMsisdn } from '@tsena/shared';
import { type DetailsResponse, type OperatorState, readState, valueUnder } from '@tsena/shared/operator';
import { isFailedState } from './operatorAnswers.ts';
import type { Difference, StoredPayment } from './payment.ts';

/** The result of comparing a transaction's details with a payment. */
export type DetailsMatch =
  | { readonly kind: 'match' }
  /** These fields differ. */
  | { readonly kind: 'mismatch'; readonly fields: readonly Difference[] }
  /** The details lack something, or their status is not completed. */
  | { readonly kind: 'inconclusive'; readonly reason: string };

/** The `originalTransactionResult` of a completed transaction. */
const SUCCESS = '0';
/**
 * How far the operator's clock may be behind ours, and how long after the request it may create the transaction, ms.
 */
const MAX_CLOCK_DIFFERENCE_MS = 10 * 60_000;
const CREATED_WITHIN_MS = 60 * 60_000;
/** The service writes some dates without a zone; Madagascar is three hours ahead of UTC. */
const LOCAL_OFFSET_MS = 3 * 60 * 60_000;

/**
 * Compares a transaction's details (section 2.5) with the payment: amount, currency, both parties and, if the details
 * have it, the X-CorrelationID. The operator returns another transactionReference at each read, so it is not compared.
 *
 * @param partnerMsisdn the credit party of a payment that names none
 */
export function verifyDetails(details: DetailsResponse, payment: StoredPayment, partnerMsisdn: string): DetailsMatch {
  const debit = valueUnder(details.debitParty, 'msisdn');
  const credit = valueUnder(details.creditParty, 'msisdn');
  if (details.amount === undefined || details.currency === undefined || debit === undefined || credit === undefined) {
    return { kind: 'inconclusive', reason: 'the details lack the amount, the currency or a party' };
  }
  if (payment.msisdn === null) return { kind: 'inconclusive', reason: 'the payer’s number was erased' };
  const isOfAnotherPayment =
    valueUnder(details.metadata, 'XCorrelationId') !== undefined && !namesPayment(details, payment);
  const fields: Difference[] = [
    ...(isAmount(details.amount, payment.amount as Ariary) ? [] : (['amount'] as const)),
    ...(details.currency.toLowerCase() === 'ar' ? [] : (['currency'] as const)),
    ...(sameMsisdn(debit, payment.msisdn) ? [] : (['debitParty'] as const)),
    ...(sameMsisdn(credit, payment.partner_msisdn ?? partnerMsisdn) ? [] : (['creditParty'] as const)),
    ...(isOfAnotherPayment ? (['correlationId'] as const) : []),
  ];
  if (fields.length > 0) return { kind: 'mismatch', fields };
  const state = readState(details.transactionStatus);
  if (details.transactionStatus !== undefined && state !== 'completed') {
    return { kind: 'inconclusive', reason: `the details have the status ${state}` };
  }
  if (isFailedState(stateOf(details))) {
    return { kind: 'inconclusive', reason: 'the details have the result of a failure' };
  }
  return { kind: 'match' };
}

/** The state of the transaction: by its status, else by its result. */
export function stateOf({ transactionStatus, metadata }: DetailsResponse): OperatorState {
  if (transactionStatus !== undefined) return readState(transactionStatus);
  const result = valueUnder(metadata, 'originalTransactionResult');
  return result === undefined ? 'unknown' : result === SUCCESS ? 'completed' : 'failed';
}

/**
 * Whether the details have this payment's X-CorrelationID, letter case aside: then the transaction is this payment's
 * and no other's.
 */
export function namesPayment(details: DetailsResponse, payment: StoredPayment): boolean {
  return valueUnder(details.metadata, 'XCorrelationId')?.toLowerCase() === payment.correlation_id.toLowerCase();
}

/**
 * When the operator created the transaction, ms since 1970; null if its details have no date. A date without a zone is
 * read as UTC, unless that is later than now, clocks aside, and Madagascar's time is not.
 *
 * To compare two transactions, use {@link readingsOf}: three hours later, UTC has become possible.
 *
 * @param now ms since 1970
 */
export function createdAtOf(details: DetailsResponse, now: number): number | null {
  return likeliestReading(readingsOf(details), now);
}

/** Of the times that a date may mean, as {@link readingsOf} gives them, the one to show and to store; null for none. */
export function likeliestReading(readings: readonly number[], now: number): number | null {
  return readings.find((at) => isPossible(at, now)) ?? readings[0] ?? null;
}

function isPossible(createdAt: number, now: number): boolean {
  return createdAt <= now + MAX_CLOCK_DIFFERENCE_MS;
}

/**
 * The times between which a payment must have been sent to have led to this transaction, ms since 1970; undefined if
 * this payment was not. It ties a submitted reference to the attempt.
 */
export function sentBetween(
  details: DetailsResponse,
  { sent_at }: StoredPayment,
): { readonly from: number; readonly to: number } | undefined {
  if (sent_at === null) return undefined;
  const fits = (at: number) => at >= sent_at - MAX_CLOCK_DIFFERENCE_MS && at <= sent_at + CREATED_WITHIN_MS;
  const createdAt = readingsOf(details).find(fits);
  return createdAt === undefined
    ? undefined
    : { from: createdAt - CREATED_WITHIN_MS, to: createdAt + MAX_CLOCK_DIFFERENCE_MS };
}

/**
 * The times between which a payment must have been sent to have led to this transaction, whatever its date means;
 * undefined without a date.
 */
export function sentBefore(details: DetailsResponse): { readonly from: number; readonly to: number } | undefined {
  const readings = readingsOf(details);
  if (readings.length === 0) return undefined;
  return {
    from: Math.min(...readings) - CREATED_WITHIN_MS,
    to: Math.max(...readings) + MAX_CLOCK_DIFFERENCE_MS,
  };
}

/**
 * Whether the operator created the transaction within a time before now, whatever its date means: false without a date,
 * and for one that is later than now, clocks aside.
 */
export function isCreatedWithin(details: DetailsResponse, ms: number, now: number): boolean {
  const possible = readingsOf(details).filter((at) => isPossible(at, now));
  return possible.length > 0 && possible.every((at) => at >= now - ms);
}

/** The times that the creation date may mean, ms since 1970; empty if it cannot be read. */
export function readingsOf(details: DetailsResponse): number[] {
  const written = details.creationDate ?? details.createDate;
  if (written === undefined) return [];
  const hasZone = /(z|[+-]\d\d:?\d\d)$/i.test(written);
  const readings = hasZone
    ? [Date.parse(written)]
    : [Date.parse(`${written}Z`), Date.parse(`${written}Z`) - LOCAL_OFFSET_MS];
  return readings.filter((at) => !Number.isNaN(at));
}
