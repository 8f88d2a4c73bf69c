import type { PaymentId } from '@tsena/shared/checkout';
import { createDatabase, startPostgres } from '@tsena/testkit/postgres';
import { startWire } from '@tsena/testkit/wire';
import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { testClock } from '../../test/support/operatorFixture.ts';
import { attempt, changed, opened, pending, together } from '../../test/support/storages.ts';
import { storageOn } from '../../test/support/testCompanion.ts';
import { untilTestEnds, useForEach } from '../../test/support/use.ts';
import { renewLeases } from '../core/storage/leases.ts';
import { findBoundTo, findPayment, historyOf, webhooksOf } from '../core/storage/reads.ts';
import { newPaymentId, type Storage } from '../core/storage/storage.ts';
import { postgresDialect } from './postgres.ts';
import { isStorageFailure } from './storageFailure.ts';
import { openStore, type Store } from './store.ts';

const COMPLETED = { to: 'completed', event: { kind: 'completed' }, webhook: 'payment.completed' } as const;

/** The result of an action. A failure must be a storage failure, not a wrong statement. */
async function outcome<T>(action: Promise<T>): Promise<T | 'unavailable'> {
  try {
    return await action;
  } catch (error) {
    expect(isStorageFailure(error), String(error)).toBe(true);
    return 'unavailable';
  }
}

/** A database of its own, until the test ends. */
async function openDatabase(url?: string) {
  const own = url ?? (await createDatabase(inject('postgres')));
  const store = await untilTestEnds(openStore(own));
  return { url: own, store, storage: storageOn(store, testClock()) };
}

describe('a connection to PostgreSQL that breaks', () => {
  const wire = useForEach(async () => startWire(await createDatabase(inject('postgres'))));
  const store = useForEach(() => openStore(wire.url));
  let storage: Storage;
  beforeEach(async () => {
    storage = storageOn(store, testClock());
  });

  it('during a transaction rolls back all of it', async () => {
    const payment = await pending(storage, 'ORDER-1');
    const cut = wire.cutBefore('insert into "outbox"');
    expect(await outcome(changed(storage, payment.id, COMPLETED))).toBe('unavailable');
    await cut;
    expect(await findPayment(store.db, payment.id)).toMatchObject({ status: 'pending', version: 3 });
    expect(await historyOf(store.db, payment.id)).toHaveLength(3);
    expect(await changed(storage, payment.id, COMPLETED)).toMatchObject({ status: 'completed' });
  });

  it('after a commit and before its answer leaves the change made once', async () => {
    const payment = await pending(storage, 'ORDER-1');
    const cut = wire.cutAfter('commit\0');
    expect(await outcome(changed(storage, payment.id, COMPLETED))).toBe('unavailable');
    await cut;
    expect(await findPayment(store.db, payment.id)).toMatchObject({ status: 'completed', version: 4 });
    expect(await webhooksOf(store.db, payment.id)).toHaveLength(1);
  });

  it('is replaced at its next use, also when all connections break at the same time', async () => {
    await together(10, () => sql`select pg_sleep(0.02)`.execute(store.db));
    wire.cut();
    await vi.waitFor(() => sql`select 1`.execute(store.db));
    expect((await together(10, (index) => opened(storage, attempt(`ORDER-${index}`)))).length).toBe(10);
  });
});

describe('prepared statements', () => {
  const ADDED = 'alter table payments add column added_later text';
  const OTHER_SESSION = 'deallocate all';
  const read = ({ store }: Storage, id: PaymentId) => findPayment(store.db, id);
  const change = (storage: Storage, id: PaymentId) => changed(storage, id, COMPLETED);

  it.each([
    ['another instance adds a column before a read', ADDED, read, 'pending'],
    ['another instance adds a column before a transaction', ADDED, change, 'completed'],
    ['a pooler gives another session to a read', OTHER_SESSION, read, 'pending'],
    ['a pooler gives another session to a transaction', OTHER_SESSION, change, 'completed'],
  ])('are given up if %s', async (_what, statement, use, status) => {
    const { store, storage } = await openDatabase();
    const payment = await pending(storage, 'ORDER-1');
    await findPayment(store.db, payment.id);
    await sql.raw(statement).execute(store.db);
    expect(await use(storage, payment.id)).toMatchObject({ status });
  });

  it('are not kept for lists of many lengths', async () => {
    const { store, storage } = await openDatabase();
    const leases = Array.from({ length: 200 }, (_, fence) => ({ id: newPaymentId(), fence }));
    for (const length of leases.keys()) await renewLeases(storage, leases.slice(0, length), 12_000);
    const prepared =
      await sql`select name from pg_prepared_statements where statement like 'update "payments"%'`.execute(store.db);
    expect(prepared.rows).toHaveLength(48);
  });

  it('read a table by its index while it is still small', async () => {
    const { store } = await openDatabase();
    const { rows } = await store.transact(async (trx) => {
      await findBoundTo(trx, 'pay_1' as PaymentId, '73a4a0a8-6f0f-4f4b-9b7c-0a9f1f3b5d20');
      return sql<{
        scans: number;
      }>`select seq_scan as scans from pg_stat_xact_user_tables where relname = 'payments'`.execute(trx);
    });
    expect(rows).toEqual([{ scans: 0 }]);
  });
});

describe('a PostgreSQL server that stops answering', () => {
  it('makes statements fail after a timeout, and no late answer is another statement’s', async () => {
    const wire = await startWire(inject('postgres'));
    const db = new Kysely<Record<string, never>>({ dialect: postgresDialect(wire.url, { answerTimeoutMs: 200 }) });
    const read = async (value: number) =>
      (await sql<{ value: number }>`select ${value}::int as value`.execute(db)).rows[0]?.value;
    const pid = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
    expect(await read(1)).toBe(1);
    const before = await pid();
    wire.silence();
    expect(await outcome(db.transaction().execute(() => read(2)))).toBe('unavailable');
    wire.mend();
    expect(await Promise.all([3, 4, 5].map(read))).toEqual([3, 4, 5]);
    expect(await pid()).not.toBe(before);
    await db.destroy();
    await wire.close();
  });
});

describe('a PostgreSQL server that restarts', () => {
  it('loses no committed change', async () => {
    const postgres = await startPostgres();
    const { store, storage } = await openDatabase(await createDatabase(postgres.url));
    const payment = await pending(storage, 'ORDER-1');
    for (const how of ['immediate', 'fast'] as const) {
      const open = outcome(storage.store.transact((trx) => sql`select pg_sleep(30)`.execute(trx)));
      await vi.waitFor(async () => {
        const { rows } =
          await sql`select 1 from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid()`.execute(
            store.db,
          );
        expect(rows).toHaveLength(1);
      });
      await postgres.restart(how);
      expect(await open).toBe('unavailable');
      await vi.waitFor(async () =>
        expect(await findPayment(store.db, payment.id)).toMatchObject({ status: 'pending', version: 3 }),
      );
    }
    expect(await changed(storage, payment.id, COMPLETED)).toMatchObject({ status: 'completed' });
    await postgres.stop();
  });
});

describe('an instance that stalls while it has locked a row', () => {
  it('blocks others for five seconds, and they continue', async () => {
    const { url, storage } = await openDatabase();
    const payment = await pending(storage, 'ORDER-1');
    const stalled = new pg.Client({ connectionString: url });
    await stalled.connect();
    await stalled.query('begin');
    await stalled.query('update payments set reference_attempts = reference_attempts + 1 where id = $1', [payment.id]);
    expect(await outcome(changed(storage, payment.id, COMPLETED))).toBe('unavailable');
    await stalled.query('rollback');
    expect(await changed(storage, payment.id, COMPLETED)).toMatchObject({ status: 'completed' });
    await stalled.end();
  });
});

it('a statement that was sent behind one that failed rejects with the failure of that one', async () => {
  const { store } = await openDatabase();
  const transaction = store.transact(async (trx) => {
    const [failed, behind] = [sql`select 1 / 0`.execute(trx), sql`select 1`.execute(trx)];
    failed.catch(() => undefined);
    await behind;
    await failed;
  });
  await expect(transaction).rejects.toMatchObject({ code: '22012' });
});

describe('two transactions that wait for each other', () => {
  it('both succeed: the one that the database rolls back runs again', async () => {
    const { store, storage } = await openDatabase();
    const [one, two] = [await pending(storage, 'ORDER-1'), await pending(storage, 'ORDER-2')];
    let runs = 0;
    let met = 0;
    const touchBoth = (first: typeof one, second: typeof one) =>
      storage.store.transact(async (trx) => {
        runs += 1;
        await trx
          .updateTable('payments')
          .set({ reference_attempts: sql`reference_attempts + 1` })
          .where('id', '=', first.id)
          .execute();
        met += 1;
        await vi.waitFor(() => expect(met).toBeGreaterThanOrEqual(2));
        await trx
          .updateTable('payments')
          .set({ reference_attempts: sql`reference_attempts + 1` })
          .where('id', '=', second.id)
          .execute();
      });
    await Promise.all([touchBoth(one, two), touchBoth(two, one)]);
    expect(runs).toBeGreaterThan(2);
    expect(await findPayment(store.db, one.id)).toMatchObject({ reference_attempts: 2 });
  });

  it('so does a single statement that writes several rows', async () => {
    const { url, store, storage } = await openDatabase();
    const [one, two] = [await pending(storage, 'ORDER-1'), await pending(storage, 'ORDER-2')];
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    // The statement notices first that they wait for each other, so it is the one that is rolled back.
    await other.query("set deadlock_timeout = '20s'; begin");
    const touch = ({ id }: typeof one) => other.query('update payments set reference_attempts = 7 where id = $1', [id]);
    await touch(two);
    const writing = store.write((db) => db.updateTable('payments').set({ language: 'fr' }).execute());
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await vi.waitFor(async () => expect((await waiting.execute(store.db)).rows).toHaveLength(1));
    await touch(one);
    await other.query('commit');
    await writing;
    expect(await findPayment(store.db, one.id)).toMatchObject({ language: 'fr', reference_attempts: 7 });
    await other.end();
  });
});

describe('instances that start at the same time', () => {
  it('migrate an empty database once', async () => {
    const url = await createDatabase(inject('postgres'));
    const stores = await together(8, () => openStore(url));
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute((stores[0] as Store).db);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('report why the database cannot be opened, without the password', async () => {
    await expect(openStore('postgres://nobody:hunter2@127.0.0.1:1/none')).rejects.toThrow(
      /cannot be opened: connect ECONNREFUSED/,
    );
    const url = Object.assign(new URL(inject('postgres')), { password: 'hunter2' }).href;
    const refused = await openStore(url).catch((error: Error) => error);
    expect(String(refused)).toMatch(/password authentication failed/);
    expect(String(refused)).not.toContain('hunter2');
  });
});
