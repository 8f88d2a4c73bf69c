import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The database holds payers' numbers: for its owner's eyes. */
export const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;
const ROOT = 0;
/** A database, and what SQLite puts beside it. */
const FILES = ['', '-wal', '-shm', '-journal'];

/**
 * Sees to it that a SQLite database can be read by its owner alone, whatever the umask: a new one is created so, and SQLite
 * gives its other files the same rights; one that is there already is tightened. To be called before SQLite opens it.
 */
export function keepPrivate(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: OWNER_ONLY_FOLDER });
  createEmpty(path);
  for (const end of FILES) tighten(`${path}${end}`);
}

function createEmpty(path: string): void {
  try {
    // Only a new file is opened here: closing one that SQLite has open in this process would take its locks away.
    closeSync(openSync(path, 'wx', OWNER_ONLY));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** Takes the rights of all others away from a file that belongs to this user; somebody else's stays as it is. */
function tighten(path: string): void {
  const file = statSync(path, { throwIfNoEntry: false });
  const user = process.getuid?.();
  if (file === undefined || user === undefined || (file.uid !== user && user !== ROOT)) return;
  if ((file.mode & 0o077) !== 0) chmodSync(path, OWNER_ONLY);
}
