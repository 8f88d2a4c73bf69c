import { existsSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { redact } from '../../redact.ts';
import { MAX_CLOCK_OFFSET_MS } from '../../storage/databaseTime.ts';
import { migrations } from '../../storage/migrations.ts';
import { postgresConnection } from '../../storage/postgres.ts';
import { sqlitePath } from '../offline.ts';
import { type Finding, failed, ok, warn } from './finding.ts';

const name = 'database';
const BUSY_TIMEOUT = 5000;
/** Whether this user may call what a database's identity is made of. */
const KNOWS_ITSELF = ['pg_control_system()', 'pg_walfile_name(pg_lsn)', 'pg_current_wal_lsn()']
  .map((called) => `coalesce(has_function_privilege(to_regprocedure('${called}'), 'execute'), false)`)
  .join(' and ');

/**
 * Whether the storage can be reached and written. Nothing in it changes: what is written is rolled back.
 *
 * @param wall this machine's clock, ms since 1970
 */
export async function checkDatabase(databaseUrl: string, wall: () => number = Date.now): Promise<Finding[]> {
  const path = sqlitePath(databaseUrl);
  try {
    return path === undefined ? await checkPostgres(databaseUrl, wall) : await checkSqlite(path);
  } catch (error) {
    const message = redact(error instanceof Error ? error.message || ('code' in error ? String(error.code) : error.name) : String(error));
    const advice =
      path === undefined
        ? 'Check DATABASE_URL, and that the server is up and lets this user in'
        : `Check who owns ${path}, and that its disk takes writes`;
    return [failed(name, `cannot be used: ${message}`, advice)];
  }
}

async function checkSqlite(path: string): Promise<Finding[]> {
  if (!existsSync(path)) return [ok(name, `SQLite; ${path} will be made at the first start`)];
  const started = performance.now();
  const database = new Sqlite(path, { fileMustExist: true, timeout: BUSY_TIMEOUT });
  try {
    database.exec('begin immediate; create table doctor_was_here (x); rollback');
    const ms = Math.round(performance.now() - started);
    const tables = database.prepare<[], { name: string }>("select name from sqlite_master where name = 'kysely_migration'").all();
    const had = tables.length === 0 ? [] : database.prepare<[], { name: string }>('select name from kysely_migration').all();
    return [await compareMigrations(had, `SQLite ${path}, writable (${ms} ms)`)];
  } finally {
    database.close();
  }
}

async function checkPostgres(url: string, wall: () => number): Promise<Finding[]> {
  const started = performance.now();
  const client = new pg.Client(postgresConnection(url));
  await client.connect();
  try {
    const asked = wall();
    const { rows } = await client.query<{
      now: number;
      version: string;
      fsync: string;
      commit: string;
      recovering: boolean;
      migrated: boolean;
      knowsItself: boolean;
    }>(
      `select (extract(epoch from clock_timestamp()) * 1000)::float8 as now, current_setting('server_version') as version, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        pg_is_in_recovery() as recovering, to_regclass('kysely_migration') is not null as migrated,
        ${KNOWS_ITSELF} as "knowsItself"`,
    );
    const here = (asked + wall()) / 2;
    const [server] = rows;
    if (server === undefined || server.recovering) {
      return [failed(name, 'PostgreSQL answers, but is a read-only replica', 'Point DATABASE_URL at the primary')];
    }
    await client.query('begin');
    await client.query('create table doctor_was_here (x int)');
    await client.query('rollback');
    const ms = Math.round(performance.now() - started);
    const had = server.migrated ? (await client.query<{ name: string }>('select name from kysely_migration')).rows : [];
    const findings = [await compareMigrations(had, `PostgreSQL ${server.version}, writable (${ms} ms)`)];
    if (!server.knowsItself) {
      findings.push(
        warn(
          name,
          'this user may not read which server it is: a restore of the whole server goes unnoticed',
          'After such a restore run `tsena restore` before the companion starts (docs/operations.md)',
        ),
      );
    }
    if (server.fsync !== 'on' || server.commit === 'off') {
      findings.push(
        failed(
          name,
          `fsync is ${server.fsync} and synchronous_commit ${server.commit}: a crash can lose payments`,
          'Turn both on for this database',
        ),
      );
    }
    const apart = Math.abs(here - server.now);
    if (apart > MAX_CLOCK_OFFSET_MS) {
      const message = `this machine’s clock is ${(apart / 1000).toFixed(0)} s from the database’s`;
      findings.push(warn(name, message, 'Let both systems keep their time: timedatectl set-ntp true'));
    }
    return findings;
  } finally {
    await client.end();
  }
}

async function compareMigrations(had: readonly { readonly name: string }[], message: string): Promise<Finding> {
  const known = Object.keys(await migrations.getMigrations());
  const newer = had.filter((migration) => !known.includes(migration.name));
  if (newer.length > 0) return failed(name, `${message}, but a newer version has written to it`, 'Run that version; this one is older');
  const missing = known.length - had.length;
  return missing === 0
    ? ok(name, `${message}, up to date`)
    : warn(name, `${message}, ${missing} steps behind`, 'The next start brings it up to date; back it up first');
}
