import { type Kysely, sql } from 'kysely';

/** Payment links, and the orders of shops that hosted pages show. */
export async function createLinks(db: Kysely<unknown>): Promise<void> {
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

/** Answers to requests with an Idempotency-Key. */
export async function createIdempotencyKeys(db: Kysely<unknown>): Promise<void> {
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

/** When backups were made. */
export async function createBackups(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backups')
    .ifNotExists()
    .addColumn('recorded_at', 'bigint', (c) => c.primaryKey())
    .execute();
}

/** Keys of the merchant API and their sessions. */
export async function createKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('keys')
    .ifNotExists()
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull().check(sql`scope in ('counter', 'read', 'operate', 'admin')`))
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

/** Refunds that the merchant recorded. */
export async function createRefunds(db: Kysely<unknown>): Promise<void> {
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

/** Imported statements and their rows. */
export async function createStatements(db: Kysely<unknown>): Promise<void> {
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

/** E-mails to the merchant, each with its lease. */
export async function createMails(db: Kysely<unknown>): Promise<void> {
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

/** The merchant's settings that are set in the dashboard. */
export async function createSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text')
    .addColumn('previous', 'text')
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .execute();
}

/** Who did what. */
export async function createAudit(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('by', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('subject', 'text')
    .addColumn('address', 'text')
    .addColumn('changes', 'text', (c) => c.notNull())
    .execute();
  await sql`create index audit_newest on audit (at, id)`.execute(db);
}
