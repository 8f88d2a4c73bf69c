import type { LinkId } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  accept,
  attempt,
  changed,
  newLink,
  openAttempt,
  opened,
  pending,
  type TestAttempt,
  together,
} from '../../../test/support/storages.ts';
import { COOLDOWN_MS, msisdn } from '../../../test/support/testCompanion.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import { markCancelled } from '../../backoffice/links/linkRows.ts';
import { renewLeases } from '../storage/leases.ts';
import type { PageForm } from '../storage/paymentRequest.ts';

describe.each(STORES)('openAttempt on a payment page, on %s', (kind) => {
  const storages = useStorages(kind, 3);
  const { storage } = storages;
  let link: LinkId;
  let forms = 0;
  beforeEach(async () => {
    link = await newLink(storage, { reusable: 1 });
  });

  /** A request from the page of a reusable link, with a form of its own. */
  function onPage(
    order: string,
    change: Parameters<typeof attempt>[1] = {},
    page: Partial<PageForm> = {},
  ): TestAttempt {
    forms += 1;
    return attempt(order, { page: { link, formHash: `form-${forms}`, ...page }, ...change });
  }

  const accepted = async (...request: Parameters<typeof onPage>) =>
    accept(storage, await opened(storage, onPage(...request)));
  const failed = async () =>
    changed(storage, (await accepted('ORDER-1')).id, { to: 'failed', event: { kind: 'failed' } });

  it('opens none on a link that was cancelled or has expired, and leaves no order', async () => {
    await storage.store.db
      .updateTable('links')
      .set({ expires_at: storages.clock.now() + 1000 })
      .execute();
    const cancelled = await newLink(storage);
    await markCancelled(storage, cancelled, { name: 'Hanta', keyId: null, address: null });
    expect(await openAttempt(storage, onPage('ORDER-1', {}, { link: cancelled }))).toEqual({
      kind: 'closed',
      code: 'link_cancelled',
    });
    expect(await opened(storage, onPage('ORDER-2', {}, { formHash: 'form' }))).toMatchObject({
      link_id: link,
      form_hash: 'form',
    });
    storages.clock.advance(1000);
    expect(await openAttempt(storage, onPage('ORDER-3'))).toEqual({ kind: 'closed', code: 'link_expired' });
    expect(await storage.store.db.selectFrom('orders').select('reference').execute()).toEqual([
      { reference: 'ORDER-2' },
    ]);
  });

  describe('of a reusable link, on which each form names an order of its own', () => {
    it('opens no second one for the payer during the cool-down of the first', async () => {
      const waiting = await opened(storage, onPage('ORDER-1'));
      storages.clock.advance(COOLDOWN_MS);
      const first = await accept(storage, waiting);
      storages.clock.advance(COOLDOWN_MS - 1);
      expect(await openAttempt(storage, onPage('ORDER-2'))).toEqual({ kind: 'exists', payment: first });
      storages.clock.advance(1);
      expect(await openAttempt(storage, onPage('ORDER-2'))).toMatchObject({ kind: 'opened' });
    });

    it.each(['created', 'sending'] as const)(
      'opens none while the first is %s and its process lives',
      async (status) => {
        const first = await opened(storage, onPage('ORDER-1'));
        if (status === 'sending') {
          await changed(storage, first.id, {
            to: 'sending',
            set: { sent_at: storages.clock.now() },
            event: { kind: 'sending' },
          });
        }
        storages.clock.advance(COOLDOWN_MS);
        await renewLeases(storage, [first], 12_000);
        storages.clock.advance(11_999);
        expect(await openAttempt(storage, onPage('ORDER-2'))).toMatchObject({
          kind: 'exists',
          payment: { id: first.id, status },
        });
        storages.clock.advance(1);
        expect(await openAttempt(storage, onPage('ORDER-2'))).toMatchObject({ kind: 'opened' });
      },
    );

    it.each([
      ['of another payer', () => accepted('ORDER-1', { msisdn: msisdn('0343500009') })],
      ['of another link', async () => accepted('ORDER-1', {}, { link: await newLink(storage) })],
      ['of no link', () => pending(storage, 'ORDER-1')],
      ['that failed', failed],
      [
        'that the merchant resolved',
        async () =>
          changed(storage, (await accepted('ORDER-1')).id, {
            set: { resolution: 'not_received' },
            event: { kind: 'resolved' },
          }),
      ],
    ])('opens one beside a payment %s', async (_name, before) => {
      await before();
      expect(await openAttempt(storage, onPage('ORDER-2'))).toMatchObject({ kind: 'opened' });
    });

    it('starts one payment when a payer presses on several pages at the same time', async () => {
      const openings = await together(9, (index) => openAttempt(storages.at(index), onPage(`ORDER-${index}`)));
      expect(openings.map(({ kind: what }) => what).sort()).toEqual([...Array(8).fill('exists'), 'opened']);
    });
  });
});
