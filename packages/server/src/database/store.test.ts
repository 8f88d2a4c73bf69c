import { createDatabase, runSql } from '@tsena/testkit/postgres';
import { emptyDatabase, STORES } from '@tsena/testkit/stores';
import { startWire } from '@tsena/testkit/wire';
import Sqlite from 'better-sqlite3';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { untilTestEnds, useFolder } from '../../test/support/use.ts';
import { StorageUnavailable } from './storageFailure.ts';
import { openStore } from './store.ts';

const folder = useFolder();

describe('opening a database', () => {
  it.each(STORES)('changes nothing if a migration fails, on %s', async (kind) => {
    const { url, remove } = await emptyDatabase(kind);
    onTestFinished(remove);
    const wrong = 'create table payments (wrong text)';
    if (kind === 'postgres') await runSql(url, wrong);
    else new Sqlite(url.slice('file:'.length)).exec(wrong).close();
    await expect(openStore(url)).rejects.toThrow(/the database cannot be opened: .*payments.* already exists/);
    await expect(openStore(url)).rejects.toBeInstanceOf(StorageUnavailable);
    if (kind === 'postgres') {
      const { rows } = await runSql(url, "select relname from pg_class where relnamespace = 'public'::regnamespace");
      expect(rows).toEqual([{ relname: 'payments' }]);
      // Nothing of the failed start stays connected.
      await vi.waitFor(async () => {
        const { rows: left } = await runSql(
          url,
          'select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
        expect(left).toEqual([]);
      });
      return;
    }
    const file = new Sqlite(url.slice('file:'.length), { timeout: 0 });
    expect(file.prepare('select name from sqlite_master').all()).toEqual([{ name: 'payments' }]);
    // No connection is left: only then can the write-ahead log end.
    expect(file.pragma('journal_mode = delete', { simple: true })).toBe('delete');
    file.close();
  });

  it('on SQLite waits while another process migrates it', async () => {
    const path = folder('tsena.db');
    const other = new Sqlite(path);
    other.pragma('journal_mode = wal');
    other.exec('begin immediate');
    setTimeout(() => other.exec('commit').close(), 150);
    const store = await untilTestEnds(openStore(`file:${path}`));
    expect(await store.db.selectFrom('payments').selectAll().execute()).toEqual([]);
  });

  it('on PostgreSQL waits for a server that is starting', async () => {
    const wire = await untilTestEnds(startWire(await createDatabase(inject('postgres'))));
    wire.refuse(1);
    await untilTestEnds(openStore(wire.url));
  });
});
