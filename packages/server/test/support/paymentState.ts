import type { Msisdn } from '@tsena/shared';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import { type DetailsResponse, detailsResponseSchema } from '@tsena/shared/operator';
import * as z from 'zod/mini';
import { NO_CANDIDATES, type State } from '../../src/core/rules/decision.ts';
import type { TransactionEvidence } from '../../src/core/rules/decisions/evidenceContext.ts';
import { type ReceivedMoney, readAnswer } from '../../src/core/rules/judgeReference.ts';
import type { DetailsOutcome, StatusOutcome, Unavailable } from '../../src/core/rules/operatorAnswers.ts';
import type { StoredCallback, StoredPayment } from '../../src/core/rules/payment.ts';

export const NOW = Date.parse('2026-11-20T12:00:00Z');
export const MOMENT = { now: NOW, steadyForMs: Number.POSITIVE_INFINITY };
/** The merchant's number. */
export const PARTNER = '0343500004' as Msisdn;
/** The transaction that the operator's answers name. */
export const REFERENCE = '636042511';

/** The operator's details of a completed transaction of Ar 25,000 from the test payer to the merchant. */
export function completedDetails(change: object = {}): DetailsResponse {
  return z.parse(detailsResponseSchema, {
    amount: '25000.00',
    currency: 'Ar',
    debitParty: [{ key: 'msisdn', value: '0343500003' }],
    creditParty: [{ key: 'msisdn', value: PARTNER }],
    transactionStatus: 'completed',
    creationDate: '2026-11-20T12:00:00Z',
    ...change,
  });
}

/** Details, as the operator answers. */
export function detailsOf(change: object = {}): Extract<DetailsOutcome, { kind: 'details' }> {
  return { kind: 'details', details: completedDetails(change) };
}

/** Money that the merchant received by hand: Ar 25,000 from the test payer. */
export function receivedMoney(change: object = {}): ReceivedMoney {
  const reading = readAnswer(detailsOf(change), PARTNER);
  if (reading.kind !== 'received') throw new Error(reading.verdict);
  return reading.money;
}

export const ABSENT = { kind: 'absent', reason: '404' } as const;

export function unavailable(retryAfterMs: number | null = null): Unavailable {
  return { kind: 'unavailable', reason: '503', retryAfterMs };
}

/** The operator refuses an initiation. */
export const REFUSED = {
  kind: 'refused',
  code: 'insufficient_funds',
  reason: '402 insufficientFunds',
  errorDateTime: '2026-11-20T12:00:01',
  isPassing: false,
  retryAfterMs: null,
} as const;

/** A status, as the operator answers. */
export function statusOf(
  state: 'pending' | 'completed' | 'failed' | 'declined' | 'unknown',
  objectReference: string | null = null,
  operatorStatus: string = state,
): StatusOutcome {
  return { kind: 'state', state, operatorStatus, objectReference };
}

/** The details of the transaction that the status names. */
export function ownTransaction(answer: DetailsOutcome): TransactionEvidence {
  return { reference: REFERENCE, isNamedByCallback: false, answer };
}

/** The details of a transaction that a callback names. */
export function namedTransaction(answer: DetailsOutcome, reference = REFERENCE): TransactionEvidence {
  return { reference, isNamedByCallback: true, answer };
}

/** A payment of Ar 25,000 that was sent now, with these columns. */
export function paymentRow(values: Partial<StoredPayment> = {}): StoredPayment {
  return {
    id: 'pay_1' as PaymentId,
    order_reference: 'ORDER-1' as OrderReference,
    attempt_number: 1,
    sent_attempt_number: 1,
    link_id: null,
    form_hash: null,
    method: 'prompt',
    superseded: null,
    status: 'pending',
    version: 3,
    amount: 25_000,
    amount_refunded: 0,
    description: null,
    original_transaction_reference: null,
    foreign_currency: null,
    foreign_amount: null,
    language: 'mg',
    msisdn: '0343500003' as Msisdn,
    payer: '034 •• ••0 03',
    partner_msisdn: null,
    address_hash: null,
    correlation_id: 'our-correlation-id',
    reference: 'our-reference',
    callback_hash: 'hash',
    server_correlation_id: null,
    correlation_source: null,
    notification_method: null,
    transaction_id: null,
    transaction_fold: null,
    transaction_created_at: null,
    transaction_proven: null,
    fees: null,
    failure_code: null,
    failure_reason: null,
    failure_operator_time: null,
    verified: null,
    receipt_number: null,
    differences: null,
    named_fold: null,
    resolution: null,
    resolution_reason: null,
    resolution_by: null,
    resolution_at: null,
    review_reasons: null,
    created_at: NOW,
    updated_at: NOW,
    sent_at: NOW,
    final_at: null,
    next_check_at: null,
    last_checked_at: null,
    details_unavailable_since: null,
    reference_attempts: 0,
    reference_attempts_given_back: 0,
    lease_owner: null,
    lease_until: null,
    fence: 1,
    ...values,
  };
}

/** A callback of the payment, received now. */
export function callbackRow(values: Partial<StoredCallback> = {}): StoredCallback {
  return {
    payment_id: 'pay_1' as PaymentId,
    server_correlation_id: 'sc-1',
    transaction_reference: '',
    status: 'completed',
    received_at: NOW,
    count: 1,
    rejected: 0,
    ...values,
  };
}

/** What a decision about the payment reads; alone in its order, unless `more` says otherwise. */
export function stateOf(values: Partial<StoredPayment> = {}, more: Partial<Omit<State, 'payment'>> = {}): State {
  const payment = paymentRow(values);
  return {
    payment,
    attempts: [payment],
    callbacks: [],
    reports: [],
    history: [],
    histories: new Map(),
    takenBy: new Map(),
    boundTo: null,
    candidates: NO_CANDIDATES,
    ...more,
  };
}
