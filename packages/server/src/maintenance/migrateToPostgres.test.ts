import { createDatabase, runSql } from '@tsena/testkit/postgres';
import { emptyDatabase } from '@tsena/testkit/stores';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { testClock } from '../../test/support/operatorFixture.ts';
import { seedEvent, seedPayment } from '../../test/support/seed.ts';
import { storageOn } from '../../test/support/testCompanion.ts';
import { applyDecision } from '../core/payments/applyDecision.ts';
import { openStore, type Store } from '../database/store.ts';
import { migrateToPostgres } from './migrateToPostgres.ts';

const TABLES = [
  ...['orders', 'links', 'payments', 'receipt_numbers', 'callbacks', 'events', 'outbox', 'refunds'],
  ...['mail_kinds', 'idempotency_keys', 'properties', 'keys', 'settings', 'audit'],
];
const NO_ROWS = Object.fromEntries(TABLES.map((table) => [table, 0]));

describe('a migration to PostgreSQL', () => {
  let path: string;
  let remove: () => void;
  let target: string;
  beforeEach(async () => {
    const database = await emptyDatabase('sqlite');
    ({ remove } = database);
    path = database.url.slice('file:'.length);
    target = await createDatabase(inject('postgres'));
  });
  afterEach(() => remove());

  /** Writes into a database, and closes it. */
  async function write(url: string, work: (store: Store) => Promise<unknown>): Promise<void> {
    const store = await openStore(url);
    try {
      await work(store);
    } finally {
      await store.close();
    }
  }
  const writeSource = (work: (store: Store) => Promise<unknown>) => write(`file:${path}`, work);
  const order = (reference: string) => (store: Store) =>
    store.db
      .insertInto('orders')
      .values({ reference: reference as never, amount: 1, created_at: 1 })
      .execute();
  const expectRefusal = (message: string, to = target) => expect(migrateToPostgres(path, to)).rejects.toThrow(message);
  const references = async () =>
    (await runSql(target, 'select reference from orders order by reference collate "C"')).rows;

  it('copies each row with its values, in any order of characters, and in pages', async () => {
    const names = ['Z', 'a', 'é', 'É', 'z', '_', 'ab', 'a b'];
    await writeSource(async (store) => {
      for (const name of names) await order(name)(store);
      const id = await seedPayment(store, {
        order_reference: 'Z' as never,
        attempt_number: 0,
        created_at: 1,
        failure_reason: '“refused”',
      });
      for (const version of [1, 2, 10, 11]) await seedEvent(store, id, version, 'test');
      // More values than one statement of PostgreSQL takes.
      await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1500)
        insert into payments (id, order_reference, attempt_number, sent_attempt_number, status, version, amount, language, msisdn, payer,
          correlation_id, reference, created_at, updated_at, fence, method)
        select 'pay_' || i, 'é', i, 1, 'failed', 1, 25000, 'mg', '0343500003', '', 'c' || i, 'r' || i, 8640000000000000, 1, 1, 'prompt' from n`.execute(
        store.db,
      );
    });
    const report = await migrateToPostgres(path, target);
    expect(report.rows).toEqual({ ...NO_ROWS, orders: 8, payments: 1501, events: 4 });
    expect(await references()).toEqual([...names].sort().map((reference) => ({ reference })));
    const { rows } = await runSql(
      target,
      "select count(*)::int, count(distinct id)::int as ids, max(created_at)::text as newest from payments where order_reference = 'é'",
    );
    expect(rows).toEqual([{ count: 1500, ids: 1500, newest: '8640000000000000' }]);
    expect((await runSql(target, 'select failure_reason from payments where failure_reason is not null')).rows).toEqual(
      [{ failure_reason: '“refused”' }],
    );
  });

  it('rounds times with a fraction of a millisecond, which earlier versions wrote after a step of the clock, and no amount', async () => {
    await writeSource(async (store) => {
      await seedPayment(store, {
        id: 'pay_1' as never,
        created_at: 1000.15,
        updated_at: 2000.85,
        details_unavailable_since: 3000.5,
      });
      await sql`update payments set lease_until = 4000.4`.execute(store.db);
    });
    await migrateToPostgres(path, target);
    expect(
      (await runSql(target, 'select created_at, updated_at, details_unavailable_since, lease_until from payments'))
        .rows,
    ).toEqual([{ created_at: '1000', updated_at: '2001', details_unavailable_since: '3001', lease_until: '4000' }]);
    await writeSource((store) => sql`update payments set amount = 25000.5`.execute(store.db));
    await expect(migrateToPostgres(path, await createDatabase(inject('postgres')))).rejects.toThrow('25000.5');
  });

  it('replaces a zero byte by a space in a text for people, and names any other row that has one', async () => {
    await writeSource((store) => seedPayment(store, { id: 'pay_1' as never, failure_reason: '402\0refused' }));
    await migrateToPostgres(path, target);
    expect((await runSql(target, 'select failure_reason from payments')).rows).toEqual([
      { failure_reason: '402 refused' },
    ]);

    const other = await createDatabase(inject('postgres'));
    await writeSource((store) => store.db.updateTable('payments').set({ transaction_id: '6360\u000042511' }).execute());
    const zeroByte =
      'A row of payments has a zero byte in transaction_id, which PostgreSQL cannot store (pay_1). Nothing was changed.';
    await expectRefusal(zeroByte, other);
    expect((await runSql(other, 'select id from payments')).rows).toEqual([]);
  });

  it('leaves a payment that the file has as not yet sent `unresolved`: the file may be a backup', async () => {
    await writeSource((store) => seedPayment(store, { id: 'pay_1' as never, status: 'created', lease_until: 1 }));
    await migrateToPostgres(path, target);
    await write(target, async (store) => {
      const storage = storageOn(store, testClock());
      const lapsed = await applyDecision(storage, 'pay_1' as never, {
        kind: 'lapsed',
        fence: 1,
        mayLackSending: store.kind === 'postgres',
      });
      expect(lapsed?.payment.status).toBe('unresolved');
    });
  });

  it('is refused if the target has rows, and changes nothing', async () => {
    await writeSource(order('OURS'));
    await write(target, order('THEIRS'));
    await expectRefusal('The target already holds orders. Migrate into an empty database; nothing was changed.');
    expect(await references()).toEqual([{ reference: 'THEIRS' }]);
  });

  it('is refused if the target belongs to another environment', async () => {
    const belongsTo = (value: string) => (store: Store) =>
      store.db.insertInto('properties').values({ name: 'environment', value }).execute();
    await writeSource(belongsTo('sandbox'));
    await write(target, belongsTo('production'));
    await expectRefusal('The target belongs to environment production, the source to sandbox. Nothing was changed.');
    expect((await runSql(target, 'select value from properties')).rows).toEqual([{ value: 'production' }]);
  });

  it('gives a target that a companion has started on the installation id of the source', async () => {
    const has = (value: string) => (store: Store) =>
      store.db.insertInto('properties').values({ name: 'installation', value }).execute();
    await writeSource(has('OURS'));
    await write(target, has('THEIRS'));
    await migrateToPostgres(path, target);
    expect((await runSql(target, 'select value from properties')).rows).toEqual([{ value: 'OURS' }]);
  });

  it.each([
    [
      'a row differs',
      'new.amount := 2; return new;',
      'A row of orders differs after it was copied (ORDER-1); nothing was changed.',
    ],
    ['a row is missing', 'return null;', 'A row of orders differs after it was copied (ORDER-1); nothing was changed.'],
    [
      'there is another row',
      "if new.reference <> 'Z' then insert into orders values ('Z', 1, 1); end if; return new;",
      'The target contains more orders than the source.',
    ],
  ])('is rolled back if %s afterwards', async (_name, body, message) => {
    await writeSource(order('ORDER-1'));
    await write(target, (store) =>
      sql
        .raw(
          `create function spoil() returns trigger as $$ begin ${body} end $$ language plpgsql;
          create trigger spoil before insert on orders for each row execute function spoil()`,
        )
        .execute(store.db),
    );
    await expectRefusal(message);
    expect(await references()).toEqual([]);
  });

  it('locks the file and the target meanwhile, and leaves the file as it was', async () => {
    await writeSource(order('ORDER-1'));
    await write(target, (store) =>
      sql`create function pause() returns trigger as $$ begin perform pg_advisory_xact_lock(1); return new; end $$ language plpgsql;
        create trigger pause before insert on orders for each row execute function pause()`.execute(store.db),
    );
    const holder = await openStore(target);
    let migrated: Promise<unknown> | undefined;
    await holder.db.transaction().execute(async (work) => {
      await sql`select pg_advisory_xact_lock(1)`.execute(work);
      migrated = migrateToPostgres(path, target);
      migrated.catch(() => undefined);
      await vi.waitFor(async () => {
        const { rows } = await sql`select 1 from pg_locks where not granted and locktype = 'advisory'`.execute(work);
        expect(rows).toHaveLength(1);
      });
      const other = new Sqlite(path, { timeout: 0 });
      expect(() => other.prepare('select * from orders').all()).toThrow(/locked/);
      other.close();
      const { rows } = await sql<{ name: string }>`select distinct relation::regclass::text as name from pg_locks
        where mode = 'ExclusiveLock' and locktype = 'relation' order by name`.execute(work);
      expect(rows.map(({ name }) => name).sort()).toEqual(TABLES.toSorted());
    });
    await migrated;
    await holder.close();
    const file = new Sqlite(path, { readonly: true });
    expect(file.prepare('select reference from orders').all()).toEqual([{ reference: 'ORDER-1' }]);
    file.close();
  });

  it('is refused while a process has the file open, and leaves no lock behind', async () => {
    const store = await openStore(`file:${path}`);
    await expect(migrateToPostgres(path, target)).rejects.toThrow(`${path} is in use.`);
    await store.close();
    await expect(migrateToPostgres(path, 'postgres://nobody@127.0.0.1:1/none')).rejects.toThrow(/cannot be opened/);
    const file = new Sqlite(path, { timeout: 0 });
    file.exec('begin exclusive');
    file.close();
  });
});
