import {
  chownSync,
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Sqlite from 'better-sqlite3';
import { migrations } from './migrations.ts';
import { keepPrivate, OWNER_ONLY } from './privateFiles.ts';

/** A file that cannot be backed up to, or restored from; the message says what to do. */
class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** What a file holds. */
export interface BackupContent {
  readonly payments: number;
  readonly orders: number;
  /** When its newest event happened, ms since 1970; null if it is empty. */
  readonly newestAt: number | null;
  readonly bytes: number;
}

/**
 * Writes a whole and consistent copy of a SQLite storage while others write to it, checks it and puts it on the disk.
 * A file under the given name is a finished backup, never half of one.
 *
 * @throws BackupError if the file exists
 */
export function backUp(databasePath: string, file: string): BackupContent {
  if (existsSync(file)) throw new BackupError(`${file} exists already; a backup does not replace one.`);
  const partial = `${file}.partial`;
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
 * What a backup holds, after a check of every page.
 *
 * @throws BackupError if it is damaged, no storage, or written by a newer version
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
    throw new BackupError(`${file} is no storage of Tsena Checkout: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Migrations that a file has had and this version does not know. */
export async function unknownMigrations(file: string): Promise<string[]> {
  const database = new Sqlite(file, { readonly: true });
  try {
    const known = Object.keys(await migrations.getMigrations());
    const had = database.prepare<[], { name: string }>('select name from kysely_migration').all();
    return had.map(({ name }) => name).filter((name) => !known.includes(name));
  } finally {
    database.close();
  }
}

/**
 * Puts a prepared file in the place of a database that nobody has open. What was there is kept beside it.
 *
 * @returns where the former database is now, or null if there was none
 * @throws BackupError while a companion, or anything else, has the database open
 */
export function replaceDatabase(databasePath: string, prepared: string, suffix: string): string | null {
  const former = existsSync(databasePath) ? `${databasePath}.${suffix}` : null;
  if (former !== null) {
    endWriteAheadLog(databasePath);
    keepPrivate(databasePath);
    renameSync(databasePath, former);
  }
  // A log without its database would be taken for the new one's.
  for (const end of ['-wal', '-shm']) rmSync(`${databasePath}${end}`, { force: true });
  giveTo(former ?? dirname(databasePath), prepared);
  sync(prepared);
  renameSync(prepared, databasePath);
  sync(dirname(databasePath));
  return former;
}

/** Restored by root, the file still belongs to whom the companion runs as. */
function giveTo(ownersPath: string, file: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(ownersPath);
  chownSync(file, uid, gid);
}

/**
 * Only a database that nobody else has open can leave its write-ahead log, which is then in the file itself.
 *
 * @throws BackupError while somebody has
 */
export function endWriteAheadLog(path: string): void {
  const database = new Sqlite(path, { timeout: 0 });
  try {
    if (database.pragma('journal_mode = delete', { simple: true }) !== 'delete') throw new BackupError(inUse(path));
  } catch (error) {
    if (error instanceof BackupError || !(error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')))
      throw error;
    throw new BackupError(inUse(path));
  } finally {
    database.close();
  }
}

function inUse(path: string): string {
  return `${path} is in use. Stop the companion first; nothing was changed.`;
}

/** Copies a backup to where it can be prepared. */
export async function copyBackup(file: string, to: string): Promise<void> {
  rmSync(to, { force: true });
  // Not copyFile, which gives the copy the rights that the backup has.
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
