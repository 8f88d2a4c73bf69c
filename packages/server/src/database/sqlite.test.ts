import { statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useFolder } from '../../test/support/use.ts';
import type { Schema } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';

const folder = useFolder();

function open(): Kysely<Schema> {
  const db = new Kysely<Schema>({ dialect: sqliteDialect(folder('tsena.db')) });
  onTestFinished(() => db.destroy());
  return db;
}

describe('a SQLite database', () => {
  it('is durable after each commit, checks references, and needs no temporary files', async () => {
    const db = open();
    const pragma = async (name: string) =>
      Object.values((await sql<object>`pragma ${sql.raw(name)}`.execute(db)).rows[0] ?? {})[0];
    expect(await pragma('journal_mode')).toBe('wal');
    // FULL
    expect(await pragma('synchronous')).toBe(2);
    expect(await pragma('foreign_keys')).toBe(1);
    expect(await pragma('secure_delete')).toBe(1);
    expect(await pragma('busy_timeout')).toBe(50);
    // MEMORY
    expect(await pragma('temp_store')).toBe(2);
    expect((statSync(folder('tsena.db')).mode & 0o777).toString(8)).toBe('600');
  });

  it('takes the write lock when a transaction begins, so that no write fails half-way', async () => {
    const db = open();
    await sql`create table t (x)`.execute(db);
    const other = new Sqlite(folder('tsena.db'), { timeout: 0 });
    await db.transaction().execute(async (work) => {
      await sql`select 1`.execute(work);
      expect(() => other.exec('begin immediate')).toThrow(/locked/);
    });
    other.exec('begin immediate');
    const waiting = db.transaction().execute((work) => sql`insert into t values (1)`.execute(work));
    setTimeout(() => other.exec('commit'), 20);
    await waiting;
    expect(other.prepare('select x from t').all()).toEqual([{ x: 1 }]);
    other.close();
  });
});
