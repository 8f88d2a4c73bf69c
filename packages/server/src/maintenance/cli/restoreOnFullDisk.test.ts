import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { nodeArguments } from '../../../test/support/programs.ts';
import { seedPayments } from '../../../test/support/seed.ts';
import { useFolder } from '../../../test/support/use.ts';
import { openStore } from '../../database/store.ts';
import { backUp } from '../backup.ts';

const folder = useFolder();

/**
 * Runs `tsena restore` where no file can become larger than so many KB: the copy fits, and grows with what the command
 * writes into it.
 */
function restoreWithin(kilobytes: number, file: string) {
  const limited = ['--norc', '-c', 'trap "" XFSZ; ulimit -f "$0" && exec "$@"', String(kilobytes)];
  return spawnSync('bash', [...limited, process.execPath, ...nodeArguments('tsena'), 'restore', file], {
    env: { PATH: process.env.PATH, DATABASE_URL: `file:${folder('tsena.db')}` },
    encoding: 'utf8',
  });
}

it('tsena restore changes nothing if the disk is full before the copy is complete', async () => {
  const store = await openStore(`file:${folder('tsena.db')}`);
  const unsent = Array.from({ length: 1000 }, () => ({ status: 'created' }) as const);
  await seedPayments(store, unsent);
  await store.close();
  backUp(folder('tsena.db'), folder('backup.db'));

  const { status, stderr } = restoreWithin(Math.ceil(statSync(folder('backup.db')).size / 1024), folder('backup.db'));
  expect(stderr).toContain('disk');
  expect(status).toBe(1);
  expect(readdirSync(folder()).filter((name) => name.includes('restor'))).toEqual([]);
  const database = new Sqlite(folder('tsena.db'), { readonly: true });
  expect(database.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(database.prepare(`select count(*) from payments where status = 'created'`).pluck().get()).toBe(1000);
  database.close();
});
