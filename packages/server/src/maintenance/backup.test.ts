import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { seedPayment } from '../../test/support/seed.ts';
import { untilTestEnds, useFolder } from '../../test/support/use.ts';
import { openStore } from '../database/store.ts';
import { backUp, endWriteAheadLog, inspect, migrationState, replaceDatabase } from './backup.ts';

const folder = useFolder();

let path: string;
let file: string;
beforeEach(() => {
  path = folder('tsena.db');
  file = folder('backup.db');
});

const database = () => untilTestEnds(openStore(`file:${path}`));

/** A closed database with this many payments, each of an order of its own. */
async function closedDatabase(payments: number, at = path): Promise<void> {
  const store = await openStore(`file:${at}`);
  for (let count = 0; count < payments; count += 1) await seedPayment(store);
  await store.close();
}

const countIn = (at: string) => inspect(at).payments;

describe('a backup', () => {
  it('replaces no file', async () => {
    await database();
    writeFileSync(file, 'something else');
    expect(() => backUp(path, file)).toThrow(`${file} already exists; a backup does not replace a file.`);
    expect(readFileSync(file, 'utf8')).toBe('something else');
  });

  it('succeeds after an earlier one was interrupted', async () => {
    await database();
    writeFileSync(`${file}.partial`, 'half of a backup');
    backUp(path, file);
    expect(countIn(file)).toBe(0);
    expect(existsSync(`${file}.partial`)).toBe(false);
  });

  it('makes its folder, which only its owner can read', async () => {
    await database();
    file = folder('backups/backup.db');
    backUp(path, file);
    expect(countIn(file)).toBe(0);
    expect(statSync(folder('backups')).mode & 0o777).toBe(0o700);
  });

  it('that fails leaves nothing behind', () => {
    expect(() => backUp(path, file)).toThrow(/unable to open database file/);
    expect(readdirSync(folder())).toEqual([]);
    writeFileSync(
      path,
      'not a database, but a text that is long enough to be read as the header of one, which has 100 bytes at least',
    );
    expect(() => backUp(path, file)).toThrow(/file is not a database/);
    expect(readdirSync(folder())).toEqual(['tsena.db']);
  });
});

describe('a file', () => {
  it('that is missing, or no database of the companion, is not taken for a backup', () => {
    expect(() => inspect(file)).toThrow(`There is no file ${file}.`);
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, 'text');
    expect(() => inspect(file)).toThrow(`${file} is not a database of Tsena Checkout: file is not a database`);
    rmSync(file);
    new Sqlite(file).exec('create table payments (id)').close();
    expect(() => inspect(file)).toThrow(`${file} is not a database of Tsena Checkout: no such table: orders`);
  });

  it('with a damaged page is not taken for a backup', async () => {
    await closedDatabase(20);
    endWriteAheadLog(path);
    const bytes = readFileSync(path);
    const size = bytes.readUInt16BE(16);
    // An index entry that no row has.
    const database = new Sqlite(path);
    const root = database
      .prepare<[], { rootpage: number }>("select rootpage from sqlite_master where name = 'payments_newest'")
      .get();
    database.close();
    bytes.fill(0, ((root?.rootpage ?? 0) - 1) * size + 3, ((root?.rootpage ?? 0) - 1) * size + 5);
    writeFileSync(path, bytes);
    expect(() => inspect(path)).toThrow(`${path} is damaged: `);
    expect(() => inspect(path)).toThrow(expect.objectContaining({ name: 'BackupError' }));
  });

  it('of another version says which one', async () => {
    await database();
    expect(migrationState(path)).toEqual({ kind: 'known', missing: 0 });
    const other = new Sqlite(path);
    other.exec("insert into kysely_migration values ('9998_second', ''), ('9999_third', '')");
    expect(migrationState(path)).toEqual({ kind: 'newer', unknown: ['9998_second', '9999_third'] });
    other.exec("delete from kysely_migration; insert into kysely_migration values ('0001_first', '')");
    other.close();
    expect(migrationState(path)).toEqual({ kind: 'unreleased' });
  });
});

describe('a restore', () => {
  it('creates the database where there was none', async () => {
    await closedDatabase(2, file);
    expect(replaceDatabase(path, file, 'before')).toBeNull();
    expect(readdirSync(folder())).toEqual(['tsena.db']);
    expect(countIn(path)).toBe(2);
  });

  it('that fails leaves the database at its path, else the next start makes an empty one', async () => {
    await closedDatabase(1);
    expect(() => replaceDatabase(path, folder('missing.db'), 'before')).toThrow(/ENOENT/);
    expect(countIn(path)).toBe(1);
  });
});
