import { foldReference, sumFees } from '@tsena/shared';
import type { DetailsResponse } from '@tsena/shared/operator';
import { type Columns, type PaymentChange, type State, withOverpayment } from '../decision.ts';
import type { ReceivedMoney } from '../judgeReference.ts';
import type { Difference, StoredPayment } from '../payment.ts';
import { likeliestReading, namesPayment, readingsOf, sentBefore, sentBetween } from '../verifyDetails.ts';

/**
 * The operator's transaction that pays a payment. One transaction pays one payment, even if its reference has several
 * spellings.
 */
export interface PayingTransaction {
  readonly reference: string;
  /**
   * The times at which the operator may have created it, as `readingsOf` reads its details, ms since 1970; empty if the
   * details were not read or do not contain one.
   */
  readonly createdAtReadings: readonly number[];
  /**
   * Whether a serverCorrelationId of this payment led to it, or its details name this payment's X-CorrelationID. False
   * if only a submitted reference led to it.
   *
   * A proven transaction is compared with unproven ones only: the operator may create two transactions in the same
   * millisecond, and each has its own serverCorrelationId. An unproven transaction is compared with all.
   */
  readonly isProven: boolean;
  /**
   * Payments that were sent in this period, and whose transaction has no known creation time, count as paid by this
   * transaction. Set for a reference that a payer submits; a merchant can see that there are two transactions.
   */
  readonly suspectSentBetween?: { readonly from: number; readonly to: number };
}

/** Who named a transaction to which no serverCorrelationId led. */
export interface NamedBy {
  /** `payer`, `callback`, or the name of the merchant's key. */
  readonly by: string;
  /** The merchant decides about a time that does not fit; nobody else may. */
  readonly isMerchant: boolean;
}

export const BY_CALLBACK: NamedBy = { by: 'callback', isMerchant: false };

/** The transaction to which a serverCorrelationId led: it is the payment's own. */
export function ownTransaction(reference: string, details: DetailsResponse | null): PayingTransaction {
  return { reference, createdAtReadings: details === null ? [] : readingsOf(details), isProven: true };
}

/**
 * The transaction that somebody named. Null if its time does not fit the payment, and nothing else shows that it is the
 * payment's.
 */
export function namedTransaction(
  payment: StoredPayment,
  reference: string,
  details: DetailsResponse,
  { isMerchant }: NamedBy,
): PayingTransaction | null {
  const suspectSentBetween = sentBetween(details, payment);
  const isProven = namesPayment(details, payment);
  const transaction = { reference, createdAtReadings: readingsOf(details), isProven };
  if (suspectSentBetween === undefined) return isProven ? transaction : null;
  return { ...transaction, ...(isMerchant ? {} : { suspectSentBetween }) };
}

/** The transaction to which a serverCorrelationId led that only callbacks name. Null as of {@link namedTransaction}. */
export function transactionOfNamedId(
  payment: StoredPayment,
  reference: string,
  details: DetailsResponse,
): PayingTransaction | null {
  return namedTransaction(payment, reference, details, BY_CALLBACK) === null
    ? null
    : ownTransaction(reference, details);
}

/** The transaction that somebody named, before anything shows that it is the payment's. */
export function unprovenTransaction(reference: string, details: DetailsResponse): PayingTransaction {
  return { reference, createdAtReadings: readingsOf(details), isProven: false };
}

/** Money that the merchant received, which only its reference ties to a payment. */
export function receivedTransaction(reference: string, { details }: ReceivedMoney): PayingTransaction {
  const suspectSentBetween = sentBefore(details);
  return {
    ...unprovenTransaction(reference, details),
    ...(suspectSentBetween === undefined ? {} : { suspectSentBetween }),
  };
}

/** How a transaction completes a payment. */
export interface Completion {
  readonly transaction: PayingTransaction;
  /** The details that match; null if they could not be read. */
  readonly details: DetailsResponse | null;
  readonly by?: string;
  /** The one that a callback named, and that led to the transaction. */
  readonly serverCorrelationId?: string;
  readonly set?: Columns;
}

/** Completes the payment, and reports an order that is now paid twice. The caller has compared the details. */
export function complete(
  state: State,
  { transaction, details, by, serverCorrelationId, set = {} }: Completion,
  now: number,
): PaymentChange[] {
  const verified = details !== null;
  return withOverpayment(state, {
    to: 'completed',
    set: {
      ...set,
      transaction_id: transaction.reference,
      transaction_fold: foldReference(transaction.reference),
      ...(details === null ? {} : columnsOf(transaction, details, now)),
      verified: verified ? 1 : 0,
      differences: null,
      failure_code: null,
      final_at: now,
    },
    event: {
      kind: 'completed',
      data: {
        transactionId: transaction.reference,
        verified,
        ...(by === undefined ? {} : { by }),
        ...(serverCorrelationId === undefined ? {} : { serverCorrelationId }),
      },
    },
    webhook: 'payment.completed',
  });
}

function columnsOf(
  { createdAtReadings, isProven }: PayingTransaction,
  { fees }: DetailsResponse,
  now: number,
): Columns {
  return {
    fees: sumFees(fees),
    details_unavailable_since: null,
    transaction_created_at: likeliestReading(createdAtReadings, now),
    transaction_proven: isProven ? 1 : 0,
  };
}

/**
 * The details of a payment that completed without them could be read, and match: also if they had differed before. A
 * second transaction stays one.
 */
export function verifiedLater(
  { differences }: StoredPayment,
  transaction: PayingTransaction,
  details: DetailsResponse,
  now: number,
): PaymentChange {
  const kept = differences === ('secondTransaction' satisfies Difference) ? differences : null;
  return {
    set: { ...columnsOf(transaction, details, now), verified: 1, differences: kept },
    event: { kind: 'verified', data: { transactionId: transaction.reference } },
  };
}

/**
 * Who named the transaction that completed the payment, and under which serverCorrelationId; `by` is missing if its own
 * led to it.
 */
export function completionOf({ payment, history }: State): {
  readonly by?: string;
  readonly serverCorrelationId?: string;
} {
  const data = history.findLast(({ kind }) => kind === 'completed')?.data ?? '{}';
  const completion = JSON.parse(data) as { by?: string; serverCorrelationId?: string };
  // It became the payment's own, until the operator's late answer named another one.
  const isOther = completion.serverCorrelationId?.toLowerCase() !== payment.server_correlation_id?.toLowerCase();
  return completion.serverCorrelationId !== undefined && isOther ? { by: BY_CALLBACK.by, ...completion } : completion;
}
