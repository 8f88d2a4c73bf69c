import { randomUUID } from 'node:crypto';
import type { LinkId, OrderReference } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { changed, newLink, pending, together } from '../../../test/support/storages.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import { backofficeHooks } from '../../composition/backofficeHooks.ts';
import type { Storage } from '../../core/storage/storage.ts';
import type { StoredMail } from '../../database/schema.ts';
import { leaseMails, nextMailDue, queueSummaries, writeMailResult } from './mailRows.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe.each(STORES)('e-mails to the merchant on %s', (kind) => {
  const storages = useStorages(kind, 3);
  const { storage } = storages;

  const mails = (): Promise<StoredMail[]> =>
    storage.store.db.selectFrom('mails').selectAll().orderBy('created_at').orderBy('day').execute();

  const link = (order: string, reusable: boolean, source: 'merchant' | 'shop' = 'merchant'): Promise<LinkId> =>
    newLink(storage, {
      ...{ source, order_reference: order as OrderReference, reusable: reusable ? 1 : 0 },
      claims_hash: source === 'shop' ? randomUUID() : null,
    });

  const complete = (id: Parameters<typeof changed>[1], on = storage) =>
    changed(on, id, {
      to: 'completed',
      set: { final_at: on.clock.now() },
      event: { kind: 'completed' },
      webhook: 'payment.completed',
    });

  const unresolve = (id: Parameters<typeof changed>[1], on = storage) =>
    changed(on, id, { event: { kind: 'outcome_unknown' }, webhook: 'payment.unresolved' });

  const flag = (id: Parameters<typeof changed>[1], on = storage) =>
    changed(on, id, {
      set: { differences: 'amount' },
      event: { kind: 'details_mismatch' },
      webhook: 'payment.review_required',
    });

  async function leaseOne(on = storage): Promise<StoredMail> {
    const [mail] = await leaseMails(on, 1);
    return mail ?? expect.unreachable('no e-mail is due');
  }

  describe('link_paid', () => {
    it('is queued if the order of a link is paid in the shop’s page', async () => {
      await link('ORDER-1', false);
      await complete((await pending(storage, 'ORDER-1')).id);
      expect((await mails()).map((mail) => mail.kind)).toEqual(['link_paid']);
    });

    it('is not queued if the order is only what the orders of a reusable link begin with', async () => {
      await link('POSTER', true);
      await complete((await pending(storage, 'POSTER')).id);
      expect(await mails()).toEqual([]);
    });

    it('is not queued for a shop’s order, though the merchant has links of other orders', async () => {
      await link('ORDER-3', false);
      const id = await link('ORDER-1', false, 'shop');
      await complete((await pending(storage, 'ORDER-1', { page: { link: id, formHash: 'form' } })).id);
      await complete((await pending(storage, 'ORDER-2')).id);
      expect(await mails()).toEqual([]);
    });
  });

  describe('review_required', () => {
    it('is due at once for differences, and after two minutes for an unknown outcome', async () => {
      const now = storages.clock.now();
      await unresolve((await pending(storage, 'ORDER-1')).id);
      expect(await mails()).toMatchObject([
        { kind: 'review_required', next_attempt_at: now + 2 * MINUTE, revision: 1 },
      ]);
      await flag((await pending(storage, 'ORDER-2')).id);
      expect(await mails()).toMatchObject([{ next_attempt_at: now, revision: 2 }]);
    });

    it('is due at once for an overpaid order, also if an unknown outcome is added', async () => {
      const now = storages.clock.now();
      await changed(storage, (await pending(storage, 'ORDER-1')).id, {
        event: { kind: 'order_overpaid' },
        webhook: 'order.overpaid',
      });
      await unresolve((await pending(storage, 'ORDER-2')).id);
      expect(await mails()).toMatchObject([
        { kind: 'review_required', payment_id: null, next_attempt_at: now, revision: 2 },
      ]);
    });

    it('is sent ten minutes after the last one, or later if the payment still waits', async () => {
      const flagged = async (order: string) => flag((await pending(storage, order)).id);
      await flagged('ORDER-1');
      await writeMailResult(storage, await leaseOne(), { status: 'sent' });
      const sentAt = storages.clock.now();
      storages.clock.advance(9 * MINUTE);
      await unresolve((await pending(storage, 'ORDER-2')).id);
      expect(await nextMailDue(storage)).toBe(sentAt + 11 * MINUTE);
      storages.clock.advance(2 * MINUTE);
      await writeMailResult(storage, await leaseOne(), { status: 'sent' });
      storages.clock.advance(9 * MINUTE);
      await flagged('ORDER-3');
      expect(await nextMailDue(storage)).toBe(storages.clock.now() + MINUTE);
      storages.clock.advance(MINUTE);
      await writeMailResult(storage, await leaseOne(), { status: 'sent' });
      storages.clock.advance(10 * MINUTE);
      await flagged('ORDER-4');
      expect(await nextMailDue(storage)).toBe(storages.clock.now());
    });

    it('is one e-mail for payments that need review at the same time, at all instances', async () => {
      const payments = await Promise.all(
        Array.from({ length: 12 }, (_, index) => pending(storages.at(index), `ORDER-${index}`)),
      );
      await together(12, (index) => flag(payments[index]?.id ?? expect.unreachable(), storages.at(index)));
      expect(await mails()).toMatchObject([{ kind: 'review_required', revision: 12 }]);
    });

    it('is sent again for a payment that was added while it was sent', async () => {
      await flag((await pending(storage, 'ORDER-1')).id);
      const first = await leaseOne();
      storages.clock.advance(1000);
      await flag((await pending(storage, 'ORDER-2')).id);
      await writeMailResult(storage, first, { status: 'sent' });
      expect(await mails()).toMatchObject([
        {
          status: 'pending',
          revision: 2,
          delivery_attempts: 0,
          next_attempt_at: storages.clock.now() + 10 * MINUTE,
          created_at: first.created_at,
        },
      ]);
      storages.clock.advance(10 * MINUTE);
      await writeMailResult(storage, await leaseOne(), { status: 'sent' });
      expect(await mails()).toMatchObject([{ status: 'sent', revision: 2 }]);
    });

    it('is not given up with the one during which a payment was added', async () => {
      await flag((await pending(storage, 'ORDER-1')).id);
      const last = await leaseOne();
      await flag((await pending(storage, 'ORDER-2')).id);
      await writeMailResult(storage, last, { status: 'failed', error: 'the mail server refused it' });
      const next = { status: 'pending', delivery_attempts: 0, next_attempt_at: storages.clock.now() + 10 * MINUTE };
      expect(await mails()).toMatchObject([{ ...next, created_at: last.created_at }]);
    });
  });

  describe('daily_summary', () => {
    /** 2026-05-04 in Madagascar, whose time is three hours ahead of UTC. */
    const MIDNIGHT = Date.parse('2026-05-03T21:00:00Z');
    const setClock = (at: number) => storages.clock.advance(at - storages.clock.now());
    const days = async () => (await mails()).map(({ day }) => day);

    it('is queued once a day, five minutes after midnight in Madagascar', async () => {
      setClock(MIDNIGHT - 1);
      await together(9, (index) => queueSummaries(storages.at(index)));
      expect(await days()).toEqual(['2026-05-02']);
      setClock(MIDNIGHT + 5 * MINUTE - 1);
      await together(9, (index) => queueSummaries(storages.at(index)));
      expect(await days()).toEqual(['2026-05-02']);
      setClock(MIDNIGHT + 5 * MINUTE);
      await together(9, (index) => queueSummaries(storages.at(index)));
      expect(await days()).toEqual(['2026-05-02', '2026-05-03']);
    });

    it('is queued for the days that a companion was down, at most seven', async () => {
      setClock(MIDNIGHT + HOUR);
      await queueSummaries(storage);
      storages.clock.advance(3 * DAY);
      await queueSummaries(storage);
      expect(await days()).toEqual(['2026-05-03', '2026-05-04', '2026-05-05', '2026-05-06']);
      storages.clock.advance(30 * DAY);
      await queueSummaries(storage);
      const week = ['2026-05-30', '2026-05-31', '2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04', '2026-06-05'];
      expect((await days()).slice(4)).toEqual(week);
    });

    it('is not queued within ten minutes after the clock stepped', async () => {
      const stepped: Storage = { ...storage, clock: { now: () => MIDNIGHT + HOUR, steadyFor: () => 10 * MINUTE - 1 } };
      await queueSummaries(stepped);
      expect(await days()).toEqual([]);
    });
  });

  it('are not queued without a server and an address', async () => {
    const unconfigured: Storage = { ...storage, hooks: backofficeHooks(() => false) };
    const page = { link: await link('LINK-1', false), formHash: 'form' };
    const payment = await pending(storage, 'LINK-1', { page });
    await flag(payment.id, unconfigured);
    await complete(payment.id, unconfigured);
    expect(await mails()).toEqual([]);
  });

  it('are leased to one worker each, and a worker that lost its lease writes nothing', async () => {
    await flag((await pending(storage, 'ORDER-1')).id);
    const leased = (await together(6, (index) => leaseMails(storages.at(index), 4))).flat();
    expect(leased).toHaveLength(1);
    const [lost] = leased;
    storages.clock.advance(60_001);
    const again = await leaseOne(storages.at(1));
    await writeMailResult(storage, lost ?? again, { status: 'failed', error: 'late' });
    expect(await mails()).toMatchObject([{ status: 'pending', last_error: null }]);
    await writeMailResult(storages.at(1), again, { status: 'sent' });
    expect(await mails()).toMatchObject([{ status: 'sent' }]);
  });
});
