import { createHash, type Hash } from 'node:crypto';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { lockTable } from '../core/storage/locks.ts';
import { openStore, type Store } from '../database/store.ts';
import type { Trx } from '../database/transaction.ts';
import { endWriteAheadLog } from './backup.ts';

/** The result of {@link migrateToPostgres}. */
export interface MigrationReport {
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** SHA-256 over all rows of all tables as they were copied, equal in both databases. */
  readonly hash: string;
}

/**
 * The tables to copy with their keys, each after the tables that it refers to. The operator's token is not copied,
 * because the companion fetches another; nor are sessions: people sign in again; nor are the records of backups: there
 * is none of the new database.
 */
const TABLES = {
  orders: ['reference'],
  links: ['id'],
  payments: ['id'],
  receipt_numbers: ['year'],
  callbacks: ['payment_id', 'server_correlation_id', 'transaction_reference', 'status'],
  events: ['payment_id', 'version'],
  outbox: ['id'],
  refunds: ['id'],
  mail_kinds: ['kind'],
  idempotency_keys: ['actor', 'endpoint', 'key'],
  properties: ['name'],
  keys: ['id'],
  settings: ['name'],
  audit: ['id'],
} as const satisfies Record<string, readonly string[]>;

/**
 * Texts that only people read. In all other columns, a text without its zero byte would be another id or another value.
 */
const TEXTS: readonly string[] = [
  'failure_reason',
  'resolution_reason',
  'reason',
  'void_reason',
  'description',
  'last_error',
];

/** Times, ms since 1970. Versions up to 0.2 wrote some with a fraction after the clock was set back. */
const TIME = /(^|_)(at|since|until)$/;

type Table = keyof typeof TABLES;
const TABLE_NAMES = Object.keys(TABLES) as Table[];
type Row = Readonly<Record<string, unknown>>;

const PAGE_ROWS = 500;

/**
 * Copies a SQLite database into an empty PostgreSQL database in one transaction, and compares each row with the stored
 * one before it commits. The file is locked meanwhile and keeps its contents.
 *
 * @param path the SQLite file
 * @param url `postgres://…`
 * @throws BackupError if another process has the file open
 * @throws Error if the target is not empty or belongs to the other environment, if a row differs, or if one has a zero
 *   byte where it cannot be left out
 */
export async function migrateToPostgres(path: string, url: string): Promise<MigrationReport> {
  await runMigrations(path);
  const source = openExclusively(path);
  try {
    const target = await openStore(url);
    try {
      return await target.transact(async (trx) => {
        await requireEmpty(target, trx);
        await takeOverProperties(source, trx);
        const hash = createHash('sha256');
        const rows: Record<string, number> = {};
        for (const table of TABLE_NAMES) rows[table] = await copy(source, trx, table, hash);
        return { rows, hash: hash.digest('hex') };
      });
    } finally {
      await target.close();
    }
  } finally {
    source.close();
  }
}

/** Runs the migrations on the file, so that it has the same tables as the target. */
async function runMigrations(path: string): Promise<void> {
  endWriteAheadLog(path);
  const store = await openStore(`file:${path}`);
  await store.close();
  endWriteAheadLog(path);
}

function openExclusively(path: string): Sqlite.Database {
  const source = new Sqlite(path, { fileMustExist: true, timeout: 0 });
  source.pragma('locking_mode = exclusive');
  source.exec('begin exclusive');
  return source;
}

async function requireEmpty(target: Store, trx: Trx): Promise<void> {
  for (const table of TABLE_NAMES) {
    await lockTable(target, trx, table);
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(trx);
    if (rows.length > 0 && table !== 'properties')
      throw new Error(`The target already holds ${table}. Migrate into an empty database; nothing was changed.`);
  }
}

/**
 * A companion may have started on the target, which then has its environment and an id. Without payments, the
 * environment can be replaced by an equal one, and the id by that of the source.
 */
async function takeOverProperties(source: Sqlite.Database, trx: Trx): Promise<void> {
  const theirs = await trx.selectFrom('properties').selectAll().where('name', '=', 'environment').execute();
  for (const { name, value } of theirs) {
    const own = source.prepare<[string], { value: string }>('select value from properties where name = ?').get(name);
    if (own === undefined || own.value === value) continue;
    throw new Error(`The target belongs to ${name} ${value}, the source to ${own.value}. Nothing was changed.`);
  }
  await trx.deleteFrom('properties').execute();
}

/** Copies a table, and compares each row with what the target has stored. Returns the number of rows. */
async function copy(source: Sqlite.Database, trx: Trx, table: Table, hash: Hash): Promise<number> {
  let count = 0;
  for (const page of pagesOf(source, table)) {
    const columns = Object.keys(page[0] ?? {});
    const names = sql.join(columns.map((column) => sql.ref(column)));
    const values = sql.join(page.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`));
    const stored =
      await sql<Row>`insert into ${sql.table(table)} (${names}) values ${values} returning ${names}`.execute(trx);
    for (const [index, row] of page.entries()) {
      const text = JSON.stringify(row);
      if (JSON.stringify(stored.rows[index]) !== text) {
        throw new Error(`A row of ${table} differs after it was copied (${keyOf(table, row)}); nothing was changed.`);
      }
      hash.update(`${table} ${text}\n`);
    }
    count += page.length;
  }
  const { rows } = await sql<{ count: string }>`select count(*) as count from ${sql.table(table)}`.execute(trx);
  if (Number(rows[0]?.count) !== count) throw new Error(`The target contains more ${table} than the source.`);
  return count;
}

function* pagesOf(source: Sqlite.Database, table: Table): Generator<Row[]> {
  let page: Row[] = [];
  for (const row of source.prepare<[], Row>(`select * from ${table} order by ${TABLES[table].join(', ')}`).iterate()) {
    page.push(storable(table, row));
    if (page.length < PAGE_ROWS) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** PostgreSQL stores no zero bytes, and no fraction in a whole number; SQLite does. */
function storable(table: Table, row: Row): Row {
  const isStorable = (value: unknown) =>
    typeof value === 'string' ? !value.includes('\0') : typeof value !== 'number' || Number.isInteger(value);
  if (Object.values(row).every(isStorable)) return row;
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (isStorable(value)) return [column, value];
      if (typeof value === 'number' && TIME.test(column)) return [column, Math.round(value)];
      if (typeof value === 'string' && TEXTS.includes(column)) return [column, value.replaceAll('\0', ' ')];
      const what = typeof value === 'string' ? `a zero byte in ${column}` : `${value} in ${column}`;
      throw new Error(
        `A row of ${table} has ${what}, which PostgreSQL cannot store (${keyOf(table, row)}). ` +
          'Nothing was changed. Correct the value in the SQLite file, and run the command again.',
      );
    }),
  );
}

function keyOf(table: Table, row: Row): string {
  return TABLES[table].map((key) => String(row[key]).replaceAll('\0', '\\0')).join(' ');
}
