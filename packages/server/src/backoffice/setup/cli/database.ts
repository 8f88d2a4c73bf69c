import { existsSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { sqlitePath } from '../../../cli/kit/offline.ts';
import type { Settings } from '../../../config/settings.ts';
import { newestAheadMs } from '../../../core/storage/newestAhead.ts';
import type { Reader } from '../../../core/storage/reads.ts';
import { readEnvironment } from '../../../database/databaseEnvironment.ts';
import { MAX_CLOCK_OFFSET_MS } from '../../../database/databaseTime.ts';
import { compareMigrations } from '../../../database/migrations.ts';
import { redact } from '../../../log/redact.ts';
import { type DoctorFinding, finding } from './finding.ts';

const BUSY_TIMEOUT_MS = 5000;
/**
 * Checks whether the database can be reached and written. Rolls back what it writes.
 *
 * @param wallClock ms since 1970 by this machine's clock
 */
export async function checkDatabase(databaseUrl: string, wallClock: () => number = Date.now): Promise<DoctorFinding[]> {
  const path = sqlitePath(databaseUrl);
  try {
    return path === undefined ? await checkPostgres(databaseUrl, wallClock) : await checkSqlite(path);
  } catch (thrown) {
    const message =
      thrown instanceof Error
        ? thrown.message || ('code' in thrown ? String(thrown.code) : thrown.name)
        : String(thrown);
    const error = redact(message);
    return [
      path === undefined
        ? finding('failed', 'database.unreachable', { error })
        : finding('failed', 'database.unreadable', { error, path }),
    ];
  }
}

async function checkSqlite(path: string): Promise<DoctorFinding[]> {
  if (!existsSync(path)) return [finding('ok', 'database.none', { path })];
  const started = performance.now();
  const database = new Sqlite(path, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    database.exec('begin immediate; create table doctor_probe (x); rollback');
    const ms = Math.round(performance.now() - started);
    const tables = database
      .prepare<[], { name: string }>("select name from sqlite_master where name = 'kysely_migration'")
      .all();
    const applied =
      tables.length === 0 ? [] : database.prepare<[], { name: string }>('select name from kysely_migration').all();
    return [findMigrations(applied, { database: `SQLite ${path}`, ms })];
  } finally {
    database.close();
  }
}

async function checkPostgres(url: string, wallClock: () => number): Promise<DoctorFinding[]> {
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
    }>(
      `select (extract(epoch from clock_timestamp()) * 1000)::float8 as now, current_setting('server_version') as version, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        pg_is_in_recovery() as recovering, to_regclass('kysely_migration') is not null as migrated`,
    );
    const here = (asked + wallClock()) / 2;
    const [server] = rows;
    if (server === undefined || server.recovering) {
      return [finding('failed', 'database.replica')];
    }
    await client.query('begin');
    await client.query('create table doctor_probe (x int)');
    await client.query('rollback');
    const ms = Math.round(performance.now() - started);
    const applied = server.migrated
      ? (await client.query<{ name: string }>('select name from kysely_migration')).rows
      : [];
    const findings = [findMigrations(applied, { database: `PostgreSQL ${server.version}`, ms })];
    const { fsync, commit } = server;
    if (fsync !== 'on' || commit === 'off') findings.push(finding('failed', 'database.not_durable', { fsync, commit }));
    const apart = Math.abs(here - server.now);
    if (apart > MAX_CLOCK_OFFSET_MS)
      findings.push(finding('warning', 'database.other_time', { seconds: (apart / 1000).toFixed(0) }));
    return findings;
  } finally {
    await client.end();
  }
}

function findMigrations(
  applied: readonly { readonly name: string }[],
  written: { readonly database: string; readonly ms: number },
): DoctorFinding {
  const state = compareMigrations(applied.map(({ name }) => name));
  if (state.kind === 'newer') return finding('failed', 'database.ahead', written);
  if (state.kind === 'unreleased') return finding('failed', 'database.unreleased', written);
  return state.missing === 0
    ? finding('ok', 'database.up_to_date', written)
    : finding('warning', 'database.behind', { ...written, missing: state.missing });
}

/** Warns if the newest payment is ahead of the clock: the clock was wrong then, or is wrong now. */
export async function checkStoredTimes(db: Reader, now: number): Promise<DoctorFinding[]> {
  const aheadMs = await newestAheadMs(db, now);
  return aheadMs === 0 ? [] : [finding('warning', 'database.later', { seconds: Math.round(aheadMs / 1000) })];
}

/** Checks whether the database belongs to the environment of the settings. */
export async function checkEnvironment(
  db: Reader,
  { OPERATOR_ENVIRONMENT: environment }: Settings,
): Promise<DoctorFinding> {
  const stored = await readEnvironment(db);
  if (stored === undefined) return finding('ok', 'database.new', { environment });
  if (stored === environment) return finding('ok', 'database.environment', { environment });
  return finding('failed', 'database.other_environment', { stored, environment });
}
