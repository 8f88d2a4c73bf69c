import { realpathSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { keepPrivate } from './privateFiles.ts';

/**
 * Takes a SQLite database for one companion, which works on all of its payments as if it were alone. The lock is the
 * operating system's, on a file beside the database: it ends with the process, in whatever way that ends. Commands do
 * not take it.
 *
 * @returns a function that gives it back
 * @throws Error if another companion has it, in this process or another one
 */
export function takeCompanionLock(path: string): () => void {
  keepPrivate(path);
  // Another name of the same file, through a symbolic link, is the same database.
  const file = `${realpathSync(path)}-companion`;
  keepPrivate(file);
  const lock = new Sqlite(file, { timeout: 0 });
  try {
    lock.pragma('locking_mode = exclusive');
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY')) throw error;
    throw new Error(`another companion serves ${path}. Stop it first; several companions need PostgreSQL.`, {
      cause: error,
    });
  }
  return () => void lock.close();
}
