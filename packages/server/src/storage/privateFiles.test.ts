import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nodeArguments } from '../../test/support/programs.ts';
import { testEnvironment } from '../../test/support/stack.ts';
import { keepPrivate } from './privateFiles.ts';
import { openStore } from './store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tsena-private-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

/** The permissions of every file in a folder, by name. */
function modesIn(path: string): Record<string, string> {
  return Object.fromEntries(readdirSync(path).map((name) => [name, modeOf(join(path, name))]));
}

/** Runs a companion inside a host app with the usual umask, and `check` when it accepts connections. */
async function whileHosted(database: string, check: () => void): Promise<void> {
  const env = { ...testEnvironment('http://127.0.0.1:1', 'http://127.0.0.1:1', folder), DATABASE_URL: `file:${database}` };
  const command = ['-c', 'umask 022; exec "$@"', 'sh', process.execPath, ...nodeArguments('crashingCompanion')];
  const child = spawn('sh', command, { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    await new Promise<void>((resolve, reject) => {
      child.stdout.once('data', () => resolve());
      child.once('exit', () => reject(new Error('the host app ended before it listened')));
    });
    check();
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** Creates a database that every user may read. */
async function createReadableDatabase(path: string): Promise<void> {
  const store = await openStore(`file:${path}`);
  await store.close();
  chmodSync(path, 0o644);
}

describe.skipIf(process.platform === 'win32')('only its owner can read the SQLite database', () => {
  it('when it had wider permissions, and a killed process left its write-ahead log', async () => {
    const database = join(folder, 'tsena.db');
    await createReadableDatabase(database);
    const left = new Sqlite(database);
    left.exec('create table left_behind (x)');
    expect(modesIn(folder)).toEqual({ 'tsena.db': '644', 'tsena.db-shm': '644', 'tsena.db-wal': '644' });
    await whileHosted(database, () => {
      expect(modesIn(folder)).toEqual({ 'tsena.db': '600', 'tsena.db-shm': '600', 'tsena.db-wal': '600' });
    });
    left.close();
  });
});

describe.skipIf(process.platform === 'win32')('keepPrivate', () => {
  const path = () => join(folder, 'tsena.db');
  const write = (at: string, mode: number) => {
    writeFileSync(at, 'content');
    chmodSync(at, mode);
  };
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('takes the permissions of others from each file of the database', () => {
    for (const suffix of ['', '-wal', '-shm', '-journal', '-other']) write(`${path()}${suffix}`, 0o644);
    keepPrivate(path());
    expect(modesIn(folder)).toEqual({
      ...{ 'tsena.db': '600', 'tsena.db-wal': '600', 'tsena.db-shm': '600', 'tsena.db-journal': '600' },
      'tsena.db-other': '644',
    });
    expect(readFileSync(path(), 'utf8')).toBe('content');
  });

  it.each([
    ['another user’s file as it is', 1],
    ['files as they are where the system has no users', undefined],
  ])('leaves %s', (_name, more) => {
    write(path(), 0o644);
    const user = process.getuid?.() ?? 0;
    vi.spyOn(process, 'getuid').mockReturnValue((more === undefined ? undefined : user + more) as number);
    keepPrivate(path());
    expect(modeOf(path())).toBe('644');
  });
});
