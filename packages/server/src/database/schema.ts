import type { LinkId, OrderReference, PaymentId } from '@tsena/shared/checkout';
import { type AuditAction, REFUND_STATUSES, type RefundId, SCOPES, type WebhookType } from '@tsena/shared/merchant';
import {
  ariary,
  bigInteger,
  type Columns,
  integer,
  leased,
  nullable,
  oneOf,
  type Row,
  text,
  time,
} from '../columns/columns.ts';
import type { HistoryEvent } from '../core/rules/historyEvent.ts';
import {
  type CallbacksTable,
  callbacks,
  type PaymentsTable,
  payments,
  type StoredPayment,
} from '../core/rules/payment.ts';

export type { CallbacksTable, PaymentsTable, StoredPayment };

/**
 * An order as the shop signed it, one row for each order reference. The row is the lock under which payments are
 * opened.
 */
const orders = {
  reference: text<OrderReference>('primary key'),
  /** As signed for the newest payment. */
  amount: ariary(),
  created_at: time(),
};

/** A payment link, or the page of a shop's order. */
const links = {
  id: text<LinkId>('primary key'),
  /** `shop`: an order token leads to this page. It is in no list of the merchant. */
  source: oneOf(['merchant', 'shop']),
  /** The order; of a reusable link, what the order references of its payments begin with. */
  order_reference: text<OrderReference>(),
  amount: ariary(),
  description: nullable(text()),
  return_url: nullable(text()),
  /** The order token's originalTransactionReference (section 2.2); null if it has none. */
  original_transaction_reference: nullable(text()),
  foreign_currency: nullable(text()),
  foreign_amount: nullable(text()),
  /** 1 if each payer gets an order of their own. */
  reusable: integer(),
  /** SHA-256 of a shop's claims, so that the same order token leads to the same page; null for the merchant's links. */
  claims_hash: nullable(text('unique')),
  created_at: time(),
  /** The name of the merchant key that created it. */
  created_by: text(),
  /** From when no new payment can begin; null: never. */
  expires_at: nullable(time()),
  cancelled_at: nullable(time()),
  /** The name of the merchant key that cancelled it. */
  cancelled_by: nullable(text()),
};

/** The last receipt number of each year in Madagascar. The row is the lock under which the next one is given. */
const receiptNumbers = {
  year: text('primary key'),
  last: integer(),
};

/** The history: every change of a payment, in order. */
const events = {
  payment_id: text<PaymentId>('references payments (id)'),
  version: integer(),
  at: time(),
  kind: text<HistoryEvent['kind']>(),
  /** JSON, without phone numbers and secrets. */
  data: text(),
};

/** Something that is sent in the background, until it has succeeded or failed too often. */
const queued = {
  delivery_attempts: integer('default 0'),
  next_attempt_at: time(),
  last_error: nullable(text()),
  ...leased,
};

/** Webhooks to the shop, each written in the transaction of the change that it reports. */
const outbox = {
  /** webhook-id. */
  id: text('primary key'),
  /** Null for a sample, which is about no payment. */
  payment_id: nullable(text<PaymentId>('references payments (id)')),
  /** The payment's version at the event; webhooks of a payment are delivered in this order. */
  version: integer(),
  type: text<WebhookType>(),
  payload: text(),
  created_at: time(),
  /** `no_endpoint`: written while the shop had none; for those who listen, and never delivered. */
  status: text<'pending' | 'delivered' | 'failed' | 'no_endpoint'>(),
  delivered_at: nullable(time()),
  /** JSON: the newest attempts that failed, with what the endpoint answered, without phone numbers and secrets. */
  failed_attempts: nullable(text()),
  /** The place in the order in which listeners get events, given after the commit; null until one listens. */
  number: nullable(bigInteger()),
  ...queued,
};

/** The operator's token, which instances on PostgreSQL share. */
const tokens = {
  /** Derived from the credentials, including the secret. */
  name: text('primary key'),
  /** The encrypted token; null if there is none. */
  encrypted: nullable(text()),
  ...leased,
};

/** The answers to requests with an Idempotency-Key. */
const idempotencyKeys = {
  /** The name of the merchant key. */
  actor: text(),
  endpoint: text(),
  key: text(),
  /** SHA-256 of the body. */
  body_hash: text(),
  /** The id of what the request has made. */
  answer: text(),
  created_at: time(),
};

/** What is true of the database as a whole. */
const properties = {
  name: text<'environment' | 'installation' | 'readiness' | 'shop_failure'>('primary key'),
  value: text(),
};

/** Backups that `tsena backup` wrote, or that were made by other means and recorded. */
const backups = {
  recorded_at: time('primary key'),
};

/** Keys of the merchant API, beside MERCHANT_API_KEY. */
const keys = {
  id: text('primary key'),
  /** A person or a program; the history records it. */
  name: text(),
  scope: oneOf(SCOPES),
  /** SHA-256 of the key. */
  hash: text('unique'),
  /** The beginning of the key. */
  hint: text(),
  created_at: time(),
  created_by: text(),
  last_used_at: nullable(time()),
  expires_at: nullable(time()),
  revoked_at: nullable(time()),
  revoked_by: nullable(text()),
};

/** Sessions of the dashboard. */
const sessions = {
  /** SHA-256 of the token in the cookie. */
  hash: text('primary key'),
  /** Null for MERCHANT_API_KEY, which is then part of the hash. */
  key_id: nullable(text('references keys (id)')),
  created_at: time(),
  expires_at: time(),
};

/** Records of refunds that the merchant made outside. */
const refunds = {
  id: text<RefundId>('primary key'),
  payment_id: text<PaymentId>('references payments (id)'),
  amount: ariary('check (amount > 0)'),
  reason: text(),
  /** The operator's reference of the transfer back to the payer. */
  transaction_reference: nullable(text()),
  /** As foldReference writes it. */
  transaction_fold: nullable(text()),
  /** When the money went back. */
  refunded_at: time(),
  created_at: time(),
  created_by: text(),
  status: oneOf(REFUND_STATUSES),
  voided_at: nullable(time()),
  voided_by: nullable(text()),
  void_reason: nullable(text()),
};

/** A kind of e-mails to the merchant: what the mail server has accepted, and the attempts since. */
const mailKinds = {
  kind: oneOf(['link_paid', 'review_required', 'daily_summary', 'shop_failure'], 'primary key'),
  /** What happened before is reported, or given up. */
  reported_until: time(),
  /** JSON: what is reported of the ten minutes before that, and later. */
  reported: text(),
  /** Since when attempts have failed; null if the last one did not. */
  failing_since: nullable(time()),
  /** When something was refused or given up; null once an e-mail is accepted. */
  failed_at: nullable(time()),
  ...queued,
};

/** The merchant's settings that are set in the dashboard. */
const settings = {
  /** A name of the API, or `webhookSecrets`. */
  name: text('primary key'),
  /** As the environment would have it; null: not set. Secrets are encrypted. */
  value: nullable(text()),
  /** What it was before the newest change, so that this can be taken back. */
  previous: nullable(text()),
  changed_at: time(),
};

/** Who did what, when. It contains no secret and no phone number. */
const audit = {
  id: text('primary key'),
  at: time(),
  /** The name of the key. */
  by: text(),
  /** The id of the key; null for MERCHANT_API_KEY and the command line. */
  key_id: nullable(text()),
  action: text<AuditAction>(),
  /** The id of what was changed; null if it has none. */
  subject: nullable(text()),
  /** The client's address, masked; null for the command line. */
  address: nullable(text()),
  /** JSON: what was before and after, by name. */
  changes: text(),
};

/** A table: its columns, what holds for several of them, and its indexes. */
export interface Table {
  readonly columns: Columns;
  readonly constraints?: readonly string[];
  /** From the name on; a unique one begins with `unique`. */
  readonly indexes?: readonly string[];
}

/** The tables by name, each after those that it refers to. */
export const TABLES = {
  orders: { columns: orders },
  links: {
    columns: links,
    indexes: ['links_newest on links (source, created_at, id)', 'links_by_order on links (order_reference)'],
  },
  payments: {
    columns: payments,
    constraints: [
      'payments_order_attempt unique (order_reference, attempt_number)',
      'payments_refunded check (amount_refunded between 0 and amount)',
    ],
    indexes: [
      'payments_due on payments (next_check_at) where next_check_at is not null',
      'payments_newest on payments (created_at, id)',
      'payments_by_link on payments (link_id, created_at, id) where link_id is not null',
      'payments_by_status on payments (status, created_at, id)',
      'payments_by_msisdn on payments (msisdn, created_at)',
      'payments_by_address on payments (address_hash, created_at)',
      // Contains every column that the totals of a day need.
      'payments_by_end on payments (status, final_at, amount, fees) where final_at is not null',
      'payments_newest_end on payments (final_at, id) where final_at is not null',
      'payments_needing_review on payments (created_at, id) where review_reasons is not null',
      // For RETAIN_DAYS.
      'payments_with_number on payments (final_at) where msisdn is not null and final_at is not null',
      'payments_by_transaction on payments (transaction_created_at, amount, payer) where transaction_created_at is not null',
      'payments_by_fold on payments (transaction_fold) where transaction_fold is not null',
      'payments_by_named_fold on payments (named_fold) where named_fold is not null',
    ],
  },
  receipt_numbers: { columns: receiptNumbers },
  callbacks: {
    columns: callbacks,
    constraints: ['callbacks_key primary key (payment_id, server_correlation_id, transaction_reference, status)'],
  },
  events: { columns: events, constraints: ['events_key primary key (payment_id, version)'] },
  outbox: {
    columns: outbox,
    indexes: [
      // SQLite uses no partial index for a bound parameter, so this index contains every status.
      'outbox_by_due on outbox (status, next_attempt_at)',
      'outbox_by_payment on outbox (payment_id, version)',
      'outbox_by_status on outbox (status, created_at)',
      'outbox_newest on outbox (created_at, id)',
      'unique outbox_by_number on outbox (number) where number is not null',
      'outbox_without_number on outbox (created_at, id) where number is null',
    ],
  },
  tokens: { columns: tokens },
  idempotency_keys: {
    columns: idempotencyKeys,
    constraints: ['idempotency_keys_key primary key (actor, endpoint, key)'],
    indexes: ['idempotency_keys_oldest on idempotency_keys (created_at)'],
  },
  properties: { columns: properties },
  backups: { columns: backups },
  keys: { columns: keys },
  sessions: { columns: sessions },
  refunds: {
    columns: refunds,
    indexes: [
      'refunds_by_payment on refunds (payment_id, created_at)',
      'refunds_newest on refunds (created_at, id)',
      // For the totals of a day.
      'refunds_by_time on refunds (status, refunded_at, amount)',
      'refunds_by_fold on refunds (transaction_fold) where transaction_fold is not null',
    ],
  },
  mail_kinds: { columns: mailKinds },
  settings: { columns: settings },
  audit: { columns: audit, indexes: ['audit_newest on audit (at, id)'] },
} satisfies Record<string, Table>;

/** The rows of tables. */
type Rows<Of extends Readonly<Record<string, Table>>> = { [Name in keyof Of]: Row<Of[Name]['columns']> };

/** The rows of the tables, as Kysely's queries read and write them. */
export interface Schema extends Rows<typeof TABLES> {}

export interface LinksTable extends Row<typeof links> {}
export interface OutboxTable extends Row<typeof outbox> {}
export interface RefundsTable extends Row<typeof refunds> {}
export interface MailKindsTable extends Row<typeof mailKinds> {}

/** A row of links. */
export type StoredLink = Readonly<LinksTable>;

/** A row of events. */
export type StoredEvent = Readonly<Schema['events']>;

/** A row of the outbox. */
export type StoredWebhook = Readonly<OutboxTable>;

/** A row of keys. */
export type StoredKey = Readonly<Schema['keys']>;

/** A row of refunds. */
export type StoredRefund = Readonly<RefundsTable>;

/** A row of audit. */
export type StoredAuditEntry = Readonly<Schema['audit']>;

/** A row of mail_kinds. */
export type StoredMailKind = Readonly<MailKindsTable>;
