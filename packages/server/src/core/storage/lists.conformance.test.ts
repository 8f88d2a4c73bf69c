import type { OrderReference } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { testSettings } from '../../../test/support/operatorFixture.ts';
import { seedPayment } from '../../../test/support/seed.ts';
import { seedRefund, seedStatement, seedWebhook } from '../../../test/support/seedRows.ts';
import { newLink } from '../../../test/support/storages.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import { type ListPage, type Paging, readCursor, writeCursor } from '../../backoffice/defineList.ts';
import { createKey, pageOfKeys } from '../../backoffice/keys/keyRows.ts';
import { pageOfLinks } from '../../backoffice/links/paymentLinks.ts';
import { listPayments } from '../../backoffice/payments/paymentRows.ts';
import { pageOfRefunds } from '../../backoffice/refunds/refund.ts';
import { pageOfStatements } from '../../backoffice/statements/statementRows.ts';
import { pageOfWebhooks } from '../../backoffice/webhooks/webhookRows.ts';
import { createLog } from '../../log.ts';

describe.each(STORES)('a list of the merchant on %s', (kind) => {
  const storages = useStorages(kind);
  const { storage } = storages;
  const db = () => storage.store.db;
  const context = {
    storage,
    log: createLog('silent'),
    current: () => testSettings('https://operator.example', { PUBLIC_URL: 'https://pay.example' }),
  };
  type List = (query: Paging) => Promise<ListPage<{ readonly id: string }>>;
  const payments: List = async ({ limit, cursor }) => {
    const { rows, next } = await listPayments(db(), {}, limit, readCursor(cursor));
    return { data: [...rows], nextCursor: writeCursor(next) };
  };

  it.each<[string, 'payments' | 'outbox' | 'links' | 'keys' | 'refunds' | 'statements', (index: number) => Promise<unknown>, List]>([
    ['payments', 'payments', () => seedPayment(storage.store, {}), payments],
    [
      'webhooks',
      'outbox',
      async (index) => seedWebhook(storage.store, `msg_${index}`, { payment_id: await seedPayment(storage.store) }),
      (query) => pageOfWebhooks(context, query),
    ],
    [
      'links',
      'links',
      (index) => newLink(storage, { order_reference: `ORDER-${index}` as OrderReference }),
      (query) => pageOfLinks(context, query),
    ],
    [
      'keys',
      'keys',
      () => createKey(storage, 'sandbox', { name: 'Hanta', scope: 'read', expiresAt: null }, { name: 'owner', address: null }),
      (query) => pageOfKeys(context, query),
    ],
    [
      'refunds',
      'refunds',
      async (index) => seedRefund(storage.store, `ref_${'aBcDe'.charAt(index).repeat(22)}`, await seedPayment(storage.store)),
      (query) => pageOfRefunds(context, query),
    ],
    [
      'statements',
      'statements',
      (index) => seedStatement(storage.store, `stm_${'aBcDe'.charAt(index).repeat(22)}`),
      (query) => pageOfStatements(context, query),
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

    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.nextCursor ?? '' });
    const third = await list({ limit: 2, cursor: second.nextCursor ?? '' });
    expect([first, second, third].map(({ data, nextCursor }) => [data.length, nextCursor === null])).toEqual([
      [2, false],
      [2, false],
      [1, true],
    ]);
    expect(first.data[0]).toMatchObject({ id: newest?.id });
    // As the database sorts ids, which depends on its collation.
    const sorted = await db().selectFrom(table).select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
    expect([first, second, third].flatMap(({ data }) => data.map(({ id }) => id))).toEqual(sorted.map(({ id }) => id));
  });
});
