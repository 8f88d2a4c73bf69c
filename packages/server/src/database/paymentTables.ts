import { type Kysely, sql } from 'kysely';

/** Orders of shops and links. */
export async function createOrders(db: Kysely<unknown>): Promise<void> {
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

/** Payments, each with its lease. */
export async function createPayments(db: Kysely<unknown>): Promise<void> {
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
    .addColumn('receipt_number', 'text', (c) => c.unique())
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
  await createPaymentIndexes(db);
}

async function createPaymentIndexes(db: Kysely<unknown>): Promise<void> {
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

/** Creates the table of the last receipt number of each year. */
export async function createReceiptNumbers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('receipt_numbers')
    .ifNotExists()
    .addColumn('year', 'text', (c) => c.primaryKey())
    .addColumn('last', 'integer', (c) => c.notNull())
    .execute();
}

/** Callbacks of the operator. */
export async function createCallbacks(db: Kysely<unknown>): Promise<void> {
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

/** The history of each payment. */
export async function createEvents(db: Kysely<unknown>): Promise<void> {
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

/** Webhooks, each with its lease. */
export async function createOutbox(db: Kysely<unknown>): Promise<void> {
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

/** The operator’s access token, which instances share. */
export async function createTokens(db: Kysely<unknown>): Promise<void> {
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

/** What is known of the database itself. */
export async function createProperties(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('properties')
    .ifNotExists()
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
}
