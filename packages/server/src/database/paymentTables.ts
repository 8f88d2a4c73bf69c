import { table } from './table.ts';

/** Orders of shops and links. */
export const orders = table(
  'orders',
  ['reference text primary key', 'amount bigint not null', 'created_at bigint not null', 'overpaid_at bigint'],
  ['orders_overpaid on orders (reference) where overpaid_at is not null'],
);

/** Payments, each with its lease. */
export const payments = table(
  'payments',
  [
    'id text primary key',
    'order_reference text not null references orders (reference)',
    'attempt_number integer not null',
    'sent_attempt_number integer not null',
    'link_id text references links (id)',
    'form_hash text',
    'superseded integer',
    "status text not null check (status in ('created', 'sending', 'pending', 'unresolved', 'completed', 'failed'))",
    'version integer not null',
    'amount bigint not null',
    'amount_refunded bigint not null default 0',
    'description text',
    'original_transaction_reference text',
    'foreign_currency text',
    'foreign_amount text',
    'language text not null',
    'msisdn text',
    'payer text not null',
    'address_hash text',
    'correlation_id text not null unique',
    'reference text not null unique',
    'callback_hash text unique',
    'server_correlation_id text unique',
    'correlation_source text',
    'notification_method text',
    'transaction_id text unique',
    'transaction_created_at bigint',
    'transaction_proven integer',
    'fees text',
    'failure_code text',
    'failure_reason text',
    'failure_operator_time text',
    'verified integer',
    'receipt_number text unique',
    'differences text',
    'resolution text',
    'resolution_reason text',
    'resolution_by text',
    'resolution_at bigint',
    'database_identity text',
    'created_at bigint not null',
    'updated_at bigint not null',
    'sent_at bigint',
    'uncorrected_sent_at bigint',
    'final_at bigint',
    'next_check_at bigint',
    'last_checked_at bigint',
    'status_checks integer not null default 0',
    'callback_checks integer not null default 0',
    'details_unavailable_since bigint',
    'reference_attempts integer not null default 0',
    'reference_attempts_given_back integer not null default 0',
    'lease_owner text',
    'lease_until bigint',
    'fence integer not null',
    'constraint payments_order_attempt unique (order_reference, attempt_number)',
    'constraint payments_refunded check (amount_refunded between 0 and amount)',
  ],
  [
    'payments_due on payments (next_check_at) where next_check_at is not null',
    'payments_newest on payments (created_at, id)',
    'payments_by_link on payments (link_id, created_at, id) where link_id is not null',
    'payments_by_status on payments (status, created_at, id)',
    'payments_by_msisdn on payments (msisdn, created_at)',
    'payments_by_address on payments (address_hash, created_at)',
    // Contains every column that the totals of a day need.
    'payments_by_end on payments (status, final_at, amount, fees) where final_at is not null',
    'payments_newest_end on payments (final_at, id) where final_at is not null',
    'payments_with_differences on payments (id) where differences is not null',
    'payments_unverified on payments (id) where verified = 0',
    // For RETAIN_DAYS.
    'payments_with_number on payments (final_at) where msisdn is not null and final_at is not null',
    'payments_by_transaction on payments (transaction_created_at, amount, payer) where transaction_created_at is not null',
  ],
);

/** The merchant's number to which a payment is paid. */
export const paymentPartners = ['alter table payments add column partner_msisdn text'];

/**
 * The operator's reference in a form in which its spellings are equal. Earlier versions stored letters and digits only.
 */
export const transactionFolds = [
  ...['payments', 'refunds', 'statement_rows'].map((name) => `alter table ${name} add column transaction_fold text`),
  'update payments set transaction_fold = upper(transaction_id)',
  'update refunds set transaction_fold = upper(transaction_reference)',
  'update statement_rows set transaction_fold = upper(transaction_reference)',
  'create index payments_by_fold on payments (transaction_fold) where transaction_fold is not null',
  'create index refunds_by_fold on refunds (transaction_fold) where transaction_fold is not null',
  'create index statement_rows_by_fold on statement_rows (transaction_fold) where transaction_fold is not null',
  'drop index if exists statement_rows_by_reference',
];

/** The first ten callbacks of a payment are kept: no check is counted. Nothing used the index. */
export const callbacksUncounted = [
  'alter table payments drop column callback_checks',
  'alter table payments drop column status_checks',
  'drop index callbacks_by_candidate',
];

/** The companion does not detect that a database was restored, and corrects no stored times. */
export const droppedColumns = ['database_identity', 'uncorrected_sent_at'].map(
  (column) => `alter table payments drop column ${column}`,
);

/** The history has an event of this kind, and no resolution after it. */
const isOpenSince = (kind: string) => `exists (
  select 1 from events raised where raised.payment_id = payments.id and raised.kind = '${kind}' and not exists (
    select 1 from events resolved
    where resolved.payment_id = raised.payment_id and resolved.kind = 'resolved' and resolved.version > raised.version))`;

/**
 * The reasons why each payment needs review. Earlier versions read them from the history each time; what they are now,
 * core/rules/reviewReasons.ts says.
 */
const REASONS_BEFORE = {
  unresolved: "status = 'unresolved' and resolution is null",
  details_mismatch: `differences is not null and ${isOpenSince('details_mismatch')}`,
  overpaid: `order_reference in (select reference from orders where overpaid_at is not null)
    and ${isOpenSince('order_overpaid')} and amount_refunded < amount and exists (
    select 1 from payments other
    where other.order_reference = payments.order_reference and other.id <> payments.id
      and (other.status = 'completed' or other.resolution = 'received') and other.amount_refunded < other.amount)`,
  polling_stopped: "status = 'pending' and next_check_at is null and resolution is null",
  unverified: `verified = 0 and next_check_at is null and ${isOpenSince('completed')}`,
};

export const reviewColumn = [
  'alter table payments add column review_reasons text',
  ...Object.entries(REASONS_BEFORE).map(
    ([reason, condition]) =>
      `update payments set review_reasons = coalesce(review_reasons || ',', '') || '${reason}' where ${condition}`,
  ),
  'create index payments_needing_review on payments (created_at, id) where review_reasons is not null',
  'drop index payments_with_differences',
  'drop index payments_unverified',
  'drop index orders_overpaid',
  'alter table orders drop column overpaid_at',
];

/** The last receipt number of each year. */
export const receiptNumbers = table('receipt_numbers', ['year text primary key', 'last integer not null']);

/** Callbacks of the operator. */
export const callbacks = table(
  'callbacks',
  [
    'payment_id text not null references payments (id)',
    'server_correlation_id text not null',
    'transaction_reference text not null',
    'status text not null',
    'received_at bigint not null',
    'count integer not null',
    'rejected integer not null default 0',
    'constraint callbacks_key primary key (payment_id, server_correlation_id, transaction_reference, status)',
  ],
  ['callbacks_by_candidate on callbacks (server_correlation_id)'],
);

/** The history of each payment. */
export const events = table('events', [
  'payment_id text not null references payments (id)',
  'version integer not null',
  'at bigint not null',
  'kind text not null',
  'data text not null',
  'constraint events_key primary key (payment_id, version)',
]);

/** Webhooks, each with its lease. */
export const outbox = table(
  'outbox',
  [
    'id text primary key',
    'payment_id text references payments (id)',
    'version integer not null',
    'type text not null',
    'payload text not null',
    'created_at bigint not null',
    'status text not null',
    'delivery_attempts integer not null default 0',
    'next_attempt_at bigint not null',
    'delivered_at bigint',
    'last_error text',
    'lease_owner text',
    'lease_until bigint',
    'fence integer not null default 0',
  ],
  [
    // SQLite uses no partial index for a bound parameter, so this index contains every status.
    'outbox_by_due on outbox (status, next_attempt_at)',
    'outbox_by_payment on outbox (payment_id, version)',
    'outbox_by_status on outbox (status, created_at)',
    'outbox_newest on outbox (created_at, id)',
  ],
);

/** The order of the events for those who listen. */
export const webhookNumbers = [
  'alter table outbox add column number bigint',
  'create unique index outbox_by_number on outbox (number) where number is not null',
  'create index outbox_without_number on outbox (created_at, id) where number is null',
];

/** The operator’s access token, which instances share. */
export const tokens = table('tokens', [
  'name text primary key',
  'encrypted text',
  'lease_owner text',
  'lease_until bigint',
  'fence integer not null default 0',
]);

/** What is known of the database itself. */
export const properties = table('properties', ['name text primary key', 'value text not null']);
