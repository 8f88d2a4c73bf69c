import { emptyDatabase, STORES } from '@tsena/testkit/stores';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { seedPayment } from '../../test/support/seed.ts';
import { untilTestEnds } from '../../test/support/use.ts';
import { openStore, type Store } from './store.ts';

/** Keys on which the invariants rely. */
const UNIQUE: readonly string[] = [
  'callbacks (payment_id, server_correlation_id, transaction_reference, status)',
  'events (payment_id, version)',
  'idempotency_keys (actor, endpoint, key)',
  'keys (hash)',
  'links (claims_hash)',
  'mails (day)',
  "mails (kind) where kind = 'review_required' and status = 'pending'",
  'orders (reference)',
  'payments (callback_hash)',
  'payments (correlation_id)',
  'payments (order_reference, attempt_number)',
  'payments (reference)',
  'payments (server_correlation_id)',
  'payments (transaction_id)',
  'sessions (hash)',
];

interface ReadSchema {
  readonly columns: Record<string, string>;
  readonly unique: string[];
  readonly indexes: string[];
  readonly references: string[];
}

type Column = { tbl: string; name: string; type: string; required: boolean | number; value: string | null };
type Index = { tbl: string; columns: string; predicate: string | null; is_unique: boolean | number };

/** Reads the schema from the database's own catalogue. */
async function readSchema({ db, kind }: Store): Promise<ReadSchema> {
  const read = kind === 'sqlite' ? SQLITE : POSTGRES;
  const columns: Record<string, string> = {};
  for (const { tbl, name, type, required, value } of (await sql<Column>`${sql.raw(read.columns)}`.execute(db)).rows) {
    const text = `${name} ${type.toLowerCase()}${required ? '!' : ''}${value === null ? '' : ` ${value.replaceAll(/\D/g, '')}`}`;
    columns[tbl] = columns[tbl] === undefined ? text : `${columns[tbl]}, ${text}`;
  }
  const { rows } = await sql<Index>`${sql.raw(read.indexes)}`.execute(db);
  const write = ({ tbl, columns: of, predicate }: Index) => {
    const where = (predicate ?? '').replaceAll(/[()]|::text/g, '').replaceAll(/AND|IS NOT NULL/g, (word) => word.toLowerCase());
    return `${tbl} (${of})${where === '' ? '' : ` where ${where}`}`;
  };
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

async function newStore(kind: (typeof STORES)[number]): Promise<Store & { readonly url: string }> {
  const { url, remove } = await emptyDatabase(kind);
  onTestFinished(remove);
  return { ...(await untilTestEnds(openStore(url))), url };
}

it('a new database has the same schema on SQLite and PostgreSQL', async () => {
  const [sqlite, postgres] = [await readSchema(await newStore('sqlite')), await readSchema(await newStore('postgres'))];
  expect(sqlite).toEqual(postgres);
  expect(sqlite.unique).toEqual(expect.arrayContaining([...UNIQUE]));
  expect(Object.keys(sqlite.columns)).toHaveLength(19);
});

describe.each(STORES)('a new database on %s', (kind) => {
  it.each([
    ['status', 'other'],
    ['amount_refunded', -1],
    ['amount_refunded', 25_001],
  ])('refuses a payment whose %s is %s', async (column, value) => {
    const store = await newStore(kind);
    await expect(seedPayment(store, { amount: 25_000, [column]: value })).rejects.toThrow(/check/i);
  });

  it('is migrated once: opening it again changes nothing', async () => {
    const first = await newStore(kind);
    await seedPayment(first);
    const schema = await readSchema(first);
    await first.close();
    const second = await untilTestEnds(openStore(first.url));
    expect(await readSchema(second)).toEqual(schema);
    expect(await second.db.selectFrom('payments').select('status').execute()).toEqual([{ status: 'failed' }]);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(second.db);
    expect(rows.map(({ name }) => name)).toEqual(['0001_first', '0002_settings_and_audit', '0003_payment_partners']);
  });
});
