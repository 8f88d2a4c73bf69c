import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The permissions of a database file, which contains phone numbers. */
export const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;
const ROOT = 0;
/** The suffixes of a database file and of the files that SQLite writes beside it. */
const SUFFIXES = ['', '-wal', '-shm', '-journal'];

/**
 * Makes a SQLite database readable by its owner only, with any umask. A new file is created that way, and SQLite gives
 * its other files the same permissions; an existing file loses its wider permissions. Call it before SQLite opens the
 * file.
 */
export function keepPrivate(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: OWNER_ONLY_FOLDER });
  createEmpty(path);
  for (const suffix of SUFFIXES) restrict(`${path}${suffix}`);
}

function createEmpty(path: string): void {
  try {
    // Opens only a new file: closing a file that SQLite has open in this process would release SQLite's locks.
    closeSync(openSync(path, 'wx', OWNER_ONLY));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/**
 * Removes the permissions of other users from a file that belongs to this user. Files of another user stay as they are.
 */
function restrict(path: string): void {
  const file = statSync(path, { throwIfNoEntry: false });
  const user = process.getuid?.();
  // With these permissions, a folder that was named by mistake could not be entered any more.
  if (file === undefined || !file.isFile() || user === undefined || (file.uid !== user && user !== ROOT)) return;
  if ((file.mode & 0o077) !== 0) chmodSync(path, OWNER_ONLY);
}
