import { emptyDatabase, STORES } from '@tsena/testkit/stores';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { seedPayment } from '../../test/support/seed.ts';
import { untilTestEnds } from '../../test/support/use.ts';
import { openStore, type Store } from './store.ts';

/** Keys on which the invariants rely. */
const UNIQUE: readonly string[] = [
  'callbacks (payment_id, server_correlation_id, transaction_reference, status)',
  'events (payment_id, version)',
  'idempotency_keys (actor, endpoint, key)',
  'keys (hash)',
  'links (claims_hash)',
  'mail_kinds (kind)',
  'orders (reference)',
  'payments (callback_hash)',
  'payments (correlation_id)',
  'payments (order_reference, attempt_number)',
  'payments (reference)',
  'payments (server_correlation_id)',
  'payments (transaction_id)',
  'sessions (hash)',
];

async function newStore(kind: (typeof STORES)[number]): Promise<Store & { readonly url: string }> {
  const { url, remove } = await emptyDatabase(kind);
  onTestFinished(remove);
  return { ...(await untilTestEnds(openStore(url))), url };
}

it('a new database has the keys on which the invariants rely', async () => {
  // Both databases are made by the same statements.
  const { db } = await newStore('sqlite');
  const { rows } = await sql<{ key: string }>`select t.name || ' (' || (select group_concat(name, ', ') from
      (select name from pragma_index_info(i.name) order by seqno)) || ')' || coalesce(substr(m.sql, nullif(instr(m.sql, ' where '), 0)), '') as key
    from sqlite_master t join pragma_index_list(t.name) i left join sqlite_master m on m.name = i.name
    where t.type = 'table' and i."unique" = 1`.execute(db);
  expect(rows.map(({ key }) => key)).toEqual(expect.arrayContaining([...UNIQUE]));
});

describe.each(STORES)('a new database on %s', (kind) => {
  it.each([
    ['status', 'other'],
    ['amount_refunded', -1],
    ['amount_refunded', 25_001],
  ])('refuses a payment whose %s is %s', async (column, value) => {
    const store = await newStore(kind);
    await expect(seedPayment(store, { amount: 25_000, [column]: value })).rejects.toThrow(/check/i);
  });

  it('is migrated once: opening it again changes nothing', async () => {
    const first = await newStore(kind);
    await seedPayment(first);
    await first.close();
    const second = await untilTestEnds(openStore(first.url));
    expect(await second.db.selectFrom('payments').select('status').execute()).toEqual([{ status: 'failed' }]);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(second.db);
    expect(rows).toEqual([{ name: '0001_tables_with_shop_failure' }]);
  });
});
