import type { OrderReference } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { testSettings } from '../../../test/support/operatorFixture.ts';
import { seedPayment } from '../../../test/support/seed.ts';
import { seedRefund, seedWebhook } from '../../../test/support/seedRows.ts';
import { newLink } from '../../../test/support/storages.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import { createKey, pageOfKeys } from '../../backoffice/keys/keyRows.ts';
import { pageOfLinks } from '../../backoffice/links/paymentLinks.ts';
import { listPayments } from '../../backoffice/payments/paymentRows.ts';
import { pageOfRefunds } from '../../backoffice/refunds/refund.ts';
import { type ListPage, type Paging, readCursor, writeCursor } from '../../backoffice/shared/defineList.ts';
import { pageOfWebhooks } from '../../backoffice/webhooks/webhookRows.ts';
import { createLog } from '../../log/log.ts';

describe.each(STORES)('a list of the merchant on %s', (kind) => {
  const storages = useStorages(kind);
  const { storage } = storages;
  const db = () => storage.store.db;
  const context = {
    storage,
    log: createLog('silent'),
    current: () => testSettings('https://operator.example', { PUBLIC_URL: 'https://pay.example' }),
  };
  type List = (of: typeof context, query: Paging) => Promise<ListPage<{ readonly id: string }>>;
  const payments: List = async (_of, { limit, cursor }) => {
    const { rows, next } = await listPayments(db(), {}, limit, readCursor(cursor));
    return { data: [...rows], nextCursor: writeCursor(next) };
  };
  const payment = () => seedPayment(storage.store);
  const key = (index: number) => ({ name: `Till ${index + 2}`, scope: 'read', expiresAt: null }) as const;
  const suffix = (index: number) => 'aBcDe'.charAt(index).repeat(22);

  it.each<['payments' | 'outbox' | 'links' | 'keys' | 'refunds', (index: number) => Promise<unknown>, List]>([
    ['payments', payment, payments],
    [
      'outbox',
      async (index) => seedWebhook(storage.store, `msg_${index}`, { payment_id: await payment() }),
      (of, query) => pageOfWebhooks(of, { ...query, reader: 'read' }),
    ],
    ['links', (index) => newLink(storage, { order_reference: `ORDER-${index}` as OrderReference }), pageOfLinks],
    [
      'keys',
      (index) => createKey(storage, 'sandbox', key(index), { name: 'owner', keyId: null, address: null }),
      pageOfKeys,
    ],
    ['refunds', async (index) => seedRefund(storage.store, `ref_${suffix(index)}`, await payment()), pageOfRefunds],
  ])('has %s newest first, each once across pages, also of the same millisecond', async (table, insert, list) => {
    for (let index = 0; index < 5; index += 1) await insert(index);
    await db().updateTable(table).set({ created_at: 1000 }).execute();
    const [newest] = await db().selectFrom(table).select('id').execute();
    await db()
      .updateTable(table)
      .set({ created_at: 1001 })
      .where('id', '=', newest?.id ?? '')
      .execute();

    const first = await list(context, { limit: 2 });
    const second = await list(context, { limit: 2, cursor: first.nextCursor ?? '' });
    const third = await list(context, { limit: 2, cursor: second.nextCursor ?? '' });
    expect([first, second, third].map(({ data, nextCursor }) => [data.length, nextCursor === null])).toEqual([
      [2, false],
      [2, false],
      [1, true],
    ]);
    expect(first.data[0]).toMatchObject({ id: newest?.id });
    // As the database sorts ids, which depends on its collation.
    const sorted = await db()
      .selectFrom(table)
      .select('id')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    expect([first, second, third].flatMap(({ data }) => data.map(({ id }) => id))).toEqual(sorted.map(({ id }) => id));
  });
});
