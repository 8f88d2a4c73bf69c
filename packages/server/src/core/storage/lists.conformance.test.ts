import type { OrderReference } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { seedPayment } from '../../../test/support/seed.ts';
import { seedRefund, seedStatement, seedWebhook } from '../../../test/support/seedRows.ts';
import { newLink } from '../../../test/support/storages.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import { createKey, listKeys } from '../../backoffice/keys/keyRows.ts';
import { listLinks } from '../../backoffice/links/linkRows.ts';
import { listPayments } from '../../backoffice/payments/paymentRows.ts';
import { listRefunds } from '../../backoffice/refunds/refund.ts';
import { listStatements } from '../../backoffice/statements/statementRows.ts';
import { listWebhooks } from '../../backoffice/webhooks/webhookRows.ts';
import type { Cursor, Page } from '../../database/page.ts';

describe.each(STORES)('a list of the merchant on %s', (kind) => {
  const storages = useStorages(kind);
  const { storage } = storages;
  const db = () => storage.store.db;
  type List = (after?: Cursor | null) => Promise<Page<{ readonly id: string }>>;

  it.each<[string, 'payments' | 'outbox' | 'links' | 'keys' | 'refunds' | 'statements', (index: number) => Promise<unknown>, List]>([
    ['payments', 'payments', () => seedPayment(storage.store, {}), (after) => listPayments(db(), {}, 2, after)],
    ['webhooks', 'outbox', (index) => seedWebhook(storage.store, `msg_${index}`), (after) => listWebhooks(db(), {}, 2, after)],
    [
      'links',
      'links',
      (index) => newLink(storage, { order_reference: `ORDER-${index}` as OrderReference }),
      (after) => listLinks(db(), {}, storages.clock.now(), 2, after),
    ],
    [
      'keys',
      'keys',
      () => createKey(storage, 'sandbox', { name: 'Hanta', scope: 'read', expiresAt: null }, { name: 'owner', address: null }),
      (after) => listKeys(db(), 2, after),
    ],
    [
      'refunds',
      'refunds',
      async (index) => seedRefund(storage.store, `ref_${'aBcDe'[index]}`, await seedPayment(storage.store)),
      (after) => listRefunds(db(), 2, after),
    ],
    [
      'statements',
      'statements',
      (index) => seedStatement(storage.store, `stm_${'aBcDe'[index]}`),
      (after) => listStatements(db(), 2, after),
    ],
  ])('has %s newest first, each once across pages, also of the same millisecond', async (_name, table, insert, list) => {
    for (let index = 0; index < 5; index += 1) await insert(index);
    await db().updateTable(table).set({ created_at: 1000 }).execute();
    const [newest] = await db().selectFrom(table).select('id').execute();
    await db()
      .updateTable(table)
      .set({ created_at: 1001 })
      .where('id', '=', newest?.id ?? '')
      .execute();

    const first = await list();
    const second = await list(first.next);
    const third = await list(second.next);
    expect([first, second, third].map(({ rows, next }) => [rows.length, next === null])).toEqual([
      [2, false],
      [2, false],
      [1, true],
    ]);
    expect(first.rows[0]).toMatchObject({ id: newest?.id });
    // As the database sorts ids, which depends on its collation.
    const sorted = await db().selectFrom(table).select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
    expect([first, second, third].flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(sorted.map(({ id }) => id));
  });
});
