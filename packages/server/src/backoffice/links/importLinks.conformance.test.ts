import type { Ariary } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { seedPayment } from '../../../test/support/seed.ts';
import { LINK, newLink, untilBlocked } from '../../../test/support/storages.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import { type ImportedLink, importLinks } from './importLinks.ts';
import type { LinkRowOfFile } from './linkFile.ts';
import { insertLink, markCancelled, takenOrder } from './linkRows.ts';

const COLUMNS = { order: 'Commande', amount: 'Montant', description: 'Libellé', expiresAt: 'Échéance' };
const HANTA = { name: 'Hanta', keyId: null, address: null };

describe.each(STORES)('importLinks on %s', (kind) => {
  const storages = useStorages(kind, 2);

  const row = (order: string, change: Partial<LinkRowOfFile> = {}): LinkRowOfFile => ({
    ...{ line: 2, order: order as OrderReference, amount: 25_000 as Ariary },
    ...{ description: undefined, expiresAt: undefined, ...change },
  });
  const current = () => ({ PUBLIC_URL: 'https://pay.example', OPERATOR_ENVIRONMENT: 'sandbox' }) as const;
  const importRows = (rows: readonly LinkRowOfFile[], instance = 0, settings = current) =>
    importLinks({ storage: storages.at(instance), current: settings }, { rows, columns: COLUMNS }, HANTA);
  const links = () => storages.storage.store.db.selectFrom('links').selectAll().orderBy('created_at').execute();
  const idOf = (imported: ImportedLink | undefined) =>
    imported === undefined || imported.result === 'refused' ? undefined : imported.link.id;
  const order = (text: string) => ({ order_reference: text as OrderReference });

  it('creates one link for each row, however often it runs', async () => {
    const rows = [row('A', { description: 'Écolage' }), row('B', { line: 3, amount: 30_000 as Ariary })];
    const first = await importRows(rows);
    expect(first).toMatchObject([
      {
        ...{ line: 2, order: 'A', amount: 25_000, result: 'created' },
        link: { order: 'A', amount: '25000', description: 'Écolage', status: 'active', createdBy: 'Hanta' },
      },
      { line: 3, order: 'B', amount: 30_000, result: 'created', link: { order: 'B', amount: '30000' } },
    ]);
    const second = await importRows(rows);
    expect(second.map(({ result }) => result)).toEqual(['existing', 'existing']);
    expect(second.map(idOf)).toEqual(first.map(idOf));
    expect(await links()).toHaveLength(2);
  });

  it('finishes what an import that ended in the middle has left', async () => {
    const rows = [row('A'), row('B', { line: 3 }), row('C', { line: 4 })];
    let reads = 0;
    const endsAtSecond = () => {
      reads += 1;
      // The first read is that of the whole import; then one for each link that is shown.
      if (reads > 4) throw new Error('the process ends');
      return current();
    };
    await expect(importRows(rows, 0, endsAtSecond)).rejects.toThrow('the process ends');
    const made = await links();
    expect(made.length).toBeGreaterThan(0);
    expect(made.length).toBeLessThan(3);
    const finished = await importRows(rows);
    expect(new Set(finished.map(({ result }) => result))).toEqual(new Set(['existing', 'created']));
    expect(finished.map(({ order: of }) => of)).toEqual(['A', 'B', 'C']);
    expect(await links()).toHaveLength(3);
  });

  it('creates one link for each row when two instances import the file at the same time', async () => {
    const rows = Array.from({ length: 20 }, (_, index) => row(`A${index}`, { line: index + 2 }));
    const [here, there] = await Promise.all([importRows(rows, 0), importRows(rows.toReversed(), 1)]);
    expect(there.toReversed().map(idOf)).toEqual(here.map(idOf));
    expect(await links()).toHaveLength(20);
  });

  it.runIf(kind === 'postgres')('gives the link that another instance is creating for the order', async () => {
    const [first] = storages.instances;
    if (first === undefined) throw new Error('an instance');
    let importing: Promise<ImportedLink[]> = Promise.resolve([]);
    const { id } = await first.store.transact(async (trx) => {
      await takenOrder(first, trx, 'A' as OrderReference);
      const link = await insertLink(first, trx, { ...LINK, ...order('A') });
      importing = importRows([row('A')], 1);
      await untilBlocked(storages, importing);
      return link;
    });
    expect(await importing).toMatchObject([{ result: 'existing', link: { id } }]);
  });

  it('creates no other link for an order whose link is paid, cancelled or expired', async () => {
    const now = storages.clock.now();
    const paid = await newLink(storages.storage, order('PAID'));
    await seedPayment(storages.storage.store, { ...order('PAID'), status: 'completed', final_at: 1 });
    const cancelled = await newLink(storages.storage, order('CANCELLED'));
    await markCancelled(storages.storage, cancelled, HANTA);
    const expired = await newLink(storages.storage, { ...order('EXPIRED'), expires_at: now });
    const imported = await importRows([row('PAID'), row('CANCELLED'), row('EXPIRED', { expiresAt: now })]);
    expect(imported).toMatchObject([
      { result: 'existing', link: { id: paid, status: 'paid' } },
      { result: 'existing', link: { id: cancelled, status: 'cancelled' } },
      { result: 'existing', link: { id: expired, status: 'expired' } },
    ]);
    expect(await links()).toHaveLength(3);
  });

  it('gives the active link of an order before a newer one that was cancelled', async () => {
    const active = await newLink(storages.storage, order('A'));
    storages.clock.advance(1);
    await markCancelled(storages.storage, await newLink(storages.storage, order('A')), HANTA);
    expect(await importRows([row('A')])).toMatchObject([{ result: 'existing', link: { id: active } }]);
  });

  it('refuses a row whose order exists with another amount, and changes nothing', async () => {
    await newLink(storages.storage, { ...order('LINK'), amount: 30_000 });
    const cancelled = await newLink(storages.storage, { ...order('CANCELLED'), amount: 30_000 });
    await markCancelled(storages.storage, cancelled, HANTA);
    await seedPayment(storages.storage.store, { ...order('SHOP'), amount: 30_000 });
    const before = await links();
    expect(await importRows([row('LINK'), row('CANCELLED'), row('SHOP')])).toEqual(
      ['LINK', 'CANCELLED', 'SHOP'].map((of) => ({
        ...{ line: 2, order: of, amount: 25_000 },
        ...{ result: 'refused', refusal: 'other_amount', standingAmount: 30_000 },
      })),
    );
    expect(await links()).toEqual(before);
  });

  it('refuses a row whose order is paid without a link, or has a reusable one', async () => {
    await seedPayment(storages.storage.store, { ...order('SHOP'), status: 'completed', final_at: 1 });
    await newLink(storages.storage, { ...order('POSTER'), reusable: 1 });
    expect(await importRows([row('SHOP'), row('POSTER')])).toMatchObject([
      { result: 'refused', refusal: 'paid_without_link', standingAmount: null },
      { result: 'refused', refusal: 'reusable', standingAmount: null },
    ]);
    expect(await links()).toHaveLength(1);
  });

  it('creates nothing if the date of a row without a link has passed', async () => {
    const expiresAt = storages.clock.now();
    await expect(importRows([row('A'), row('B', { line: 3, expiresAt })])).rejects.toThrow(
      'line 3, column “Échéance”: a day that has not passed, because the order has no link yet',
    );
    expect(await links()).toEqual([]);
  });

  it('creates nothing without PUBLIC_URL', async () => {
    const settings = () => ({ ...current(), PUBLIC_URL: null });
    const importing = importLinks(
      { storage: storages.storage, current: settings },
      { rows: [row('A')], columns: { order: 'Commande', amount: 'Montant', description: null, expiresAt: null } },
      HANTA,
    );
    await expect(importing).rejects.toMatchObject({ code: 'public_url_missing' });
    expect(await links()).toEqual([]);
  });
});
