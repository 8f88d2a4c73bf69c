import type { LinkId, OrderReference, PaymentId } from '@tsena/shared/checkout';
import type { AuditAction, RefundId, RefundStatus, Scope, WebhookType } from '@tsena/shared/merchant';
import type { HistoryEvent } from '../core/rules/historyEvent.ts';
import type { CallbacksTable, PaymentsTable, StoredPayment } from '../core/rules/payment.ts';

export type { CallbacksTable, PaymentsTable, StoredPayment };

/**
 * An order as the shop signed it, one row for each order reference. The row is the lock under which payments are
 * opened.
 */
export interface OrdersTable {
  reference: OrderReference;
  /** Whole Ariary, as signed for the newest payment. */
  amount: number;
  created_at: number;
}

/** A payment link, or the page of a shop's order. Times are ms since 1970. */
export interface LinksTable {
  id: LinkId;
  /** `shop`: an order token leads to this page. It is in no list of the merchant. */
  source: 'merchant' | 'shop';
  /** The order; of a reusable link, what the order references of its payments begin with. */
  order_reference: OrderReference;
  /** Whole Ariary. */
  amount: number;
  description: string | null;
  return_url: string | null;
  /** The order token's originalTransactionReference (section 2.2); null if it has none. */
  original_transaction_reference: string | null;
  foreign_currency: string | null;
  foreign_amount: string | null;
  /** 1 if each payer gets an order of their own. */
  reusable: number;
  /** SHA-256 of a shop's claims, so that the same order token leads to the same page; null for the merchant's links. */
  claims_hash: string | null;
  created_at: number;
  /** The name of the merchant key that created it. */
  created_by: string;
  /** From when no new payment can begin; null: never. */
  expires_at: number | null;
  cancelled_at: number | null;
  /** The name of the merchant key that cancelled it. */
  cancelled_by: string | null;
}

/** The answers to requests with an Idempotency-Key. */
export interface IdempotencyKeysTable {
  /** The name of the merchant key. */
  actor: string;
  endpoint: string;
  key: string;
  /** SHA-256 of the body. */
  body_hash: string;
  /** The id of what the request has made. */
  answer: string;
  created_at: number;
}

/** The history: every change of a payment, in order. */
export interface EventsTable {
  payment_id: PaymentId;
  version: number;
  at: number;
  kind: HistoryEvent['kind'];
  /** JSON, without phone numbers and secrets. */
  data: string;
}

/** The last receipt number of each year in Madagascar. The row is the lock under which the next one is given. */
export interface ReceiptNumbersTable {
  year: string;
  last: number;
}

/** A worker's hold on a row. */
interface Leased {
  lease_owner: string | null;
  /** Ms since 1970; of a token, by the database's clock. */
  lease_until: number | null;
  fence: number;
}

/** Something that is sent in the background, until it has succeeded or failed too often. */
interface Queued extends Leased {
  delivery_attempts: number;
  next_attempt_at: number;
  last_error: string | null;
}

/** Webhooks to the shop, each written in the transaction of the change that it reports. */
export interface OutboxTable extends Queued {
  /** webhook-id. */
  id: string;
  /** Null for a sample, which is about no payment. */
  payment_id: PaymentId | null;
  /** The payment's version at the event; webhooks of a payment are delivered in this order. */
  version: number;
  type: WebhookType;
  payload: string;
  created_at: number;
  /** `no_endpoint`: written while the shop had none; for those who listen, and never delivered. */
  status: 'pending' | 'delivered' | 'failed' | 'no_endpoint';
  delivered_at: number | null;
  /** The place in the order in which listeners get events, given after the commit; null until one listens. */
  number: number | null;
}

/** The operator's token, which instances on PostgreSQL share. */
export interface TokensTable extends Leased {
  /** Derived from the credentials, including the secret. */
  name: string;
  /** The encrypted token; null if there is none. */
  encrypted: string | null;
}

/**
 * A kind of e-mails to the merchant: what the mail server has accepted, and the attempts since. Times are ms since
 * 1970.
 */
export interface MailKindsTable extends Leased {
  kind: 'link_paid' | 'review_required' | 'daily_summary';
  /** What happened before is reported, or given up. */
  reported_until: number;
  /** JSON: what is reported of the ten minutes before that, and later. */
  reported: string;
  /** Since when attempts have failed; null if the last one did not. */
  failing_since: number | null;
  delivery_attempts: number;
  next_attempt_at: number;
  last_error: string | null;
  /** When something was refused or given up; null once an e-mail is accepted. */
  failed_at: number | null;
}

/** What is true of the database as a whole. */
export interface PropertiesTable {
  name: 'environment' | 'installation' | 'readiness';
  value: string;
}

/** Backups that `tsena backup` wrote, or that were made by other means and recorded. */
export interface BackupsTable {
  /** ms since 1970. */
  recorded_at: number;
}

/** Records of refunds that the merchant made outside. Times are ms since 1970. */
export interface RefundsTable {
  id: RefundId;
  payment_id: PaymentId;
  /** Whole Ariary. */
  amount: number;
  reason: string;
  /** The operator's reference of the transfer back to the payer. */
  transaction_reference: string | null;
  /** As foldReference writes it. */
  transaction_fold: string | null;
  /** When the money went back. */
  refunded_at: number;
  created_at: number;
  created_by: string;
  status: RefundStatus;
  voided_at: number | null;
  voided_by: string | null;
  void_reason: string | null;
}

/** Keys of the merchant API, beside MERCHANT_API_KEY. */
export interface KeysTable {
  id: string;
  /** A person or a program; the history records it. */
  name: string;
  scope: Scope;
  /** SHA-256 of the key. */
  hash: string;
  /** The beginning of the key. */
  hint: string;
  created_at: number;
  created_by: string;
  last_used_at: number | null;
  expires_at: number | null;
  revoked_at: number | null;
  revoked_by: string | null;
}

/** Sessions of the dashboard. */
export interface SessionsTable {
  /** SHA-256 of the token in the cookie. */
  hash: string;
  /** Null for MERCHANT_API_KEY, which is then part of the hash. */
  key_id: string | null;
  created_at: number;
  expires_at: number;
}

/** The merchant's settings that are set in the dashboard. */
export interface SettingsTable {
  /** A name of the API, or `webhookSecrets`. */
  name: string;
  /** As the environment would have it; null: not set. Secrets are encrypted. */
  value: string | null;
  /** What it was before the newest change, so that this can be taken back. */
  previous: string | null;
  changed_at: number;
}

/** Who did what, when. It contains no secret and no phone number. */
export interface AuditTable {
  id: string;
  at: number;
  /** The name of the key. */
  by: string;
  /** The id of the key; null for MERCHANT_API_KEY, the command line, and older entries. */
  key_id: string | null;
  action: AuditAction;
  /** The id of what was changed; null if it has none. */
  subject: string | null;
  /** The client's address, masked; null for the command line. */
  address: string | null;
  /** JSON: what was before and after, by name. */
  changes: string;
}

/** The types of the tables. migrations.ts creates them. */
export interface Schema {
  orders: OrdersTable;
  links: LinksTable;
  payments: PaymentsTable;
  receipt_numbers: ReceiptNumbersTable;
  callbacks: CallbacksTable;
  events: EventsTable;
  outbox: OutboxTable;
  tokens: TokensTable;
  idempotency_keys: IdempotencyKeysTable;
  properties: PropertiesTable;
  backups: BackupsTable;
  keys: KeysTable;
  sessions: SessionsTable;
  refunds: RefundsTable;
  mail_kinds: MailKindsTable;
  settings: SettingsTable;
  audit: AuditTable;
}

/** A row of links. */
export type StoredLink = Readonly<LinksTable>;

/** A row of events. */
export type StoredEvent = Readonly<EventsTable>;

/** A row of the outbox. */
export type StoredWebhook = Readonly<OutboxTable>;

/** A row of keys. */
export type StoredKey = Readonly<KeysTable>;

/** A row of refunds. */
export type StoredRefund = Readonly<RefundsTable>;

/** A row of audit. */
export type StoredAuditEntry = Readonly<AuditTable>;

/** A row of mail_kinds. */
export type StoredMailKind = Readonly<MailKindsTable>;
