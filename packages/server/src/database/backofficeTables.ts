import { table } from './table.ts';

/** Payment links, and the orders of shops that hosted pages show. */
export const links = table(
  'links',
  [
    'id text primary key',
    "source text not null check (source in ('merchant', 'shop'))",
    'order_reference text not null',
    'amount bigint not null',
    'description text',
    'return_url text',
    'original_transaction_reference text',
    'foreign_currency text',
    'foreign_amount text',
    'reusable integer not null',
    'claims_hash text unique',
    'created_at bigint not null',
    'created_by text not null',
    'expires_at bigint',
    'cancelled_at bigint',
    'cancelled_by text',
  ],
  ['links_newest on links (source, created_at, id)', 'links_by_order on links (order_reference)'],
);

/** Answers to requests with an Idempotency-Key. */
export const idempotencyKeys = table(
  'idempotency_keys',
  [
    'actor text not null',
    'endpoint text not null',
    'key text not null',
    'body_hash text not null',
    'answer text not null',
    'created_at bigint not null',
    'constraint idempotency_keys_key primary key (actor, endpoint, key)',
  ],
  ['idempotency_keys_oldest on idempotency_keys (created_at)'],
);

/** When backups were made. */
export const backups = table('backups', ['recorded_at bigint primary key']);

/** Keys of the merchant API and their sessions. */
export const keys = table('keys', [
  'id text primary key',
  'name text not null',
  "scope text not null check (scope in ('counter', 'read', 'operate', 'admin'))",
  'hash text not null unique',
  'hint text not null',
  'created_at bigint not null',
  'created_by text not null',
  'last_used_at bigint',
  'expires_at bigint',
  'revoked_at bigint',
  'revoked_by text',
]);

export const sessions = table('sessions', [
  'hash text primary key',
  'key_id text references keys (id)',
  'created_at bigint not null',
  'expires_at bigint not null',
]);

/** Refunds that the merchant recorded. */
export const refunds = table(
  'refunds',
  [
    'id text primary key',
    'payment_id text not null references payments (id)',
    'amount bigint not null check (amount > 0)',
    'reason text not null',
    'transaction_reference text',
    'refunded_at bigint not null',
    'created_at bigint not null',
    'created_by text not null',
    "status text not null check (status in ('recorded', 'voided'))",
    'voided_at bigint',
    'voided_by text',
    'void_reason text',
  ],
  [
    'refunds_by_payment on refunds (payment_id, created_at)',
    'refunds_newest on refunds (created_at, id)',
    // For the totals of a day.
    'refunds_by_time on refunds (status, refunded_at, amount)',
  ],
);

/** Imported statements and their rows, of earlier versions. */
export const statements = table(
  'statements',
  [
    'id text primary key',
    "status text not null check (status in ('importing', 'ready', 'removed'))",
    'created_at bigint not null',
    'created_by text not null',
    'mapping text not null',
    'from_at bigint not null',
    'to_at bigint not null',
    'counts text not null',
    'stored_rows integer not null',
    'payers_erased_at bigint',
  ],
  ['statements_newest on statements (status, created_at, id)'],
);

export const statementRows = table(
  'statement_rows',
  [
    'statement_id text not null references statements (id)',
    'position integer not null',
    "result text not null check (result in ('matched', 'onlyHere', 'onlyAtOperator', 'different', 'refund', 'ignored'))",
    'line integer',
    'dated_at bigint',
    'transaction_reference text',
    'amount text',
    'fee text',
    'payer text',
    // Without a foreign key: payments and refunds are never deleted, and to check it takes a third of an import.
    'payment_id text',
    'refund_id text',
    'differences text',
    'constraint statement_rows_key primary key (statement_id, position)',
  ],
  [
    // Most rows are matched; the primary key is enough to list these.
    "statement_rows_by_result on statement_rows (statement_id, result, position) where result <> 'matched'",
    'statement_rows_by_reference on statement_rows (transaction_reference) where transaction_reference is not null',
  ],
);

/** A statement is compared, and not stored. */
export const noStatements = ['drop table statement_rows', 'drop table statements'];

/** E-mails to the merchant, of earlier versions. */
export const mails = table(
  'mails',
  [
    'id text primary key',
    "kind text not null check (kind in ('link_paid', 'review_required', 'daily_summary'))",
    'payment_id text references payments (id)',
    'day text unique',
    'revision integer not null',
    'created_at bigint not null',
    "status text not null check (status in ('pending', 'sent', 'failed', 'dropped'))",
    'delivery_attempts integer not null default 0',
    'next_attempt_at bigint not null',
    'sent_at bigint',
    'last_error text',
    'lease_owner text',
    'lease_until bigint',
    'fence integer not null default 0',
  ],
  [
    'mails_by_due on mails (status, next_attempt_at)',
    'mails_by_kind on mails (kind, sent_at)',
    // One pending mail collects all payments that need review.
    "unique mails_review on mails (kind) where kind = 'review_required' and status = 'pending'",
  ],
);

/** What is new for each kind of e-mails is read when it is sent. */
export const mailKinds = [
  'drop table mails',
  ...table('mail_kinds', [
    "kind text primary key check (kind in ('link_paid', 'review_required', 'daily_summary'))",
    'reported_until bigint not null',
    'reported text not null',
    'failing_since bigint',
    'delivery_attempts integer not null',
    'next_attempt_at bigint not null',
    'last_error text',
    'failed_at bigint',
    'lease_owner text',
    'lease_until bigint',
    'fence integer not null',
  ]),
];

/** The merchant's settings that are set in the dashboard. */
export const settings = table('settings', [
  'name text primary key',
  'value text',
  'previous text',
  'changed_at bigint not null',
]);

/** Who did what. */
export const audit = table(
  'audit',
  [
    'id text primary key',
    'at bigint not null',
    '"by" text not null',
    'action text not null',
    'subject text',
    'address text',
    'changes text not null',
  ],
  ['audit_newest on audit (at, id)'],
);

/** The id of the key of each entry. */
export const auditKeyIds = ['alter table audit add column key_id text'];
