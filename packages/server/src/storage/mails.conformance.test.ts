import { randomUUID } from 'node:crypto';
import type { LinkId, OrderReference } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { changed, newLink, pending, together } from '../../test/support/storages.ts';
import { useStorages } from '../../test/support/useStorages.ts';
import { correctFutureTimes } from './futureTimes.ts';
import { leaseMails, nextMailDue, queueSummaries, releaseMails, writeMailResult } from './mails.ts';
import type { StoredMail } from './schema.ts';
import type { Storage } from './storage.ts';

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
    changed(on, id, { to: 'completed', set: { final_at: on.clock.now() }, event: { kind: 'completed' }, webhook: 'payment.completed' });

  const unresolve = (id: Parameters<typeof changed>[1], on = storage) =>
    changed(on, id, { event: { kind: 'outcome_unknown' }, webhook: 'payment.unresolved' });

  const flag = (id: Parameters<typeof changed>[1], on = storage) =>
    changed(on, id, { set: { differences: 'amount' }, event: { kind: 'details_mismatch' }, webhook: 'payment.review_required' });

  async function leaseOne(on = storage): Promise<StoredMail> {
    const [mail] = await leaseMails(on, 1);
    return mail ?? expect.unreachable('no e-mail is due');
  }

  describe('link_paid', () => {
    it('is queued in the transaction in which a payment on a link of the merchant completes', async () => {
      const page = { link: await link('LINK-1', false), formHash: 'form' };
      const payment = await pending(storage, 'LINK-1', { page });
      expect(await mails()).toEqual([]);
      await complete(payment.id);
      expect(await mails()).toMatchObject([{ kind: 'link_paid', payment_id: payment.id, status: 'pending', revision: 1 }]);
    });

    it('is queued for each payment of a reusable link', async () => {
      const id = await link('POSTER', true);
      for (const order of ['POSTER-1', 'POSTER-2'])
        await complete((await pending(storage, order, { page: { link: id, formHash: order } })).id);
      expect((await mails()).map((mail) => mail.kind)).toEqual(['link_paid', 'link_paid']);
    });

    it('is queued if the order of a link is paid in the shop’s page', async () => {
      await link('ORDER-1', false);
      await complete((await pending(storage, 'ORDER-1')).id);
      expect((await mails()).map((mail) => mail.kind)).toEqual(['link_paid']);
    });

    it('is queued if the order of a link is paid on the page of the shop', async () => {
      await link('ORDER-1', false);
      const page = await link('ORDER-1', false, 'shop');
      await complete((await pending(storage, 'ORDER-1', { page: { link: page, formHash: 'form' } })).id);
      expect((await mails()).map((mail) => mail.kind)).toEqual(['link_paid']);
    });

    it('is not queued if the order is only what the orders of a reusable link begin with', async () => {
      await link('POSTER', true);
      await complete((await pending(storage, 'POSTER')).id);
      expect(await mails()).toEqual([]);
    });

    it('is not queued for another change of the payment', async () => {
      const page = { link: await link('LINK-1', false), formHash: 'form' };
      const { id } = await pending(storage, 'LINK-1', { page });
      await changed(storage, id, { event: { kind: 'verified' } });
      await changed(storage, id, { to: 'failed', event: { kind: 'failed' }, webhook: 'payment.failed' });
      expect(await mails()).toEqual([]);
    });

    it('is due at once, and not sent yet', async () => {
      const page = { link: await link('LINK-1', false), formHash: 'form' };
      const { id } = await pending(storage, 'LINK-1', { page });
      storages.clock.advance(1000);
      await complete(id);
      const now = storages.clock.now();
      expect(await mails()).toEqual([
        {
          id: expect.stringMatching(/^mail_[A-Za-z0-9_-]{22}$/),
          kind: 'link_paid',
          payment_id: id,
          day: null,
          revision: 1,
          created_at: now,
          status: 'pending',
          delivery_attempts: 0,
          next_attempt_at: now,
          sent_at: null,
          last_error: null,
          lease_owner: null,
          lease_until: null,
          fence: 0,
        },
      ]);
    });

    it('is not queued for a shop’s order, though the merchant has links of other orders', async () => {
      await link('ORDER-3', false);
      const id = await link('ORDER-1', false, 'shop');
      await complete((await pending(storage, 'ORDER-1', { page: { link: id, formHash: 'form' } })).id);
      await complete((await pending(storage, 'ORDER-2')).id);
      expect(await mails()).toEqual([]);
    });

    it('is not queued if the transaction of the completion is rolled back', async () => {
      const page = { link: await link('LINK-1', false), formHash: 'form' };
      const { id } = await pending(storage, 'LINK-1', { page });
      const failing: Storage = {
        ...storage,
        store: {
          ...storage.store,
          transact: (work) =>
            storage.store.transact(async (transaction) => {
              await work(transaction);
              throw new Error('the disk is full');
            }),
        },
      };
      await expect(complete(id, failing)).rejects.toThrow('the disk is full');
      expect(await mails()).toEqual([]);
    });
  });

  describe('review_required', () => {
    it('is due at once for details that differ, and after two minutes for an unknown outcome', async () => {
      const now = storages.clock.now();
      await unresolve((await pending(storage, 'ORDER-1')).id);
      expect(await mails()).toMatchObject([{ kind: 'review_required', next_attempt_at: now + 2 * MINUTE, revision: 1 }]);
      await flag((await pending(storage, 'ORDER-2')).id);
      expect(await mails()).toMatchObject([{ next_attempt_at: now, revision: 2 }]);
    });

    it('is due at once for an overpaid order, and stays due when an unknown outcome is added', async () => {
      const now = storages.clock.now();
      await changed(storage, (await pending(storage, 'ORDER-1')).id, { event: { kind: 'order_overpaid' }, webhook: 'order.overpaid' });
      await unresolve((await pending(storage, 'ORDER-2')).id);
      expect(await mails()).toMatchObject([{ kind: 'review_required', payment_id: null, next_attempt_at: now, revision: 2 }]);
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

    it('waits ten minutes from now, if the last one was sent by a clock that was ahead', async () => {
      await flag((await pending(storage, 'ORDER-1')).id);
      storages.clock.advance(DAY);
      await writeMailResult(storage, await leaseOne(), { status: 'sent' });
      storages.clock.advance(-DAY);
      await flag((await pending(storage, 'ORDER-2')).id);
      expect(await nextMailDue(storage)).toBe(storages.clock.now() + 10 * MINUTE);
    });

    it('does not wait for the e-mail about a paid link or the summary of a day', async () => {
      const page = { link: await link('LINK-1', false), formHash: 'form' };
      await complete((await pending(storage, 'LINK-1', { page })).id);
      await writeMailResult(storage, await leaseOne(), { status: 'sent' });
      await flag((await pending(storage, 'ORDER-1')).id);
      expect(await nextMailDue(storage)).toBe(storages.clock.now());
    });

    it('that had nothing to report any more is dropped, and does not delay the next', async () => {
      await flag((await pending(storage, 'ORDER-1')).id);
      const mail = await leaseOne();
      await writeMailResult(storage, mail, { status: 'dropped' });
      expect(await mails()).toEqual([{ ...mail, status: 'dropped', lease_owner: null, lease_until: null }]);
      storages.clock.advance(1000);
      await flag((await pending(storage, 'ORDER-2')).id);
      expect(await nextMailDue(storage)).toBe(storages.clock.now());
    });

    it('that had nothing to report is due at once for a payment that was added meanwhile', async () => {
      await flag((await pending(storage, 'ORDER-1')).id);
      storages.clock.advance(1000);
      const mail = await leaseOne();
      const leasedAt = storages.clock.now();
      storages.clock.advance(1000);
      await flag((await pending(storage, 'ORDER-2')).id);
      await writeMailResult(storage, mail, { status: 'dropped' });
      expect(await mails()).toMatchObject([
        {
          status: 'pending',
          revision: 2,
          delivery_attempts: 0,
          next_attempt_at: storages.clock.now(),
          created_at: leasedAt,
          sent_at: null,
        },
      ]);
    });

    it('is not sent again after it failed for good', async () => {
      await flag((await pending(storage, 'ORDER-1')).id);
      const mail = await leaseOne();
      await writeMailResult(storage, mail, { status: 'failed', error: 'no such mailbox' });
      expect(await mails()).toEqual([
        { ...mail, status: 'failed', delivery_attempts: 1, last_error: 'no such mailbox', lease_owner: null, lease_until: null },
      ]);
      storages.clock.advance(DAY);
      expect([await leaseMails(storage, 1), await nextMailDue(storage)]).toEqual([[], undefined]);
    });

    it('forgets the error of earlier attempts once it is sent', async () => {
      await flag((await pending(storage, 'ORDER-1')).id);
      const nextAttemptAt = storages.clock.now() + HOUR;
      await writeMailResult(storage, await leaseOne(), { status: 'pending', nextAttemptAt, error: 'no connection' });
      expect(await nextMailDue(storage)).toBe(nextAttemptAt);
      storages.clock.advance(HOUR);
      const mail = await leaseOne();
      await writeMailResult(storage, mail, { status: 'sent' });
      expect(await mails()).toEqual([
        {
          ...mail,
          status: 'sent',
          delivery_attempts: 2,
          sent_at: storages.clock.now(),
          last_error: null,
          lease_owner: null,
          lease_until: null,
        },
      ]);
    });

    it('is one e-mail for payments that need review at the same time, at all instances', async () => {
      const payments = await Promise.all(Array.from({ length: 12 }, (_, index) => pending(storages.at(index), `ORDER-${index}`)));
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

    it('is sent at most every ten minutes', async () => {
      await flag((await pending(storage, 'ORDER-1')).id);
      await writeMailResult(storage, await leaseOne(), { status: 'sent' });
      const sentAt = storages.clock.now();
      storages.clock.advance(3 * MINUTE);
      await flag((await pending(storage, 'ORDER-2')).id);
      expect(await leaseMails(storage, 1)).toEqual([]);
      expect(await nextMailDue(storage)).toBe(sentAt + 10 * MINUTE);
    });

    it('keeps the schedule of attempts when another payment is added after a failed attempt', async () => {
      await flag((await pending(storage, 'ORDER-1')).id);
      const nextAttemptAt = storages.clock.now() + HOUR;
      await writeMailResult(storage, await leaseOne(), { status: 'pending', nextAttemptAt, error: 'no connection' });
      await flag((await pending(storage, 'ORDER-2')).id);
      expect(await mails()).toMatchObject([{ delivery_attempts: 1, next_attempt_at: nextAttemptAt, last_error: 'no connection' }]);
    });
  });

  describe('daily_summary', () => {
    /** 2026-05-04 in Madagascar, whose time is three hours ahead of UTC. */
    const MIDNIGHT = Date.parse('2026-05-03T21:00:00Z');
    const setClock = (at: number) => storages.clock.advance(at - storages.clock.now());
    const days = async () => (await mails()).map(({ day }) => day);

    it('is queued once a day, five minutes after midnight in Madagascar, at three instances that ask at the same time', async () => {
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

    it('is asked for in the database once a day by each process', async () => {
      setClock(MIDNIGHT + HOUR);
      expect(await queueSummaries(storage)).toBe('2026-05-03');
      await storage.store.db.deleteFrom('mails').execute();
      expect(await queueSummaries(storage, '2026-05-03')).toBe('2026-05-03');
      expect(await days()).toEqual([]);
      expect(await queueSummaries(storage, '2026-05-02')).toBe('2026-05-03');
      expect(await days()).toEqual(['2026-05-03']);
    });

    it('is due at once', async () => {
      setClock(MIDNIGHT + HOUR);
      await queueSummaries(storage);
      expect(await mails()).toMatchObject([
        { kind: 'daily_summary', payment_id: null, next_attempt_at: MIDNIGHT + HOUR, created_at: MIDNIGHT + HOUR },
      ]);
    });

    it('is queued ten minutes after the clock stepped, and the day is not taken for queued before', async () => {
      setClock(MIDNIGHT + HOUR);
      const steady = (steadyForMs: number): Storage => ({
        ...storage,
        clock: { now: () => MIDNIGHT + HOUR, steadyFor: () => steadyForMs },
      });
      expect(await queueSummaries(steady(10 * MINUTE - 1), '2026-05-02')).toBe('2026-05-02');
      expect(await queueSummaries(steady(10 * MINUTE), '2026-05-02')).toBe('2026-05-03');
      expect(await days()).toEqual(['2026-05-03']);
      expect(await queueSummaries({ ...storage, mailsEnabled: false }, '2026-05-01')).toBe('2026-05-01');
    });

    it('is not queued again after it was sent and the companion restarted', async () => {
      setClock(MIDNIGHT + HOUR);
      await queueSummaries(storage);
      await writeMailResult(storage, await leaseOne(), { status: 'sent' });
      storages.clock.advance(HOUR);
      await queueSummaries(storages.at(1));
      expect(await mails()).toMatchObject([{ day: '2026-05-03', status: 'sent' }]);
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

    it('is queued again after a clock that was ahead was set back to a day that is not over', async () => {
      setClock(MIDNIGHT + HOUR);
      await queueSummaries(storage);
      setClock(MIDNIGHT - 2 * HOUR);
      await correctFutureTimes(storage, { byMs: 3 * HOUR, polledForMs: DAY, longestDelaysMs: [] });
      expect(await days()).toEqual([]);
      setClock(MIDNIGHT + HOUR);
      await queueSummaries(storage);
      expect(await days()).toEqual(['2026-05-03']);
    });

    it('is queued after a companion ran with a clock that was a year ahead', async () => {
      setClock(MIDNIGHT + 365 * DAY);
      await queueSummaries(storage);
      setClock(MIDNIGHT + HOUR);
      await queueSummaries(storages.at(1));
      expect(await days()).toContain('2026-05-03');
    });
  });

  it('are not queued without SMTP_URL', async () => {
    const unconfigured: Storage = { ...storage, mailsEnabled: false };
    const page = { link: await link('LINK-1', false), formHash: 'form' };
    const payment = await pending(storage, 'LINK-1', { page });
    await flag(payment.id, unconfigured);
    await complete(payment.id, unconfigured);
    await queueSummaries(unconfigured);
    expect(await mails()).toEqual([]);
  });

  it('are queued without WEBHOOK_URL', async () => {
    const withoutWebhooks: Storage = { ...storage, webhooks: null };
    const page = { link: await link('LINK-1', false), formHash: 'form' };
    await complete((await pending(storage, 'LINK-1', { page })).id, withoutWebhooks);
    expect(await mails()).toMatchObject([{ kind: 'link_paid' }]);
    expect(await storage.store.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
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

  it('are given back at a stop', async () => {
    await flag((await pending(storage, 'ORDER-1')).id);
    await leaseOne();
    expect(await leaseMails(storages.at(1), 1)).toEqual([]);
    await releaseMails(storage);
    expect(await leaseMails(storages.at(1), 1)).toHaveLength(1);
  });

  it('that wait until a time far ahead are due after the clock was set back', async () => {
    await flag((await pending(storage, 'ORDER-1')).id);
    await writeMailResult(storage, await leaseOne(), { status: 'pending', nextAttemptAt: storages.clock.now() + 30 * DAY, error: 'x' });
    await correctFutureTimes(storage, { byMs: 0, polledForMs: DAY, longestDelaysMs: [] });
    expect(await leaseMails(storage, 1)).toHaveLength(1);
  });
});
