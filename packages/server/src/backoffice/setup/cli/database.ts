import { existsSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { sqlitePath } from '../../../cli/offline.ts';
import type { Settings } from '../../../config/settings.ts';
import type { Reader } from '../../../core/storage/reads.ts';
import { readEnvironment } from '../../../database/databaseEnvironment.ts';
import { MAX_CLOCK_OFFSET_MS } from '../../../database/databaseTime.ts';
import { migrations } from '../../../database/migrations.ts';
import { redact } from '../../../redact.ts';
import { type Finding, failed, ok, warn } from '../../finding.ts';

const name = 'database';
const BUSY_TIMEOUT_MS = 5000;
/** SQL: whether this user may call the functions that identify the server. */
const CAN_IDENTIFY = ['pg_control_system()', 'pg_walfile_name(pg_lsn)', 'pg_current_wal_lsn()']
  .map((called) => `coalesce(has_function_privilege(to_regprocedure('${called}'), 'execute'), false)`)
  .join(' and ');

/**
 * Checks whether the database can be reached and written. Rolls back what it writes.
 *
 * @param wallClock ms since 1970 by this machine's clock
 */
export async function checkDatabase(databaseUrl: string, wallClock: () => number = Date.now): Promise<Finding[]> {
  const path = sqlitePath(databaseUrl);
  try {
    return path === undefined ? await checkPostgres(databaseUrl, wallClock) : await checkSqlite(path);
  } catch (error) {
    const message = redact(error instanceof Error ? error.message || ('code' in error ? String(error.code) : error.name) : String(error));
    const advice =
      path === undefined
        ? 'Check DATABASE_URL, the database server and this user’s rights'
        : `Check the owner of ${path}, and that its disk is writable`;
    return [failed(name, `cannot be used: ${message}`, advice)];
  }
}

async function checkSqlite(path: string): Promise<Finding[]> {
  if (!existsSync(path)) return [ok(name, `SQLite; the first start creates ${path}`)];
  const started = performance.now();
  const database = new Sqlite(path, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    database.exec('begin immediate; create table doctor_probe (x); rollback');
    const ms = Math.round(performance.now() - started);
    const tables = database.prepare<[], { name: string }>("select name from sqlite_master where name = 'kysely_migration'").all();
    const applied = tables.length === 0 ? [] : database.prepare<[], { name: string }>('select name from kysely_migration').all();
    return [await compareMigrations(applied, `SQLite ${path}, writable (${ms} ms)`)];
  } finally {
    database.close();
  }
}

async function checkPostgres(url: string, wallClock: () => number): Promise<Finding[]> {
  const started = performance.now();
  const { createClient } = await import('../../../database/postgres.ts');
  const client = createClient(url);
  await client.connect();
  try {
    const asked = wallClock();
    const { rows } = await client.query<{
      now: number;
      version: string;
      fsync: string;
      commit: string;
      recovering: boolean;
      migrated: boolean;
      canIdentify: boolean;
    }>(
      `select (extract(epoch from clock_timestamp()) * 1000)::float8 as now, current_setting('server_version') as version, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        pg_is_in_recovery() as recovering, to_regclass('kysely_migration') is not null as migrated,
        ${CAN_IDENTIFY} as "canIdentify"`,
    );
    const here = (asked + wallClock()) / 2;
    const [server] = rows;
    if (server === undefined || server.recovering) {
      return [failed(name, 'the PostgreSQL server is a read-only replica', 'Set DATABASE_URL to the primary')];
    }
    await client.query('begin');
    await client.query('create table doctor_probe (x int)');
    await client.query('rollback');
    const ms = Math.round(performance.now() - started);
    const applied = server.migrated ? (await client.query<{ name: string }>('select name from kysely_migration')).rows : [];
    const findings = [await compareMigrations(applied, `PostgreSQL ${server.version}, writable (${ms} ms)`)];
    if (!server.canIdentify) {
      findings.push(
        warn(
          name,
          'this user may not identify the server: the companion cannot detect a restore of the whole server',
          'After such a restore, run `tsena restore` before you start the companion (docs/operations.md)',
        ),
      );
    }
    if (server.fsync !== 'on' || server.commit === 'off') {
      findings.push(
        failed(
          name,
          `fsync is ${server.fsync} and synchronous_commit ${server.commit}: a crash can lose payments`,
          'Turn on both for this database',
        ),
      );
    }
    const apart = Math.abs(here - server.now);
    if (apart > MAX_CLOCK_OFFSET_MS) {
      const message = `this machine’s clock differs from the database’s clock by ${(apart / 1000).toFixed(0)} s`;
      findings.push(warn(name, message, 'Synchronize the clocks of both machines: timedatectl set-ntp true'));
    }
    return findings;
  } finally {
    await client.end();
  }
}

async function compareMigrations(applied: readonly { readonly name: string }[], message: string): Promise<Finding> {
  const known = Object.keys(await migrations.getMigrations());
  const newer = applied.filter((migration) => !known.includes(migration.name));
  if (newer.length > 0) return failed(name, `${message}, but a newer version of the companion has changed its tables`, 'Run that version');
  const missing = known.length - applied.length;
  return missing === 0
    ? ok(name, `${message}, up to date`)
    : warn(name, `${message}, ${missing} migrations missing`, 'Back up the database, then start the companion: it runs the migrations');
}

/** Checks whether the database belongs to the environment of the settings. */
export async function checkEnvironment(db: Reader, { OPERATOR_ENVIRONMENT: environment }: Settings): Promise<Finding> {
  const stored = await readEnvironment(db);
  if (stored === undefined) return ok(name, `new: the first start binds it to ${environment}`);
  if (stored === environment) return ok(name, `belongs to ${environment}`);
  const advice = `Set DATABASE_URL to a database for ${environment}, or OPERATOR_ENVIRONMENT=${stored}`;
  return failed(name, `belongs to ${stored}, but OPERATOR_ENVIRONMENT is ${environment}: the companion does not start`, advice);
}
