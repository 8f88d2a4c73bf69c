import { readFileSync } from 'node:fs';
import type { Ariary } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { testSettings } from '../../../test/support/operatorFixture.ts';
import { seedPayment } from '../../../test/support/seed.ts';
import { seedRefund, seedWebhook } from '../../../test/support/seedRows.ts';
import { openStorages } from '../../../test/support/storages.ts';
import { msisdn } from '../../../test/support/testCompanion.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import { findPayment } from '../../core/storage/reads.ts';
import type { Storage } from '../../core/storage/storage.ts';
import { createLink } from '../links/paymentLinks.ts';
import { recordRefund } from '../refunds/refund.ts';
import { erasePayer } from './erasePayer.ts';

const NUMBER = '0341234567';
const BY = { name: 'Hanta', keyId: null, address: null };
const TEXT = 'called 034 12 345 67 and +261 34 12 345 67';

/** A payment with the number wherever a row can have it. */
async function pay(storage: Storage): Promise<Awaited<ReturnType<typeof seedPayment>>> {
  const { db } = storage.store;
  const id = await seedPayment(storage.store, {
    status: 'completed',
    final_at: 1,
    next_check_at: null,
    msisdn: msisdn(NUMBER),
    address_hash: 'hash',
    description: TEXT,
    resolution_reason: TEXT,
  });
  await db
    .insertInto('events')
    .values({ payment_id: id, version: 1, at: 1, kind: 'resolved', data: JSON.stringify({ reason: TEXT }) })
    .execute();
  await seedWebhook(storage.store, `msg_${id}`, {
    payment_id: id,
    payload: JSON.stringify({ data: { description: TEXT } }),
  });
  await seedRefund(storage.store, `ref_${id}`, id, { reason: TEXT });
  return id;
}

describe.each(STORES)('erasePayer on %s', (kind) => {
  const storages = useStorages(kind);
  const read = (id: Parameters<typeof findPayment>[1]) => findPayment(storages.storage.store.db, id);

  it('erases the number from every table, and keeps the amounts', async () => {
    const { storage } = storages;
    const id = await pay(storage);
    const other = await seedPayment(storage.store, {
      status: 'completed',
      next_check_at: null,
      msisdn: msisdn('0347654321'),
    });
    expect(await erasePayer(storage, msisdn(NUMBER), BY)).toEqual({ payments: 1, open: 0 });
    expect(await read(id)).toMatchObject({
      msisdn: null,
      address_hash: null,
      amount: 25_000,
      description: 'called [msisdn] and [msisdn]',
    });
    expect((await read(other))?.msisdn).toBe('0347654321');
    const tables = ['payments', 'events', 'outbox', 'refunds', 'audit', 'links'] as const;
    const rows = await Promise.all(tables.map((table) => storage.store.db.selectFrom(table).selectAll().execute()));
    const digits = JSON.stringify(rows).replace(/[^\d"]/g, '');
    expect(digits).not.toContain('341234567');
    expect(JSON.stringify(rows)).toContain('"payer_erased"');
  });

  it('erases the number from a link and a refund that were made with an Idempotency-Key', async () => {
    const { storage } = storages;
    const { db } = storage.store;
    const once = { by: BY, idempotency: { actor: 'key_1', key: '1' } };
    const current = () => testSettings('https://operator.example', { PUBLIC_URL: 'https://pay.example' });
    const made = await createLink(
      { storage, current },
      { ...once, body: { amount: 700 as Ariary, description: TEXT, reusable: false } },
    );
    const values = { status: 'completed', next_check_at: null, msisdn: msisdn(NUMBER), link_id: made.id } as const;
    const id = await seedPayment(storage.store, values);
    const body = { amount: 100 as Ariary, reason: TEXT };
    expect(
      await recordRefund({ storage, changes: { announce: () => undefined } }, id, { ...once, body }),
    ).toMatchObject({
      status: 'recorded',
    });
    await erasePayer(storage, msisdn(NUMBER), BY);
    const tables = ['links', 'refunds', 'idempotency_keys'] as const;
    const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
    expect(rows.map(({ length }) => length)).toEqual([1, 1, 2]);
    expect(JSON.stringify(rows).replace(/[^\d"]/g, '')).not.toContain('341234567');
  });

  it('erases the number from links whose payer never paid, and from their copies in payments of others', async () => {
    const { storage } = storages;
    const { db } = storage.store;
    const current = () => testSettings('https://operator.example', { PUBLIC_URL: 'https://pay.example' });
    const create = (reusable: boolean) =>
      createLink(
        { storage, current },
        { by: BY, body: { amount: 700 as Ariary, description: 'Lamba, 034 12 345 67', reusable } },
      );
    const [unpaid, shared, invoice] = [await create(false), await create(true), await create(false)];
    const values = { status: 'completed', msisdn: msisdn('0347654321'), description: 'Lamba, 034 12 345 67' } as const;
    const ofLink = await seedPayment(storage.store, { ...values, link_id: shared.id, next_check_at: null });
    const ofOrder = await seedPayment(storage.store, {
      ...values,
      order_reference: invoice.order as OrderReference,
      status: 'pending',
    });
    for (const id of [ofLink, ofOrder]) {
      await seedWebhook(storage.store, `msg_${id}`, {
        payment_id: id,
        payload: JSON.stringify({ data: { description: TEXT } }),
      });
    }
    expect(await erasePayer(storage, msisdn(NUMBER), BY)).toEqual({ payments: 0, open: 0 });
    const links = await db.selectFrom('links').select(['id', 'description']).execute();
    expect(new Set(links.map(({ id }) => id))).toEqual(new Set([unpaid.id, shared.id, invoice.id]));
    expect(links.map(({ description }) => description)).toEqual(Array(3).fill('Lamba, [msisdn]'));
    for (const id of [ofLink, ofOrder])
      expect(await read(id)).toMatchObject({ msisdn: '0347654321', description: 'Lamba, [msisdn]' });
    const webhooks = await db.selectFrom('outbox').select('payload').execute();
    expect(JSON.stringify(webhooks)).not.toContain('345 67');
  });

  it.each([
    ['34 123 4567', '[msisdn]'],
    ['034_12_345_67', '[msisdn]'],
    ['(+261) 34-12-34-567.', '([msisdn].'],
    ['0341234567, not 0341234568', '[msisdn], not 0341234568'],
    ['WC-0331112222 of 034 12 345 67', 'WC-0331112222 of [msisdn]'],
  ])('erases the number from the text “%s”, and nothing else', async (description, after) => {
    const { storage } = storages;
    const id = await seedPayment(storage.store, {
      status: 'failed',
      next_check_at: null,
      msisdn: msisdn(NUMBER),
      description,
    });
    await erasePayer(storage, msisdn(NUMBER), BY);
    expect((await read(id))?.description).toBe(after);
  });

  it('leaves the order and the amount in a webhook that is still to be sent', async () => {
    const { storage } = storages;
    const id = await pay(storage);
    const data = { order: `CMD-${NUMBER}`, amount: '341234567' };
    const payload = (description: string) =>
      JSON.stringify({ type: 'payment.completed', data: { ...data, description } });
    await storage.store.db
      .updateTable('outbox')
      .set({ payload: payload(TEXT) })
      .where('payment_id', '=', id)
      .execute();
    await erasePayer(storage, msisdn(NUMBER), BY);
    const row = await storage.store.db
      .selectFrom('outbox')
      .select('payload')
      .where('payment_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.payload).toBe(payload('called [msisdn] and [msisdn]'));
  });

  it('leaves the number to payments that can still change', async () => {
    const { storage } = storages;
    const open = await seedPayment(storage.store, { status: 'unresolved', msisdn: msisdn(NUMBER) });
    const checked = await seedPayment(storage.store, { status: 'failed', next_check_at: 5, msisdn: msisdn(NUMBER) });
    expect(await erasePayer(storage, msisdn(NUMBER), BY)).toEqual({ payments: 0, open: 2 });
    for (const id of [open, checked]) expect((await read(id))?.msisdn).toBe(NUMBER);
  });
});

it('erasePayer leaves the number in none of the files of SQLite', async () => {
  const storages = await openStorages('sqlite');
  try {
    const path = storages.url.slice('file:'.length);
    const files = () => [path, `${path}-wal`].map((file) => readFileSync(file, 'latin1')).join('');
    for (let index = 0; index < 200; index += 1) {
      await pay(storages.storage);
      await seedPayment(storages.storage.store, { msisdn: msisdn(`03765${String(index).padStart(5, '0')}`) });
    }
    expect(files()).toContain(NUMBER);
    await erasePayer(storages.storage, msisdn(NUMBER), BY);
    expect(files()).not.toMatch(/34 ?12 ?345 ?67/);
  } finally {
    await storages.close();
  }
});
