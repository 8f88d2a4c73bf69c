import type { Msisdn } from '@tsena/shared';
import type { LinkId, OrderReference, PaymentId, PaymentStatus } from '@tsena/shared/checkout';
import type { ResolutionKind } from '@tsena/shared/merchant';

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

/** A payment: one attempt to collect an order's amount. Times are ms since 1970, amounts are whole Ariary. */
export interface PaymentsTable {
  id: PaymentId;
  order_reference: OrderReference;
  /** 1, 2, 3 … within the order. */
  attempt_number: number;
  /** How many payments of the order were sent up to this one, counted as if this one was sent. */
  sent_attempt_number: number;
  /** The payment link on whose page it began; null if it began in a widget. */
  link_id: LinkId | null;
  /**
   * SHA-256 of the one-time value in the form of the payment page that started it: shows that another request is of the
   * same form.
   */
  form_hash: string | null;
  /** 1 if another payment is the order's current one; null if this one is. */
  superseded: number | null;
  status: PaymentStatus;
  /** Increases by one with every event; with the payment's id, the key of the event. */
  version: number;
  amount: number;
  /** The sum of its recorded refunds, whole Ariary; at most `amount`. */
  amount_refunded: number;
  description: string | null;
  /** The order token's originalTransactionReference (section 2.2); null if it has none. */
  original_transaction_reference: string | null;
  foreign_currency: string | null;
  foreign_amount: string | null;
  language: string;
  /** The payer's number; null after RETAIN_DAYS has erased it. */
  msisdn: Msisdn | null;
  /** The masked number. */
  payer: string;
  /**
   * The merchant's number to which it is paid: PARTNER_MSISDN may change meanwhile. Null in rows of versions before.
   */
  partner_msisdn: Msisdn | null;
  /** Keyed hash of the payer's IP address, for LIMIT_PER_IP. */
  address_hash: string | null;
  /** X-CorrelationID of the initiation (section 4.2). */
  correlation_id: string;
  /** requestingOrganisationTransactionReference (section 2.2). */
  reference: string;
  /** SHA-256 of the secret in the callback address. The secret is not stored. */
  callback_hash: string | null;
  server_correlation_id: string | null;
  correlation_source: CorrelationSource | null;
  /** How the operator announces the result (section 2.3): `callback` or `polling`; null if it did not say. */
  notification_method: NotificationMethod | null;
  /** objectReference, the operator's transaction id. */
  transaction_id: string | null;
  /** `transaction_id` as foldReference writes it, so that one transaction never pays two payments in two spellings. */
  transaction_fold: string | null;
  /** When the operator created the transaction, from its details; null if they were not read or do not contain it. */
  transaction_created_at: number | null;
  /** 0 if only a submitted reference led to the transaction. */
  transaction_proven: number | null;
  fees: string | null;
  failure_code: string | null;
  /**
   * What the operator says about the failure, without phone numbers: its refusal, or the result in the transaction
   * details.
   */
  failure_reason: string | null;
  /** The ErrorDateTime of its refusal (section 7.2), as the operator wrote it. */
  failure_operator_time: string | null;
  /** 1 after the transaction details were verified; 0 if the payment completed without them. */
  verified: number | null;
  /** The receipt's number, `2026-000001`, from the moment at which it is completed and verified. */
  receipt_number: string | null;
  /** The fields in which the transaction details differ, comma-separated; null if none does. */
  differences: string | null;
  /** The merchant's recorded resolution. */
  resolution: ResolutionKind | null;
  resolution_reason: string | null;
  /** The name of the key that recorded it. */
  resolution_by: string | null;
  resolution_at: number | null;
  /** Why it needs review, comma-separated, as reviewReasons.ts says; null if it needs none. */
  review_reasons: string | null;
  created_at: number;
  updated_at: number;
  /** When `sending` was written; null again if it turns out that nothing left this machine. */
  sent_at: number | null;
  final_at: number | null;
  /** When the next status check is due; null if none is planned. */
  next_check_at: number | null;
  last_checked_at: number | null;
  details_unavailable_since: number | null;
  /** Submitted references that count. */
  reference_attempts: number;
  /** Submitted references that do not count, because the operator gave no answer about them. */
  reference_attempts_given_back: number;
  lease_owner: string | null;
  lease_until: number | null;
  /** The fencing token: increases with every lease, so that a worker that has lost its lease changes nothing. */
  fence: number;
}

/** The callbacks of a payment, each distinct one once. Their bodies contain phone numbers and are not stored. */
export interface CallbacksTable {
  payment_id: PaymentId;
  server_correlation_id: string;
  /** The transaction that the callback names, as it writes it; '' if none. */
  transaction_reference: string;
  /** The status in the callback. */
  status: string;
  received_at: number;
  /** How often it arrived. */
  count: number;
  /**
   * 1 once it is known what this serverCorrelationId or transaction is, and that it does not complete the payment: it
   * is not asked about again.
   */
  rejected: number;
}

/** A row of payments. */
export type StoredPayment = Readonly<PaymentsTable>;

/** A row of callbacks. */
export type StoredCallback = Readonly<CallbacksTable>;
