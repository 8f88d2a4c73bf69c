import { openStore } from '@tsena/server/internal/database/store';
import Sqlite from 'better-sqlite3';
import pg from 'pg';

/** How many payments wait for a status check, whatever the number of final ones. */
const DUE = 500;

const COLUMNS = [
  'id, order_reference, method, attempt_number, sent_attempt_number, status, version, amount, language, msisdn, payer, address_hash, correlation_id, reference',
  'callback_hash, server_correlation_id, correlation_source, transaction_id, fees, verified, created_at, updated_at, sent_at, final_at',
  'next_check_at, fence',
].join(', ');

/** What differs between the two: a table of the numbers 1 to count, and digits that are spread as random ones are. */
interface Dialect {
  numbers(count: number): string;
  scattered(salt: string): string;
}

const sqlite: Dialect = {
  numbers: (count) =>
    `(with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count}) select n from numbers)`,
  scattered: () => 'lower(hex(randomblob(16)))',
};

const postgres: Dialect = {
  numbers: (count) => `generate_series(1, ${count}) as numbers(n)`,
  scattered: (salt) => `md5('${salt}' || n)`,
};

/**
 * The first {@link DUE} payments are pending and due, of the rest nine in ten are completed; the newest are a minute
 * old.
 */
function statements({ numbers, scattered }: Dialect, count: number, now: number): readonly string[] {
  const created = `${now} - 60000 - (${count} - n) * 100`;
  const isDue = `n <= ${DUE}`;
  const isCompleted = `n > ${DUE} and n % 10 > 0`;
  const whenCompleted = (value: string) => `case when ${isCompleted} then ${value} end`;
  return [
    `insert into orders (reference, amount, created_at) select 'ORDER-' || n, 25000, ${created} from ${numbers(count)}`,
    `insert into payments (${COLUMNS}) select
      'pay_' || substr(${scattered('id')}, 1, 22), 'ORDER-' || n, 'prompt', 1, 1,
      case when ${isDue} then 'pending' when ${isCompleted} then 'completed' else 'failed' end,
      4, 25000, 'mg', '034' || substr('' || (10000000 + n % 100000), 2), '034 •• ••0 03', 'address-' || (n % 5000),
      ${scattered('correlation')}, ${scattered('reference')}, ${scattered('callback')}, ${scattered('server')}, 'initiation',
      ${whenCompleted("'' || (600000000 + n)")}, ${whenCompleted("'150'")}, ${whenCompleted('1')},
      ${created}, ${created} + 30000, ${created} + 100, case when ${isDue} then null else ${created} + 30000 end,
      case when ${isDue} then ${now} - n end, 2
      from ${numbers(count)}`,
  ];
}

/** Fills a SQLite file with so many payments, as fast as the disk takes them. */
export async function seedSqlite(file: string, count: number): Promise<void> {
  await (await openStore(`file:${file}`)).close();
  const db = new Sqlite(file);
  for (const pragma of ['journal_mode = off', 'synchronous = off', 'locking_mode = exclusive', 'cache_size = -400000'])
    db.pragma(pragma);
  for (const statement of statements(sqlite, count, Date.now())) db.exec(statement);
  db.close();
}

/** Fills an empty PostgreSQL database with so many payments: first the rows, then what holds them together. */
export async function seedPostgres(url: string, count: number): Promise<void> {
  await (await openStore(url)).close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ drop: string; make: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
      from pg_constraint where conrelid = 'payments'::regclass and contype in ('u', 'f')
    union all
    select format('drop index %I', indexname), indexdef from pg_indexes
     where tablename = 'payments' and indexname not in (select conname from pg_constraint)`);
  await client.query("set maintenance_work_mem = '256MB'");
  for (const { drop } of rows) await client.query(drop);
  for (const statement of statements(postgres, count, Date.now())) await client.query(statement);
  for (const { make } of rows) await client.query(make);
  await client.query('vacuum analyze payments');
  await client.query('analyze orders');
  await client.end();
}
