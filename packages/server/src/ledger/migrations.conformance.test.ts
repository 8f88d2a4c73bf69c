import { Kysely, Migrator, sql } from 'kysely';
import { expect, it } from 'vitest';
import { emptyDatabase, STORES } from '../testing/stores.ts';
import { migrations } from './migrations.ts';
import { postgresDialect } from './postgres.ts';
import type { Schema } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';
import { openStore } from './store.ts';

it.each(STORES)('the attempts of a %s database from before are told apart: which one is current, and which were sent', async (kind) => {
  const { url, remove } = await emptyDatabase(kind);
  const db = new Kysely<Schema>({ dialect: kind === 'sqlite' ? sqliteDialect(url.slice('file:'.length)) : postgresDialect(url) });
  const { error } = await new Migrator({ db, provider: migrations }).migrateTo('0005_outbox_due');
  expect(error).toBeUndefined();

  async function insert(order: string, attempt: number, values: Record<string, string | number>): Promise<void> {
    const id = `${order}.${attempt}`;
    await sql`insert into orders (reference, amount, created_at) values (${order}, 25000, 1) on conflict do nothing`.execute(db);
    const row = {
      id,
      order_reference: order,
      attempt,
      sent_attempt: attempt,
      version: 2,
      amount: 25_000,
      language: 'mg',
      payer: '034 •• ••0 03',
      correlation_id: id,
      reference: id,
      created_at: attempt,
      updated_at: attempt,
      sent_at: attempt,
      fence: 1,
      ...values,
    };
    const columns = Object.keys(row).map((column) => sql.ref(column));
    await sql`insert into payments (${sql.join(columns)}) values (${sql.join(Object.values(row))})`.execute(db);
  }
  async function insertUnsent(order: string, attempt: number): Promise<void> {
    await insert(order, attempt, { status: 'failed', failure_code: 'operator_unreachable' });
    await sql`insert into events (payment_id, version, at, kind, data) values (${`${order}.${attempt}`}, 2, 1, 'not sent', '{}')`.execute(
      db,
    );
  }
  await insert('ALONE', 1, { status: 'pending' });
  await insert('PAID', 1, { status: 'completed' });
  await insert('PAID', 2, { status: 'failed' });
  await insert('RECEIVED', 1, { status: 'unresolved', decision: 'received' });
  await insert('RECEIVED', 2, { status: 'pending', mismatch: 'amount' });
  await insert('RECEIVED', 3, { status: 'failed' });
  await insert('OUTAGE', 1, { status: 'failed' });
  for (let attempt = 2; attempt <= 5; attempt += 1) await insertUnsent('OUTAGE', attempt);
  await db.destroy();

  const store = await openStore(url);
  const rows = await store.db
    .selectFrom('payments')
    .select(['id', 'superseded', 'sent_at', 'sent_attempt'])
    .orderBy('order_reference')
    .orderBy('attempt')
    .execute();
  expect(rows.map(({ id, superseded, sent_at, sent_attempt }) => [id, superseded, sent_at, sent_attempt])).toEqual([
    ['ALONE.1', null, 1, 1],
    ['OUTAGE.1', 1, 1, 1],
    ['OUTAGE.2', 1, null, 2],
    ['OUTAGE.3', 1, null, 2],
    ['OUTAGE.4', 1, null, 2],
    ['OUTAGE.5', null, null, 2],
    ['PAID.1', null, 1, 1],
    ['PAID.2', 1, 2, 2],
    ['RECEIVED.1', null, 1, 1],
    ['RECEIVED.2', 1, 2, 2],
    ['RECEIVED.3', 1, 3, 3],
  ]);
  await store.close();
  remove();
});
