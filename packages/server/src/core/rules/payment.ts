import type { Msisdn } from '@tsena/shared';
import {
  type LinkId,
  type OrderReference,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  type PaymentId,
} from '@tsena/shared/checkout';
import type { ResolutionKind } from '@tsena/shared/merchant';
import { ariary, integer, leased, nullable, oneOf, type Row, text, time } from '../../columns/columns.ts';

/** The operator's notificationMethod, as far as the document names it. */
export type NotificationMethod = 'callback' | 'polling';

/**
 * Where the serverCorrelationId of a payment came from. Only the answer to the companion's own initiation proves it.
 */
export type CorrelationSource = 'initiation' | 'callback';

/** What can differ between a payment and what the operator says about its transaction. */
export type Difference =
  | 'amount'
  | 'currency'
  | 'debitParty'
  | 'creditParty'
  | 'correlationId'
  /** Of the status, earlier and now, the details and the merchant's record, one says failed and another completed. */
  | 'transactionStatus'
  /** The status is completed, and names no transaction whose details could be compared. */
  | 'objectReference'
  /** The operator or a callback says completed, and for ten minutes nothing could be compared. */
  | 'details'
  /** All agrees but the time at which the operator created the transaction. */
  | 'createDate'
  /** The payment is completed, and the operator has another transaction that may have debited the payer too. */
  | 'secondTransaction'
  /** The transaction has paid another payment. */
  | 'transactionReference';

/** A payment: one attempt to collect an order's amount. */
export const payments = {
  id: text<PaymentId>('primary key'),
  order_reference: text<OrderReference>('references orders (reference)'),
  /** 1, 2, 3 … within the order. */
  attempt_number: integer(),
  /** How many payments of the order were sent up to this one, counted as if this one was sent. */
  sent_attempt_number: integer(),
  /** The payment link on whose page it began; null if it began in a widget. */
  link_id: nullable(text<LinkId>('references links (id)')),
  /**
   * SHA-256 of the one-time value in the form of the payment page that started it: shows that another request is of the
   * same form.
   */
  form_hash: nullable(text()),
  /** `reference`: the payer has sent the money by hand, and the counter took it by its transaction reference. */
  method: oneOf(PAYMENT_METHODS),
  /** 1 if another payment is the order's current one; null if this one is. */
  superseded: nullable(integer()),
  status: oneOf(PAYMENT_STATUSES),
  /** Increases by one with every event; with the payment's id, the key of the event. */
  version: integer(),
  amount: ariary(),
  /** The sum of its recorded refunds; at most `amount`. */
  amount_refunded: ariary('default 0'),
  description: nullable(text()),
  /** The order token's originalTransactionReference (section 2.2); null if it has none. */
  original_transaction_reference: nullable(text()),
  foreign_currency: nullable(text()),
  foreign_amount: nullable(text()),
  language: text(),
  /** The payer's number; null after RETAIN_DAYS has erased it. */
  msisdn: nullable(text<Msisdn>()),
  /** The masked number. */
  payer: text(),
  /**
   * The merchant's number to which it is paid: PARTNER_MSISDN may change meanwhile. Null in rows of versions before.
   */
  partner_msisdn: nullable(text<Msisdn>()),
  /** Keyed hash of the payer's IP address, for LIMIT_PER_IP. */
  address_hash: nullable(text()),
  /** X-CorrelationID of the initiation (section 4.2). */
  correlation_id: text('unique'),
  /** requestingOrganisationTransactionReference (section 2.2). */
  reference: text('unique'),
  /** SHA-256 of the secret in the callback address. The secret is not stored. */
  callback_hash: nullable(text('unique')),
  server_correlation_id: nullable(text('unique')),
  correlation_source: nullable(text<CorrelationSource>()),
  /** How the operator announces the result (section 2.3): `callback` or `polling`; null if it did not say. */
  notification_method: nullable(text<NotificationMethod>()),
  /** objectReference, the operator's transaction id. */
  transaction_id: nullable(text('unique')),
  /** `transaction_id` as foldReference writes it, so that one transaction never pays two payments in two spellings. */
  transaction_fold: nullable(text()),
  /** When the operator created the transaction, from its details; null if they were not read or do not contain it. */
  transaction_created_at: nullable(time()),
  /** 0 if only a submitted reference led to the transaction. */
  transaction_proven: nullable(integer()),
  fees: nullable(text()),
  failure_code: nullable(text()),
  /**
   * What the operator says about the failure, without phone numbers: its refusal, or the result in the transaction
   * details.
   */
  failure_reason: nullable(text()),
  /** The ErrorDateTime of its refusal (section 7.2), as the operator wrote it. */
  failure_operator_time: nullable(text()),
  /** 1 after the transaction details were verified; 0 if the payment completed without them. */
  verified: nullable(integer()),
  /** The receipt's number, `2026-000001`, from the moment at which it is completed and verified. */
  receipt_number: nullable(text('unique')),
  /** The fields in which the transaction details differ, comma-separated; null if none does. */
  differences: nullable(text()),
  /**
   * The transaction that the history names because it differs, as foldReference writes it: nothing is sold for it
   * again, whatever the merchant decides. Null if none is named.
   */
  named_fold: nullable(text()),
  /** The merchant's recorded resolution. */
  resolution: nullable(text<ResolutionKind>()),
  resolution_reason: nullable(text()),
  /** The name of the key that recorded it. */
  resolution_by: nullable(text()),
  resolution_at: nullable(time()),
  /** Why it needs review, comma-separated, as reviewReasons.ts says; null if it needs none. */
  review_reasons: nullable(text()),
  created_at: time(),
  updated_at: time(),
  /** When `sending` was written; null again if it turns out that nothing left this machine. */
  sent_at: nullable(time()),
  final_at: nullable(time()),
  /** When the next status check is due; null if none is planned. */
  next_check_at: nullable(time()),
  last_checked_at: nullable(time()),
  details_unavailable_since: nullable(time()),
  /** Submitted references that count. */
  reference_attempts: integer('default 0'),
  /** Submitted references that do not count, because the operator gave no answer about them. */
  reference_attempts_given_back: integer('default 0'),
  ...leased,
};

/** The callbacks of a payment, each distinct one once. Their bodies contain phone numbers and are not stored. */
export const callbacks = {
  payment_id: text<PaymentId>('references payments (id)'),
  server_correlation_id: text(),
  /** The transaction that the callback names, as it writes it; '' if none. */
  transaction_reference: text(),
  /** The status in the callback. */
  status: text(),
  received_at: time(),
  /** How often it arrived. */
  count: integer(),
  /**
   * 1 once it is known what this serverCorrelationId or transaction is, and that it does not complete the payment: it
   * is not asked about again.
   */
  rejected: integer('default 0'),
};

export interface PaymentsTable extends Row<typeof payments> {}
export interface CallbacksTable extends Row<typeof callbacks> {}

/** A row of payments. */
export type StoredPayment = Readonly<PaymentsTable>;

/** A row of callbacks. */
export type StoredCallback = Readonly<CallbacksTable>;
