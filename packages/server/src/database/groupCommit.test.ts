import Sqlite from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useFolder, useForEach } from '../../test/support/use.ts';
import type { Schema } from './schema.ts';
import { openStore } from './store.ts';

const folder = useFolder();

const store = useForEach(() => openStore(`file:${folder('tsena.db')}`));
const outside = useForEach(async () => new Sqlite(folder('tsena.db')));

const insert = (db: Kysely<Schema>, reference: string, amount = 100) =>
  sql`insert into orders (reference, amount, created_at) values (${reference}, ${amount}, 1)`.execute(db);

/** What is durable, read on another connection. */
const durable = () => outside.prepare<[], { reference: string }>('select reference from orders order by rowid').all();
const references = () => durable().map(({ reference }) => reference);

/** Leaves no page free: neither those that migrations have emptied, nor new ones. */
async function fillDisk(): Promise<void> {
  await sql`vacuum`.execute(store.db);
  await sql`pragma max_page_count = 1`.execute(store.db);
}

it('a group needs one begin and one commit, and no savepoints', async () => {
  const run = vi.spyOn(Object.getPrototypeOf(outside.prepare('select 1')), 'run');
  onTestFinished(() => run.mockRestore());
  await Promise.all(['a', 'b', 'c'].map((reference) => store.transact((trx) => insert(trx, reference))));
  const statements = (run.mock.contexts as Sqlite.Statement[]).map(({ source }) => source.split(' (')[0]);
  expect(statements).toEqual([
    'begin immediate',
    'insert into orders',
    'insert into orders',
    'insert into orders',
    'commit',
  ]);
});

it('a transaction resolves only after it is durable', async () => {
  const seen: string[][] = [];
  await Promise.all(
    ['a', 'b', 'c'].map(async (reference) => {
      await store.transact((trx) => insert(trx, reference));
      seen.push(references());
    }),
  );
  for (const one of seen) expect(one).toEqual(['a', 'b', 'c']);
});

it('a transaction that fails is rolled back alone and rejects with its own error', async () => {
  const outcomes = await Promise.allSettled([
    store.transact((trx) => insert(trx, 'a')),
    store.transact(async (trx) => {
      await insert(trx, 'half');
      await insert(trx, 'a');
    }),
    store.transact(async (trx) => {
      await insert(trx, 'also half');
      throw new Error('changed its mind');
    }),
    store.transact((trx) => insert(trx, 'b')),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: { code: 'SQLITE_CONSTRAINT_PRIMARYKEY' } });
  expect(outcomes[2]).toMatchObject({ reason: { message: 'changed its mind' } });
  expect(references()).toEqual(['a', 'b']);
});

it('each transaction of a group in which one fails runs again alone', async () => {
  const groups: string[][] = [];
  await Promise.allSettled(
    ['a', 'b', 'c'].map((reference) =>
      store.transact(async (trx) => {
        await insert(trx, reference);
        const rows = await trx.selectFrom('orders').select('reference').orderBy('reference').execute();
        groups.push(rows.map((row) => row.reference));
        if (reference === 'b') throw new Error('changed its mind');
      }),
    ),
  );
  expect(groups).toEqual([['a'], ['a', 'b'], ['a'], ['a', 'b'], ['a', 'c']]);
  expect(references()).toEqual(['a', 'c']);
});

it('if the group cannot begin, all its transactions reject without a run, and the next succeeds', async () => {
  outside.exec('begin immediate');
  let runs = 0;
  const outcomes = await Promise.allSettled(
    ['a', 'b'].map((reference) =>
      store.transact((trx) => {
        runs += 1;
        return insert(trx, reference);
      }),
    ),
  );
  expect(outcomes).toMatchObject([{ reason: { code: 'SQLITE_BUSY' } }, { reason: { code: 'SQLITE_BUSY' } }]);
  expect(runs).toBe(0);
  outside.exec('rollback');
  expect(references()).toEqual([]);
  await store.transact((trx) => insert(trx, 'c'));
  expect(references()).toEqual(['c']);
});

it('if SQLite ends the transaction (a full disk), nothing that resolved is lost', async () => {
  await fillDisk();
  const big = (reference: string) => store.transact((trx) => insert(trx, reference.padEnd(20_000, reference)));
  const outcomes = await Promise.allSettled([
    store.transact((trx) => insert(trx, 'a')),
    big('b'),
    store.transact((trx) => insert(trx, 'c')),
  ]);
  const results = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'done'));
  expect(results[1]).toBe('SQLITE_FULL');
  expect(references()).toEqual(['a', 'c'].filter((_reference, index) => results[index * 2] === 'done'));
  await sql`pragma max_page_count = 100000`.execute(store.db);
  await store.transact((trx) => insert(trx, 'd'));
  expect(references()).toContain('d');
});

it('after SQLite has ended the transaction, no further statement of it is written', async () => {
  await fillDisk();
  const refused = store.transact((trx) => Promise.all([insert(trx, 'b'.repeat(20_000)), insert(trx, 'a')]));
  await expect(refused).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  await sql`pragma max_page_count = 100000`.execute(store.db);
  await store.transact((trx) => insert(trx, 'c'));
  expect(references()).toEqual(['c']);
});
