import { STORES } from '@tsena/testkit/stores';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { linkPage } from '../../test/support/linkPage.ts';
import { attempt, changed, newLink, opened, openStorages, type Storages } from '../../test/support/storages.ts';
import { msisdn } from '../../test/support/testCompanion.ts';
import { openAttempt } from './attempts.ts';
import { renewLeases } from './leases.ts';
import { cancelLink } from './links.ts';
import type { Storage } from './storage.ts';

const COOLDOWN_MS = 90_000;
const HOUR = 3_600_000;

describe.each(STORES)('openAttempt on a payment page, on %s', (kind) => {
  let storages: Storages;
  let storage: Storage;
  beforeAll(async () => {
    storages = await openStorages(kind, 3);
    storage = storages.storage;
  });
  beforeEach(async () => {
    await storages.empty();
    await page.open();
  });
  afterAll(() => storages.close());

  const page = linkPage(() => storages);
  const { onPage, accept, accepted, fail } = page;
  const orders = async () =>
    (await storage.store.db.selectFrom('orders').select('reference').orderBy('reference').execute()).map(({ reference }) => reference);

  it('stores the page and its form with the payment', async () => {
    expect(await opened(storage, onPage('ORDER-1', {}, { formHash: 'the-form' }))).toMatchObject({
      link_id: page.link(),
      form_hash: 'the-form',
    });
    expect(await opened(storage, attempt('ORDER-2'))).toMatchObject({ link_id: null, form_hash: null });
  });

  it('opens none on a link that was cancelled or has expired, and leaves no order', async () => {
    await storage.store.transact((work) =>
      work
        .updateTable('links')
        .set({ expires_at: storages.clock.now() + 1000 })
        .execute(),
    );
    const cancelled = await newLink(storage);
    await cancelLink(storage, cancelled, 'Hanta');
    expect(await openAttempt(storage, onPage('ORDER-1', {}, { link: cancelled }))).toEqual({ kind: 'closed', code: 'link_cancelled' });
    await opened(storage, onPage('ORDER-2'));
    storages.clock.advance(1000);
    expect(await openAttempt(storage, onPage('ORDER-3'))).toEqual({ kind: 'closed', code: 'link_expired' });
    expect(await orders()).toEqual(['ORDER-2']);
    expect(await openAttempt(storage, attempt('ORDER-4'))).toMatchObject({ kind: 'opened' });
  });

  describe('of a reusable link, on which each form names an order of its own', () => {
    it('opens no second one for the payer while the cool-down of the first lasts', async () => {
      const first = await accepted('ORDER-1');
      storages.clock.advance(COOLDOWN_MS - 1);
      expect(await openAttempt(storage, onPage('ORDER-2'))).toEqual({ kind: 'exists', payment: first });
      expect(await orders()).toEqual(['ORDER-1']);
      storages.clock.advance(1);
      expect(await openAttempt(storage, onPage('ORDER-2'))).toMatchObject({ kind: 'opened' });
    });

    it('counts the cool-down from when the first was sent', async () => {
      const waiting = await opened(storage, onPage('ORDER-1'));
      storages.clock.advance(COOLDOWN_MS);
      const first = await accept(waiting);
      storages.clock.advance(COOLDOWN_MS - 1);
      expect(await openAttempt(storage, onPage('ORDER-2'))).toEqual({ kind: 'exists', payment: first });
      storages.clock.advance(1);
      expect(await openAttempt(storage, onPage('ORDER-2'))).toMatchObject({ kind: 'opened' });
    });

    it.each(['created', 'sending'] as const)(
      'opens none while the first is %s and its process lives, however long that takes',
      async (status) => {
        const first = await opened(storage, onPage('ORDER-1'));
        if (status === 'sending')
          await changed(storage, first.id, { to: 'sending', set: { sent_at: storages.clock.now() }, event: { kind: 'sending' } });
        storages.clock.advance(COOLDOWN_MS);
        await renewLeases(storage, [first], 12_000);
        storages.clock.advance(11_999);
        expect(await openAttempt(storage, onPage('ORDER-2'))).toMatchObject({ kind: 'exists', payment: { id: first.id, status } });
        storages.clock.advance(1);
        expect(await openAttempt(storage, onPage('ORDER-2'))).toMatchObject({ kind: 'opened' });
      },
    );

    it('opens one beside a pending payment after the cool-down, also during its status check', async () => {
      const first = await accepted('ORDER-1');
      storages.clock.advance(COOLDOWN_MS);
      await storage.store.db
        .updateTable('payments')
        .set({ lease_owner: 'other', lease_until: storages.clock.now() + 1000 })
        .where('id', '=', first.id)
        .execute();
      expect(await openAttempt(storage, onPage('ORDER-2'))).toMatchObject({ kind: 'opened' });
    });

    it('opens none for as long as the clock does not show that the cool-down has passed', async () => {
      const first = await accepted('ORDER-1');
      storages.clock.advance(24 * HOUR);
      const steady = (ms: number): Storage => ({ ...storage, clock: { now: () => storages.clock.now(), steadyFor: () => ms } });
      expect(await openAttempt(steady(COOLDOWN_MS - 1), onPage('ORDER-2'))).toEqual({ kind: 'exists', payment: first });
      expect(await openAttempt(steady(COOLDOWN_MS), onPage('ORDER-2'))).toMatchObject({ kind: 'opened' });
    });

    it.each([
      ['of another payer', async () => void (await accepted('ORDER-1', { msisdn: msisdn('0343500009') }))],
      ['of another link', async () => void (await accepted('ORDER-1', {}, { link: await newLink(storage) }))],
      ['of no link', async () => void (await accept(await opened(storage, attempt('ORDER-1'))))],
      ['that failed', async () => void (await fail(await accepted('ORDER-1')))],
      [
        'that completed',
        async () => void (await changed(storage, (await accepted('ORDER-1')).id, { to: 'completed', event: { kind: 'completed' } })),
      ],
      [
        'that the merchant resolved',
        async () =>
          void (await changed(storage, (await accepted('ORDER-1')).id, {
            set: { resolution: 'not_received' },
            event: { kind: 'resolved' },
          })),
      ],
    ])('opens one beside a payment %s', async (_name, before) => {
      await before();
      expect(await openAttempt(storage, onPage('ORDER-2'))).toMatchObject({ kind: 'opened' });
    });

    it.each(['pending', 'unresolved'] as const)('answers the newest of the payer’s payments, also if it is %s', async (status) => {
      await accepted('ORDER-1', { msisdn: msisdn('0343500009') });
      const older = await accepted('ORDER-1A');
      storages.clock.advance(COOLDOWN_MS);
      const newer = await accepted('ORDER-2');
      await storage.store.db.updateTable('payments').set({ sent_at: storages.clock.now() }).where('id', '=', older.id).execute();
      await storage.store.db.updateTable('payments').set({ status }).where('id', '=', newer.id).execute();
      expect(await openAttempt(storage, onPage('ORDER-3'))).toMatchObject({ kind: 'exists', payment: { id: newer.id, status } });
    });

    it('replaces a payment of the order whose process ended before it was sent', async () => {
      const first = await opened(storage, onPage('ORDER-1'));
      storages.clock.advance(12_000);
      expect(await openAttempt(storage, onPage('ORDER-1'))).toMatchObject({ kind: 'opened', gaveUp: [{ payment: { id: first.id } }] });
    });

    it('still applies the cool-down of an order to its own form', async () => {
      await accepted('ORDER-1');
      storages.clock.advance(COOLDOWN_MS);
      expect(await openAttempt(storage, onPage('ORDER-1'))).toMatchObject({ kind: 'opened', payment: { attempt_number: 2 } });
    });
  });
});
