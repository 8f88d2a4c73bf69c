import type { PaymentId } from '@tsena/shared/checkout';
import { emptyDatabase, STORES } from '@tsena/testkit/stores';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { seedEvent, seedPayment } from '../../test/support/seed.ts';
import { seedRefund } from '../../test/support/seedRows.ts';
import { untilTestEnds } from '../../test/support/use.ts';
import { statementRows, statements } from './backofficeTables.ts';
import { migrations } from './migrations.ts';
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
    expect(rows.map(({ name }) => name)).toEqual([
      '0001_first',
      '0002_settings_and_audit',
      '0003_payment_partners',
      '0004_transaction_fold',
      '0005_audit_key_ids',
      '0006_named',
      '0007_times',
      '0008_no_statements',
      '0009_reviews',
      '0010_mail',
      '0011_listen',
    ]);
  });

  it('of a version before has the folded form of each transaction reference afterwards', async () => {
    const before = await newStore(kind);
    await seedPayment(before, { id: 'pay_1' as PaymentId, transaction_id: '636042511' });
    await seedPayment(before, { id: 'pay_2' as PaymentId });
    await seedRefund(before, 'ref_1', 'pay_1', { transaction_reference: 'Cia2400x7' });
    for (const statement of [...statements, ...statementRows]) await sql.raw(statement).execute(before.db);
    for (const table of ['payments', 'refunds']) {
      await sql`drop index ${sql.id(`${table}_by_fold`)}`.execute(before.db);
      await sql`alter table ${sql.table(table)} drop column transaction_fold`.execute(before.db);
    }
    const { '0004_transaction_fold': fold } = await migrations.getMigrations();
    await fold?.up(before.db);
    expect(await before.db.selectFrom('payments').select('transaction_fold').orderBy('id').execute()).toEqual([
      { transaction_fold: '636042511' },
      { transaction_fold: null },
    ]);
    expect(await before.db.selectFrom('refunds').select('transaction_fold').execute()).toEqual([
      { transaction_fold: 'CIA2400X7' },
    ]);
  });

  it('of a version before says of each payment why it needs review', async () => {
    const before = await newStore(kind);
    const seed = async (number: number, values: object, kinds: readonly string[] = []) => {
      const id = await seedPayment(before, { id: `pay_${number}` as PaymentId, next_check_at: 1, ...values });
      for (const [version, event] of kinds.entries()) await seedEvent(before, id, version, event);
    };
    const stopped = { status: 'pending', next_check_at: null, differences: 'amount' };
    const paid = { status: 'completed', verified: 1, order_reference: 'ORDER-1' };
    await seed(1, { status: 'failed' });
    await seed(2, { status: 'unresolved' });
    await seed(3, stopped, ['details_mismatch']);
    await seed(4, stopped, ['details_mismatch', 'resolved']);
    await seed(5, { status: 'completed', verified: 0, next_check_at: null }, ['completed']);
    await seed(6, paid, ['completed']);
    await seed(7, { ...paid, attempt_number: 2 }, ['completed', 'order_overpaid']);
    await sql`drop index payments_needing_review`.execute(before.db);
    await sql`alter table payments drop column review_reasons`.execute(before.db);
    await sql`alter table orders add column overpaid_at bigint`.execute(before.db);
    await sql`create index orders_overpaid on orders (reference)`.execute(before.db);
    for (const name of ['payments_with_differences', 'payments_unverified'])
      await sql`create index ${sql.id(name)} on payments (id)`.execute(before.db);
    await sql`update orders set overpaid_at = 1 where reference = 'ORDER-1'`.execute(before.db);
    const { '0009_reviews': reviews } = await migrations.getMigrations();
    await reviews?.up(before.db);
    const rows = await before.db.selectFrom('payments').select('review_reasons').orderBy('id').execute();
    expect(rows.map(({ review_reasons }) => review_reasons)).toEqual([
      null,
      'unresolved',
      'details_mismatch,polling_stopped',
      'polling_stopped',
      'unverified',
      null,
      'overpaid',
    ]);
  });
});
