import { type Kysely, type Migration, type MigrationProvider, sql } from 'kysely';

const first: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await createOrders(db);
    await createLinks(db);
    await createPayments(db);
    await createCallbacks(db);
    await createEvents(db);
    await createOutbox(db);
    await createTokens(db);
    await createIdempotencyKeys(db);
    await createProperties(db);
    await createBackups(db);
    await createKeys(db);
    await createRefunds(db);
    await createStatements(db);
    await createMails(db);
  },
};

async function createOrders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('orders')
    .ifNotExists()
    .addColumn('reference', 'text', (c) => c.primaryKey())
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('overpaid_at', 'bigint')
    .execute();
  await sql`create index if not exists orders_overpaid on orders (reference) where overpaid_at is not null`.execute(db);
}

async function createLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('links')
    .ifNotExists()
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('source', 'text', (c) => c.notNull().check(sql`source in ('merchant', 'shop')`))
    .addColumn('order_reference', 'text', (c) => c.notNull())
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('return_url', 'text')
    .addColumn('original_transaction_reference', 'text')
    .addColumn('foreign_currency', 'text')
    .addColumn('foreign_amount', 'text')
    .addColumn('reusable', 'integer', (c) => c.notNull())
    .addColumn('claims_hash', 'text', (c) => c.unique())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('cancelled_at', 'bigint')
    .addColumn('cancelled_by', 'text')
    .execute();
  await sql`create index if not exists links_newest on links (source, created_at, id)`.execute(db);
  await sql`create index if not exists links_by_order on links (order_reference)`.execute(db);
}

async function createPayments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('payments')
    .ifNotExists()
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('order_reference', 'text', (c) => c.notNull().references('orders.reference'))
    .addColumn('attempt_number', 'integer', (c) => c.notNull())
    .addColumn('sent_attempt_number', 'integer', (c) => c.notNull())
    .addColumn('link_id', 'text', (c) => c.references('links.id'))
    .addColumn('form_hash', 'text')
    .addColumn('superseded', 'integer')
    .addColumn('status', 'text', (c) =>
      c.notNull().check(sql`status in ('created', 'sending', 'pending', 'unresolved', 'completed', 'failed')`),
    )
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .addColumn('amount_refunded', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('description', 'text')
    .addColumn('original_transaction_reference', 'text')
    .addColumn('foreign_currency', 'text')
    .addColumn('foreign_amount', 'text')
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('msisdn', 'text')
    .addColumn('payer', 'text', (c) => c.notNull())
    .addColumn('address_hash', 'text')
    .addColumn('correlation_id', 'text', (c) => c.notNull().unique())
    .addColumn('reference', 'text', (c) => c.notNull().unique())
    .addColumn('callback_hash', 'text', (c) => c.unique())
    .addColumn('server_correlation_id', 'text', (c) => c.unique())
    .addColumn('correlation_source', 'text')
    .addColumn('notification_method', 'text')
    .addColumn('transaction_id', 'text', (c) => c.unique())
    .addColumn('transaction_created_at', 'bigint')
    .addColumn('transaction_proven', 'integer')
    .addColumn('fees', 'text')
    .addColumn('failure_code', 'text')
    .addColumn('failure_reason', 'text')
    .addColumn('failure_operator_time', 'text')
    .addColumn('verified', 'integer')
    .addColumn('differences', 'text')
    .addColumn('resolution', 'text')
    .addColumn('resolution_reason', 'text')
    .addColumn('resolution_by', 'text')
    .addColumn('resolution_at', 'bigint')
    .addColumn('database_identity', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('sent_at', 'bigint')
    .addColumn('uncorrected_sent_at', 'bigint')
    .addColumn('final_at', 'bigint')
    .addColumn('next_check_at', 'bigint')
    .addColumn('last_checked_at', 'bigint')
    .addColumn('status_checks', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('callback_checks', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('details_unavailable_since', 'bigint')
    .addColumn('reference_attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('reference_attempts_given_back', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint')
    .addColumn('fence', 'integer', (c) => c.notNull())
    .addUniqueConstraint('payments_order_attempt', ['order_reference', 'attempt_number'])
    .addCheckConstraint('payments_refunded', sql`amount_refunded between 0 and amount`)
    .execute();
  for (const index of [
    sql`payments_due on payments (next_check_at) where next_check_at is not null`,
    sql`payments_newest on payments (created_at, id)`,
    sql`payments_by_link on payments (link_id, created_at, id)`,
    sql`payments_by_status on payments (status, created_at, id)`,
    sql`payments_by_msisdn on payments (msisdn, created_at)`,
    sql`payments_by_address on payments (address_hash, created_at)`,
    // Contains every column that the totals of a day need.
    sql`payments_by_end on payments (status, final_at, amount, fees)`,
    sql`payments_newest_end on payments (final_at, id) where final_at is not null`,
    sql`payments_with_differences on payments (id) where differences is not null`,
    sql`payments_unverified on payments (id) where verified = 0`,
    // For RETAIN_DAYS.
    sql`payments_with_number on payments (final_at) where msisdn is not null`,
    sql`payments_by_transaction on payments (transaction_created_at, amount, payer) where transaction_created_at is not null`,
  ]) {
    await sql`create index if not exists ${index}`.execute(db);
  }
}

async function createCallbacks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('callbacks')
    .ifNotExists()
    .addColumn('payment_id', 'text', (c) => c.notNull().references('payments.id'))
    .addColumn('server_correlation_id', 'text', (c) => c.notNull())
    .addColumn('transaction_reference', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('rejected', 'integer', (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('callbacks_key', ['payment_id', 'server_correlation_id', 'transaction_reference', 'status'])
    .execute();
  await sql`create index if not exists callbacks_by_candidate on callbacks (server_correlation_id)`.execute(db);
}

async function createEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('events')
    .ifNotExists()
    .addColumn('payment_id', 'text', (c) => c.notNull().references('payments.id'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('events_key', ['payment_id', 'version'])
    .execute();
}

async function createOutbox(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outbox')
    .ifNotExists()
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('payment_id', 'text', (c) => c.references('payments.id'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('delivery_attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'bigint', (c) => c.notNull())
    .addColumn('delivered_at', 'bigint')
    .addColumn('last_error', 'text')
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint')
    .addColumn('fence', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  for (const index of [
    // SQLite uses no partial index for a bound parameter, so this index contains every status.
    sql`outbox_by_due on outbox (status, next_attempt_at)`,
    sql`outbox_by_payment on outbox (payment_id, version)`,
    sql`outbox_by_status on outbox (status, created_at)`,
    sql`outbox_newest on outbox (created_at, id)`,
  ]) {
    await sql`create index if not exists ${index}`.execute(db);
  }
}

async function createTokens(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tokens')
    .ifNotExists()
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('encrypted', 'text')
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint')
    .addColumn('fence', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}

async function createIdempotencyKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('idempotency_keys')
    .ifNotExists()
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('endpoint', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('body_hash', 'text', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_key', ['actor', 'endpoint', 'key'])
    .execute();
  await sql`create index if not exists idempotency_keys_oldest on idempotency_keys (created_at)`.execute(db);
}

async function createProperties(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('properties')
    .ifNotExists()
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
}

async function createBackups(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backups')
    .ifNotExists()
    .addColumn('recorded_at', 'bigint', (c) => c.primaryKey())
    .execute();
}

async function createKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('keys')
    .ifNotExists()
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull().check(sql`scope in ('read', 'operate', 'admin')`))
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('hint', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .addColumn('revoked_by', 'text')
    .execute();
  await db.schema
    .createTable('sessions')
    .ifNotExists()
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('key_id', 'text', (c) => c.references('keys.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
}

async function createRefunds(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('refunds')
    .ifNotExists()
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('payment_id', 'text', (c) => c.notNull().references('payments.id'))
    .addColumn('amount', 'bigint', (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('transaction_reference', 'text')
    .addColumn('refunded_at', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('recorded', 'voided')`))
    .addColumn('voided_at', 'bigint')
    .addColumn('voided_by', 'text')
    .addColumn('void_reason', 'text')
    .execute();
  for (const index of [
    sql`refunds_by_payment on refunds (payment_id, created_at)`,
    sql`refunds_newest on refunds (created_at, id)`,
    // For the totals of a day.
    sql`refunds_by_time on refunds (status, refunded_at, amount)`,
  ]) {
    await sql`create index if not exists ${index}`.execute(db);
  }
}

async function createStatements(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('statements')
    .ifNotExists()
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('importing', 'ready', 'removed')`))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('mapping', 'text', (c) => c.notNull())
    .addColumn('from_at', 'bigint', (c) => c.notNull())
    .addColumn('to_at', 'bigint', (c) => c.notNull())
    .addColumn('counts', 'text', (c) => c.notNull())
    .addColumn('stored_rows', 'integer', (c) => c.notNull())
    .addColumn('payers_erased_at', 'bigint')
    .execute();
  await sql`create index if not exists statements_newest on statements (status, created_at, id)`.execute(db);
  await db.schema
    .createTable('statement_rows')
    .ifNotExists()
    .addColumn('statement_id', 'text', (c) => c.notNull().references('statements.id'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('result', 'text', (c) =>
      c.notNull().check(sql`result in ('matched', 'onlyHere', 'onlyAtOperator', 'different', 'refund', 'ignored')`),
    )
    .addColumn('line', 'integer')
    .addColumn('dated_at', 'bigint')
    .addColumn('transaction_reference', 'text')
    .addColumn('amount', 'text')
    .addColumn('fee', 'text')
    .addColumn('payer', 'text')
    // Without a foreign key: payments and refunds are never deleted, and to check it takes a third of an import.
    .addColumn('payment_id', 'text')
    .addColumn('refund_id', 'text')
    .addColumn('differences', 'text')
    .addPrimaryKeyConstraint('statement_rows_key', ['statement_id', 'position'])
    .execute();
  for (const index of [
    // Most rows are matched; the primary key is enough to list these.
    sql`statement_rows_by_result on statement_rows (statement_id, result, position) where result <> 'matched'`,
    sql`statement_rows_by_reference on statement_rows (transaction_reference) where transaction_reference is not null`,
  ]) {
    await sql`create index if not exists ${index}`.execute(db);
  }
}

async function createMails(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mails')
    .ifNotExists()
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('link_paid', 'review_required', 'daily_summary')`))
    .addColumn('payment_id', 'text', (c) => c.references('payments.id'))
    .addColumn('day', 'text', (c) => c.unique())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('pending', 'sent', 'failed', 'dropped')`))
    .addColumn('delivery_attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'bigint', (c) => c.notNull())
    .addColumn('sent_at', 'bigint')
    .addColumn('last_error', 'text')
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint')
    .addColumn('fence', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`create index if not exists mails_by_due on mails (status, next_attempt_at)`.execute(db);
  await sql`create index if not exists mails_by_kind on mails (kind, sent_at)`.execute(db);
  // One pending mail collects all payments that need review.
  await sql`create unique index if not exists mails_review on mails (kind) where kind = 'review_required' and status = 'pending'`.execute(
    db,
  );
}

/**
 * The migrations, by name, in order. A released migration never changes: a new column is a new migration here, and a new member of its
 * table in schema.ts.
 */
export const migrations: MigrationProvider = {
  getMigrations: async () => ({ '0001_first': first }),
};
