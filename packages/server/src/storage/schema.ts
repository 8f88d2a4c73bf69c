import type { Msisdn } from '@tsena/shared';
import type { OrderReference, PaymentId, PaymentStatus } from '@tsena/shared/checkout';
import type { ResolutionKind, WebhookType } from '@tsena/shared/merchant';

/** How the serverCorrelationId of a payment became known. Only our own initiation's answer binds it for sure. */
export type CorrelationSource = 'initiation' | 'callback';

/** An order as the shop signed it; one row an order reference. Its row is the lock under which attempts are opened. */
export interface OrdersTable {
  reference: OrderReference;
  /** Whole Ariary, as signed for the newest attempt. */
  amount: number;
  created_at: number;
  /** When a second attempt was paid (completed, or received as the merchant recorded), ms since 1970. */
  overpaid_at: number | null;
}

/** One attempt to pay an order. Times are ms since 1970, amounts whole Ariary. */
export interface PaymentsTable {
  id: PaymentId;
  order_reference: OrderReference;
  /** 1, 2, 3 … within the order. */
  attempt_number: number;
  /** How many attempts of the order were sent with this one, counted as if this one was. */
  sent_attempt_number: number;
  /** 1 where another attempt is the order's current payment; null where this one is. */
  superseded: number | null;
  status: PaymentStatus;
  /** Grows by one with every event; the key of the audit trail. */
  version: number;
  amount: number;
  description: string | null;
  foreign_currency: string | null;
  foreign_amount: string | null;
  language: string;
  /** The payer's number; null once it was removed after RETAIN_DAYS. */
  msisdn: Msisdn | null;
  payer: string;
  /** Keyed hash of the address that asked, for LIMIT_PER_IP. */
  address_hash: string | null;
  /** X-CorrelationID of the initiation (section 4.2). */
  correlation_id: string;
  /** requestingOrganisationTransactionReference (section 2.2). */
  reference: string;
  /** SHA-256 of the secret in the callback address; the secret itself is not kept. */
  callback_hash: string | null;
  server_correlation_id: string | null;
  correlation_source: CorrelationSource | null;
  /** objectReference, the operator's transaction id. */
  transaction_id: string | null;
  /** When the operator created the transaction, by its own details; null where they were not read or did not say. */
  transaction_created_at: number | null;
  /** 0 where only a submitted reference led to the transaction. */
  transaction_proven: number | null;
  fees: string | null;
  failure_code: string | null;
  /** 1 once the operator's record was compared; 0 where it completed without. */
  verified: number | null;
  /** The fields in which the operator's details differ, comma-separated; null if none does. */
  differences: string | null;
  /** The merchant's recorded resolution. */
  resolution: ResolutionKind | null;
  resolution_reason: string | null;
  /** On PostgreSQL: in which database the attempt was opened; null if an earlier version opened it. */
  database_identity: string | null;
  created_at: number;
  updated_at: number;
  /** When `sending` was written; null again once it is proved that nothing left this machine. */
  sent_at: number | null;
  /** What `sent_at` was before a clock that was set back moved it; null if it never moved. A clock set back by mistake moves it wrongly. */
  uncorrected_sent_at: number | null;
  final_at: number | null;
  /** When to act on this row again; null when there is nothing left to do. */
  next_check_at: number | null;
  last_checked_at: number | null;
  status_checks: number;
  /** Status checks that callbacks have caused. */
  callback_checks: number;
  details_unavailable_since: number | null;
  /** Submitted references that count. */
  reference_attempts: number;
  /** Submitted references that do not count, because the operator gave no answer about them. */
  reference_attempts_given_back: number;
  lease_owner: string | null;
  lease_until: number | null;
  /** Grows with every lease, so that a slow former holder is told apart. */
  fence: number;
}

/** What callbacks told about a payment, each distinct one once; bodies hold numbers and are not kept. */
export interface CallbacksTable {
  payment_id: PaymentId;
  server_correlation_id: string;
  /** The operator's status, as the callback says it. */
  status: string;
  received_at: number;
  /** How often it came. */
  count: number;
  /** Set once this serverCorrelationId turned out not to be the payment's. */
  rejected: number;
}

/** The audit trail: every change of a payment, in order. */
export interface EventsTable {
  payment_id: PaymentId;
  version: number;
  at: number;
  kind: string;
  /** JSON, without numbers or secrets. */
  data: string;
}

/** Webhooks to the shop, written with the change that they tell. */
export interface OutboxTable {
  /** webhook-id. */
  id: string;
  payment_id: PaymentId;
  /** The payment's version at the event: the order of delivery. */
  version: number;
  type: WebhookType;
  payload: string;
  created_at: number;
  status: 'pending' | 'delivered' | 'failed';
  delivery_attempts: number;
  next_attempt_at: number;
  delivered_at: number | null;
  last_error: string | null;
  lease_owner: string | null;
  lease_until: number | null;
  fence: number;
}

/** The operator's token, shared by instances on PostgreSQL. */
export interface TokensTable {
  /** Which credentials it belongs to, the secret among them. */
  name: string;
  /** The token, encrypted; null where there is none. */
  encrypted: string | null;
  lease_owner: string | null;
  /** By the database's clock, ms since 1970. */
  lease_until: number | null;
  fence: number;
}

/** The storage's tables. */
export interface Schema {
  orders: OrdersTable;
  payments: PaymentsTable;
  callbacks: CallbacksTable;
  events: EventsTable;
  outbox: OutboxTable;
  tokens: TokensTable;
}

/** A row of payments. */
export type StoredPayment = Readonly<PaymentsTable>;

/** A row of the audit trail. */
export type StoredEvent = Readonly<EventsTable>;

/** A row of the outbox. */
export type StoredWebhook = Readonly<OutboxTable>;
