import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useFolder } from '../../test/support/use.ts';
import { keepPrivate } from './privateFiles.ts';

const folder = useFolder();

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

/** The permissions of every file in a folder, by name. */
function modesIn(path: string): Record<string, string> {
  return Object.fromEntries(readdirSync(path).map((name) => [name, modeOf(join(path, name))]));
}

describe.skipIf(process.platform === 'win32')('keepPrivate', () => {
  const path = () => folder('tsena.db');
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
    expect(modesIn(folder())).toEqual({
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
