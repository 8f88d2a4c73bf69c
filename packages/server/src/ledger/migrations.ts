import { type Kysely, type Migration, type MigrationProvider, sql } from 'kysely';

/** Every step says `if not exists`: SQLite has no lock for migrations, and two processes may start at once. */
const first: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('orders')
      .ifNotExists()
      .addColumn('reference', 'text', (c) => c.primaryKey())
      .addColumn('amount', 'bigint', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('overpaid_at', 'bigint')
      .execute();

    await db.schema
      .createTable('payments')
      .ifNotExists()
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('order_reference', 'text', (c) => c.notNull().references('orders.reference'))
      .addColumn('attempt', 'integer', (c) => c.notNull())
      .addColumn('sent_attempt', 'integer', (c) => c.notNull())
      .addColumn('status', 'text', (c) =>
        c.notNull().check(sql`status in ('created', 'sending', 'pending', 'unresolved', 'completed', 'failed')`),
      )
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('amount', 'bigint', (c) => c.notNull())
      .addColumn('description', 'text')
      .addColumn('fc', 'text')
      .addColumn('amount_fc', 'text')
      .addColumn('language', 'text', (c) => c.notNull())
      .addColumn('msisdn', 'text')
      .addColumn('payer', 'text', (c) => c.notNull())
      .addColumn('address_hash', 'text')
      .addColumn('correlation_id', 'text', (c) => c.notNull().unique())
      .addColumn('reference', 'text', (c) => c.notNull().unique())
      .addColumn('callback_hash', 'text', (c) => c.unique())
      .addColumn('server_correlation_id', 'text', (c) => c.unique())
      .addColumn('correlation_source', 'text')
      .addColumn('transaction_id', 'text', (c) => c.unique())
      .addColumn('fees', 'text')
      .addColumn('failure_code', 'text')
      .addColumn('verified', 'integer')
      .addColumn('mismatch', 'text')
      .addColumn('decision', 'text')
      .addColumn('decision_reason', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addColumn('sent_at', 'bigint')
      .addColumn('final_at', 'bigint')
      .addColumn('next_look_at', 'bigint')
      .addColumn('last_look_at', 'bigint')
      .addColumn('looks', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('callback_looks', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('details_failing_since', 'bigint')
      .addColumn('claim_tries', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('lease_owner', 'text')
      .addColumn('lease_until', 'bigint')
      .addColumn('fence', 'integer', (c) => c.notNull())
      .addUniqueConstraint('payments_order_attempt', ['order_reference', 'attempt'])
      .execute();
    await sql`create index if not exists payments_due on payments (next_look_at) where next_look_at is not null`.execute(db);
    await sql`create index if not exists payments_newest on payments (created_at, id)`.execute(db);
    await sql`create index if not exists payments_by_status on payments (status, created_at, id)`.execute(db);
    await sql`create index if not exists payments_by_msisdn on payments (msisdn, created_at)`.execute(db);
    await sql`create index if not exists payments_by_address on payments (address_hash, created_at)`.execute(db);

    await db.schema
      .createTable('callbacks')
      .ifNotExists()
      .addColumn('payment_id', 'text', (c) => c.notNull().references('payments.id'))
      .addColumn('server_correlation_id', 'text', (c) => c.notNull())
      .addColumn('word', 'text', (c) => c.notNull())
      .addColumn('received_at', 'bigint', (c) => c.notNull())
      .addColumn('times', 'integer', (c) => c.notNull())
      .addColumn('rejected', 'integer', (c) => c.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('callbacks_key', ['payment_id', 'server_correlation_id', 'word'])
      .execute();

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

    await db.schema
      .createTable('outbox')
      .ifNotExists()
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('payment_id', 'text', (c) => c.notNull().references('payments.id'))
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('payload', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('next_try_at', 'bigint', (c) => c.notNull())
      .addColumn('delivered_at', 'bigint')
      .addColumn('last_error', 'text')
      .addColumn('lease_owner', 'text')
      .addColumn('lease_until', 'bigint')
      .addColumn('fence', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await sql`create index if not exists outbox_due on outbox (next_try_at) where state = 'waiting'`.execute(db);
    await sql`create index if not exists outbox_by_payment on outbox (payment_id, version)`.execute(db);
    await sql`create index if not exists outbox_by_state on outbox (state, created_at)`.execute(db);
  },
};

/** What the merchant's lists and totals are read from. */
const merchant: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Holds all that the totals of a day need.
    await sql`create index if not exists payments_by_end on payments (status, final_at, amount, fees)`.execute(db);
    await sql`create index if not exists payments_mismatched on payments (id) where mismatch is not null`.execute(db);
    await sql`create index if not exists payments_unverified on payments (id) where verified = 0`.execute(db);
    await sql`create index if not exists orders_overpaid on orders (reference) where overpaid_at is not null`.execute(db);
    await sql`create index if not exists outbox_newest on outbox (created_at, id)`.execute(db);
  },
};

/** Payments that still have their payer's number, by when they ended: RETAIN_DAYS looks at no others. */
const retention: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index if not exists payments_with_number on payments (final_at) where msisdn is not null`.execute(db);
  },
};

/** Where instances share the operator's token. */
const sharedToken: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('tokens')
      .ifNotExists()
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('sealed', 'text')
      .addColumn('lease_owner', 'text')
      .addColumn('lease_until', 'bigint')
      .addColumn('fence', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};

/** SQLite takes no partial index whose condition is a bound value, so the outbox's is a whole one. */
const outboxDue: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`drop index if exists outbox_due`.execute(db);
    await sql`create index if not exists outbox_by_due on outbox (state, next_try_at)`.execute(db);
  },
};

/**
 * Which attempt of an order is the current one, beside each attempt, so that one row tells whether another may start. And what was
 * never sent no longer counts as sent: until now `sent_at` stayed where the connection could not be made.
 */
const attemptsOfOrder: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('payments').addColumn('superseded', 'integer').execute();
    await sql`update payments set superseded = 1
      where order_reference in (select order_reference from payments group by order_reference having count(*) > 1)
      and id <> (
        select one.id from payments one where one.order_reference = payments.order_reference
        order by
          case when one.status = 'completed' then 0 when one.decision = 'received' then 1 when one.mismatch is not null then 2 else 3 end,
          one.attempt desc
        limit 1)`.execute(db);
    await sql`update payments set sent_at = null where status = 'failed' and sent_at is not null
      and exists (select 1 from events where events.payment_id = payments.id and events.kind = 'not sent')`.execute(db);
    await sql`update payments set sent_attempt = 1 + (
        select count(one.sent_at) from payments one
        where one.order_reference = payments.order_reference and one.attempt < payments.attempt)
      where attempt > 1`.execute(db);
  },
};

/** In which database an attempt was opened: one that was restored since cannot say that it was never sent. */
const databaseIdentity: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('payments').addColumn('database_identity', 'text').execute();
  },
};

/** What tells one transaction from another whatever its reference is spelled like: amount, payer and creation time. */
const transactionCreatedAt: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await addColumn(db, 'transaction_created_at', 'bigint');
    await addColumn(db, 'transaction_proven', 'integer');
    await sql`create index if not exists payments_by_transaction on payments (transaction_created_at, amount, payer) where transaction_created_at is not null`.execute(
      db,
    );
  },
};

/** How many look-ups of submitted references were given back, for the operator gave no answer about them. */
const submittedReferences: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await addColumn(db, 'submissions_given_back', 'integer not null default 0');
  },
};

/** SQLite has no `add column if not exists`; the lock under which migrations run keeps a second process from getting here. */
async function addColumn(db: Kysely<unknown>, name: string, definition: string): Promise<void> {
  await sql`alter table payments add column ${sql.ref(name)} ${sql.raw(definition)}`.execute(db);
}

/** The ledger's migrations, by name, in order. */
export const migrations: MigrationProvider = {
  getMigrations: async () => ({
    '0001_first': first,
    '0002_merchant': merchant,
    '0003_retention': retention,
    '0004_shared_token': sharedToken,
    '0005_outbox_due': outboxDue,
    '0006_attempts_of_order': attemptsOfOrder,
    '0007_database_identity': databaseIdentity,
    '0008_submitted_references': submittedReferences,
    '0009_transaction_created_at': transactionCreatedAt,
  }),
};
