import type { Ariary } from '@tsena/shared';
import type { LinkId, OrderReference } from '@tsena/shared/checkout';
import type { RefundId, StatementId } from '@tsena/shared/merchant';
import { emptyDatabase, STORES } from '@tsena/testkit/stores';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { seedPayment } from '../../test/support/seed.ts';
import { openStore, type Store } from './store.ts';

/** Each table with its columns in order: type, `!` if it cannot be null, and the default. */
const COLUMNS: Readonly<Record<string, string>> = {
  backups: 'recorded_at bigint!',
  callbacks:
    'payment_id text!, server_correlation_id text!, transaction_reference text!, status text!, received_at bigint!, count integer!, ' +
    'rejected integer! 0',
  events: 'payment_id text!, version integer!, at bigint!, kind text!, data text!',
  idempotency_keys: 'actor text!, endpoint text!, key text!, body_hash text!, answer text!, created_at bigint!',
  keys:
    'id text!, name text!, scope text!, hash text!, hint text!, created_at bigint!, created_by text!, last_used_at bigint, ' +
    'expires_at bigint, revoked_at bigint, revoked_by text',
  links:
    'id text!, source text!, order_reference text!, amount bigint!, description text, return_url text, ' +
    'original_transaction_reference text, foreign_currency text, foreign_amount text, reusable integer!, claims_hash text, ' +
    'created_at bigint!, created_by text!, expires_at bigint, cancelled_at bigint, cancelled_by text',
  mails:
    'id text!, kind text!, payment_id text, day text, revision integer!, created_at bigint!, status text!, ' +
    'delivery_attempts integer! 0, next_attempt_at bigint!, sent_at bigint, last_error text, lease_owner text, lease_until bigint, ' +
    'fence integer! 0',
  orders: 'reference text!, amount bigint!, created_at bigint!, overpaid_at bigint',
  outbox:
    'id text!, payment_id text, version integer!, type text!, payload text!, created_at bigint!, status text!, ' +
    'delivery_attempts integer! 0, next_attempt_at bigint!, delivered_at bigint, last_error text, lease_owner text, ' +
    'lease_until bigint, fence integer! 0',
  payments:
    'id text!, order_reference text!, attempt_number integer!, sent_attempt_number integer!, link_id text, form_hash text, ' +
    'superseded integer, status text!, version integer!, amount bigint!, amount_refunded bigint! 0, description text, ' +
    'original_transaction_reference text, foreign_currency text, foreign_amount text, language text!, msisdn text, payer text!, ' +
    'address_hash text, correlation_id text!, reference text!, callback_hash text, server_correlation_id text, ' +
    'correlation_source text, notification_method text, transaction_id text, transaction_created_at bigint, ' +
    'transaction_proven integer, fees text, failure_code text, failure_reason text, failure_operator_time text, verified integer, ' +
    'differences text, resolution text, resolution_reason text, resolution_by text, database_identity text, created_at bigint!, ' +
    'updated_at bigint!, sent_at bigint, uncorrected_sent_at bigint, final_at bigint, next_check_at bigint, last_checked_at bigint, ' +
    'status_checks integer! 0, callback_checks integer! 0, details_unavailable_since bigint, reference_attempts integer! 0, ' +
    'reference_attempts_given_back integer! 0, lease_owner text, lease_until bigint, fence integer!',
  properties: 'name text!, value text!',
  refunds:
    'id text!, payment_id text!, amount bigint!, reason text!, transaction_reference text, refunded_at bigint!, created_at bigint!, ' +
    'created_by text!, status text!, voided_at bigint, voided_by text, void_reason text',
  sessions: 'hash text!, key_id text, created_at bigint!, expires_at bigint!',
  statement_rows:
    'statement_id text!, position integer!, result text!, line integer, dated_at bigint, transaction_reference text, amount text, ' +
    'fee text, payer text, payment_id text, refund_id text, differences text',
  statements:
    'id text!, status text!, created_at bigint!, created_by text!, mapping text!, from_at bigint!, to_at bigint!, counts text!, ' +
    'stored_rows integer!, payers_erased_at bigint',
  tokens: 'name text!, encrypted text, lease_owner text, lease_until bigint, fence integer! 0',
};

/** The columns of each table whose values together occur once. */
const UNIQUE: readonly string[] = [
  'backups (recorded_at)',
  'callbacks (payment_id, server_correlation_id, transaction_reference, status)',
  'events (payment_id, version)',
  'idempotency_keys (actor, endpoint, key)',
  'keys (hash)',
  'keys (id)',
  'links (claims_hash)',
  'links (id)',
  'mails (day)',
  'mails (id)',
  "mails (kind) where kind = 'review_required' and status = 'pending'",
  'orders (reference)',
  'outbox (id)',
  'payments (callback_hash)',
  'payments (correlation_id)',
  'payments (id)',
  'payments (order_reference, attempt_number)',
  'payments (reference)',
  'payments (server_correlation_id)',
  'payments (transaction_id)',
  'properties (name)',
  'refunds (id)',
  'sessions (hash)',
  'statement_rows (statement_id, position)',
  'statements (id)',
  'tokens (name)',
];

/** The other indexes: with them, no statement reads all rows of a table that grows. */
const INDEXES: readonly string[] = [
  'idempotency_keys (created_at)',
  'links (order_reference)',
  'links (source, created_at, id)',
  'mails (kind, sent_at)',
  'mails (status, next_attempt_at)',
  'orders (reference) where overpaid_at is not null',
  'outbox (created_at, id)',
  'outbox (payment_id, version)',
  'outbox (status, created_at)',
  'outbox (status, next_attempt_at)',
  'payments (address_hash, created_at)',
  'payments (created_at, id)',
  'payments (final_at) where msisdn is not null',
  'payments (final_at, id) where final_at is not null',
  'payments (id) where differences is not null',
  'payments (id) where verified = 0',
  'payments (link_id, created_at, id)',
  'payments (msisdn, created_at)',
  'payments (next_check_at) where next_check_at is not null',
  'payments (status, created_at, id)',
  'payments (status, final_at, amount, fees)',
  'payments (transaction_created_at, amount, payer) where transaction_created_at is not null',
  'refunds (created_at, id)',
  'refunds (payment_id, created_at)',
  'refunds (status, refunded_at, amount)',
  "statement_rows (statement_id, result, position) where result <> 'matched'",
  'statement_rows (transaction_reference) where transaction_reference is not null',
  'statements (status, created_at, id)',
];

/** The columns whose value is the key of a row in another table. */
const REFERENCES: readonly string[] = [
  'callbacks.payment_id → payments.id',
  'events.payment_id → payments.id',
  'mails.payment_id → payments.id',
  'outbox.payment_id → payments.id',
  'payments.link_id → links.id',
  'payments.order_reference → orders.reference',
  'refunds.payment_id → payments.id',
  'sessions.key_id → keys.id',
  'statement_rows.statement_id → statements.id',
];

/** Every check of a value: what a column takes, and what it refuses. */
const CHECKS: readonly (readonly [table: string, column: string, takes: readonly (string | number)[], refuses: string | number])[] = [
  ['links', 'source', ['merchant', 'shop'], 'other'],
  ['payments', 'status', ['created', 'sending', 'pending', 'unresolved', 'completed', 'failed'], 'other'],
  ['payments', 'amount_refunded', [0, 25_000], -1],
  ['payments', 'amount_refunded', [0, 25_000], 25_001],
  ['keys', 'scope', ['read', 'operate', 'admin'], 'other'],
  ['refunds', 'amount', [1], 0],
  ['refunds', 'status', ['recorded', 'voided'], 'other'],
  ['statements', 'status', ['importing', 'ready', 'removed'], 'other'],
  ['statement_rows', 'result', ['matched', 'onlyHere', 'onlyAtOperator', 'different', 'refund', 'ignored'], 'other'],
  ['mails', 'kind', ['link_paid', 'review_required', 'daily_summary'], 'other'],
  ['mails', 'status', ['pending', 'sent', 'failed', 'dropped'], 'other'],
];

interface ReadSchema {
  readonly columns: Record<string, string>;
  readonly unique: string[];
  readonly indexes: string[];
  readonly references: string[];
}

type Column = { tbl: string; name: string; type: string; required: boolean | number; value: string | null };
type Index = { tbl: string; columns: string; predicate: string | null; is_unique: boolean | number };

/** Reads the schema from the database's own catalogue, in the form of the literals above. */
async function readSchema({ db, kind }: Store): Promise<ReadSchema> {
  const read = kind === 'sqlite' ? SQLITE : POSTGRES;
  const columns: Record<string, string> = {};
  for (const { tbl, name, type, required, value } of (await sql<Column>`${sql.raw(read.columns)}`.execute(db)).rows) {
    const text = `${name} ${type.toLowerCase()}${required ? '!' : ''}${value === null ? '' : ` ${value.replaceAll(/\D/g, '')}`}`;
    columns[tbl] = columns[tbl] === undefined ? text : `${columns[tbl]}, ${text}`;
  }
  const { rows } = await sql<Index>`${sql.raw(read.indexes)}`.execute(db);
  const write = ({ tbl, columns: of, predicate }: Index) =>
    `${tbl} (${of})${
      predicate === null
        ? ''
        : ` where ${predicate
            .replaceAll(/[()]|::text/g, '')
            .replaceAll(/ AND /g, ' and ')
            .replaceAll('IS NOT NULL', 'is not null')}`
    }`;
  const references = await sql<{ text: string }>`${sql.raw(read.references)}`.execute(db);
  return {
    columns,
    unique: [...new Set(rows.filter((row) => row.is_unique).map(write))].sort(),
    indexes: rows
      .filter((row) => !row.is_unique)
      .map(write)
      .sort(),
    references: references.rows.map(({ text }) => text).sort(),
  };
}

const SQLITE_TABLES = "sqlite_master t where t.type = 'table' and t.name not like 'kysely%' and t.name not like 'sqlite%'";
const SQLITE = {
  // In SQLite, the columns of a primary key are not null only if they say so; none of ours is ever null.
  columns: `select t.name as tbl, c.name, c.type, max(c."notnull", c.pk > 0) as required, c.dflt_value as value
    from pragma_table_info(t.name) c join (select name from ${SQLITE_TABLES}) t order by t.name, c.cid`,
  indexes: `select t.name as tbl, (select group_concat(name, ', ') from (select name from pragma_index_info(i.name) order by seqno)) as columns,
      substr(m.sql, nullif(instr(m.sql, ' where '), 0) + 7) as predicate, i."unique" as is_unique
    from (select name from ${SQLITE_TABLES}) t join pragma_index_list(t.name) i left join sqlite_master m on m.name = i.name
    union all select 'backups', 'recorded_at', null, 1 from pragma_table_info('backups') where name = 'recorded_at' and pk = 1`,
  references: `select t.name || '.' || f."from" || ' → ' || f."table" || '.' || f."to" as text
    from (select name from ${SQLITE_TABLES}) t join pragma_foreign_key_list(t.name) f`,
};
const POSTGRES = {
  columns: `select table_name as tbl, column_name as name, data_type as type, is_nullable = 'NO' as required, column_default as value
    from information_schema.columns where table_schema = 'public' and table_name not like 'kysely%' order by table_name, ordinal_position`,
  indexes: `select t.relname as tbl, i.indisunique as is_unique, pg_get_expr(i.indpred, i.indrelid) as predicate,
      (select string_agg(a.attname, ', ' order by k.n) from unnest(i.indkey) with ordinality as k(number, n)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number) as columns
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace s on s.oid = t.relnamespace
    where s.nspname = 'public' and t.relname not like 'kysely%'`,
  references: `select c.conrelid::regclass || '.' || a.attname || ' → ' || c.confrelid::regclass || '.' || b.attname as text
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
    where c.contype = 'f'`,
};

/** One row in each table with a check. */
async function insertRows(store: Store): Promise<void> {
  const { db } = store;
  const payment_id = await seedPayment(store, { amount: 25_000, created_at: 1 });
  await db
    .insertInto('links')
    .values({
      id: 'link_1' as LinkId,
      source: 'shop',
      order_reference: 'A' as OrderReference,
      amount: 1,
      reusable: 0,
      created_at: 1,
      created_by: '',
    })
    .execute();
  await db.insertInto('keys').values({ id: 'k', name: '', scope: 'read', hash: '', hint: '', created_at: 1, created_by: '' }).execute();
  await db
    .insertInto('refunds')
    .values({
      ...{ id: 'ref_1' as RefundId, payment_id, amount: 1 as Ariary, reason: '', refunded_at: 1 },
      ...{ created_at: 1, created_by: '', status: 'recorded' },
    })
    .execute();
  const statement_id = 'stm_1' as StatementId;
  await db
    .insertInto('statements')
    .values({
      ...{ id: statement_id, status: 'ready', created_at: 1, created_by: '', mapping: '', from_at: 1, to_at: 2 },
      ...{ counts: '', stored_rows: 0 },
    })
    .execute();
  await db.insertInto('statement_rows').values({ statement_id, position: 1, result: 'matched' }).execute();
  await db
    .insertInto('mails')
    .values({
      id: 'mail_1',
      kind: 'link_paid',
      revision: 1,
      created_at: 1,
      status: 'sent',
      delivery_attempts: 0,
      next_attempt_at: 1,
      fence: 0,
    })
    .execute();
}

describe.each(STORES)('a new database on %s', (kind) => {
  async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
    const { url, remove } = await emptyDatabase(kind);
    const store = await openStore(url);
    try {
      await work(store);
    } finally {
      await store.close();
      remove();
    }
  }

  it('has these tables, columns, unique keys, indexes and references', () =>
    withStore(async (store) => {
      const schema = await readSchema(store);
      expect(schema.columns).toEqual(COLUMNS);
      expect(schema.unique).toEqual(UNIQUE);
      expect(schema.indexes).toEqual(INDEXES);
      expect(schema.references).toEqual(REFERENCES);
    }));

  it('refuses a status, a kind or an amount that the companion does not know', () =>
    withStore(async (store) => {
      await insertRows(store);
      const set = (table: string, column: string, value: string | number) =>
        sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}`.execute(store.db);
      for (const [table, column, takes, refuses] of CHECKS) {
        for (const value of takes) await expect(set(table, column, value), `${table}.${column} ${value}`).resolves.toBeDefined();
        await expect(set(table, column, refuses), `${table}.${column} ${refuses}`).rejects.toThrow(/check/i);
      }
    }));

  it('is migrated once: opening it again changes nothing', async () => {
    const { url, remove } = await emptyDatabase(kind);
    const first = await openStore(url);
    await seedPayment(first);
    const schema = await readSchema(first);
    await first.close();
    const second = await openStore(url);
    expect(await readSchema(second)).toEqual(schema);
    expect(await second.db.selectFrom('payments').select('status').execute()).toEqual([{ status: 'failed' }]);
    expect((await sql<{ name: string }>`select name from kysely_migration`.execute(second.db)).rows).toEqual([{ name: '0001_first' }]);
    await second.close();
    remove();
  });
});
