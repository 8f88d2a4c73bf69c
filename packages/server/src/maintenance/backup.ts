import {
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Sqlite from 'better-sqlite3';
import { compareMigrations, type MigrationState } from '../database/migrations.ts';
import { keepPrivate, OWNER_ONLY } from '../database/privateFiles.ts';

/** A backup that cannot be written or restored. The message says what to do. */
class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** The contents of a backup. */
export interface BackupContent {
  readonly payments: number;
  readonly orders: number;
  /** The time of its newest event, ms since 1970; null if it has none. */
  readonly newestAt: number | null;
  readonly bytes: number;
}

/**
 * Writes a complete and consistent copy of a SQLite database, which may be in use, and checks it. The file gets its
 * name only when the copy is on the disk, so a file with that name is a finished backup. A folder that is missing is
 * made.
 *
 * @throws BackupError if the file already exists
 */
export function backUp(databasePath: string, file: string): BackupContent {
  if (existsSync(file)) throw new BackupError(`${file} already exists; a backup does not replace a file.`);
  const partial = `${file}.partial`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  rmSync(partial, { force: true });
  closeSync(openSync(partial, 'wx', OWNER_ONLY));
  try {
    const database = new Sqlite(databasePath, { readonly: true, fileMustExist: true });
    try {
      database.prepare('vacuum into ?').run(partial);
    } finally {
      database.close();
    }
    const content = inspect(partial);
    sync(partial);
    renameSync(partial, file);
    sync(dirname(file));
    return content;
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/**
 * Checks every page of a backup and reads its contents.
 *
 * @throws BackupError if it is missing, damaged, or no database of the companion
 */
export function inspect(file: string): BackupContent {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  try {
    const database = new Sqlite(file, { readonly: true });
    try {
      const health = database.pragma('integrity_check(1)', { simple: true });
      if (health !== 'ok') throw new BackupError(`${file} is damaged: ${String(health)}`);
      const counts = database
        .prepare<[], { payments: number; orders: number; newestAt: number | null }>(
          'select (select count(*) from payments) as payments, (select count(*) from orders) as orders, (select max(at) from events) as newestAt',
        )
        .get();
      if (counts === undefined) throw new BackupError(`${file} cannot be read.`);
      return { ...counts, bytes: statSync(file).size };
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(
      `${file} is not a database of Tsena Checkout: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** How the migrations of a database file compare with those of this version. */
export function migrationState(file: string): MigrationState {
  const database = new Sqlite(file, { readonly: true });
  try {
    const applied = database.prepare<[], { name: string }>('select name from kysely_migration order by name').all();
    return compareMigrations(applied.map(({ name }) => name));
  } finally {
    database.close();
  }
}

/**
 * Replaces a database by a prepared file. The former database stays beside it, with `suffix` in its name. At each
 * moment there is a database: without one, the companion would begin with an empty one, in which no order is paid.
 *
 * @returns the path of the former database, or null if there was none
 * @throws BackupError while any process has the database open
 */
export function replaceDatabase(databasePath: string, prepared: string, suffix: string): string | null {
  const former = existsSync(databasePath) ? `${databasePath}.${suffix}` : null;
  if (former !== null) {
    endWriteAheadLog(databasePath);
    keepPrivate(databasePath);
  }
  // SQLite would apply the former database's write-ahead log to the new one.
  for (const end of ['-wal', '-shm']) rmSync(`${databasePath}${end}`, { force: true });
  chownLike(former === null ? dirname(databasePath) : databasePath, prepared);
  sync(prepared);
  if (former !== null) keepAs(former, databasePath);
  renameSync(prepared, databasePath);
  sync(dirname(databasePath));
  return former;
}

/** Gives a file a second name. */
function keepAs(name: string, path: string): void {
  try {
    linkSync(path, name);
  } catch {
    // A file system without hard links.
    copyFileSync(path, name, constants.COPYFILE_EXCL);
    chownLike(path, name);
    sync(name);
  }
}

/** When root restores, the file still belongs to the user that the companion runs as. */
function chownLike(ownersPath: string, file: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(ownersPath);
  chownSync(file, uid, gid);
}

/**
 * Moves the write-ahead log into the database file. SQLite can do this only while no other process has the database
 * open.
 *
 * @throws BackupError while another process has it open
 */
export function endWriteAheadLog(path: string): void {
  const database = new Sqlite(path, { timeout: 0 });
  try {
    if (database.pragma('journal_mode = delete', { simple: true }) !== 'delete') throw new BackupError(inUse(path));
  } catch (error) {
    if (
      error instanceof BackupError ||
      !(error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY'))
    )
      throw error;
    throw new BackupError(inUse(path));
  } finally {
    database.close();
  }
}

function inUse(path: string): string {
  return `${path} is in use. Stop the companion first; nothing was changed.`;
}

/** Copies a backup to a path where it can be prepared; the copy is private to its owner. */
export async function copyBackup(file: string, to: string): Promise<void> {
  rmSync(to, { force: true });
  // copyFile would give the copy the backup's permissions.
  await pipeline(createReadStream(file), createWriteStream(to, { flags: 'wx', mode: OWNER_ONLY }));
}

function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
