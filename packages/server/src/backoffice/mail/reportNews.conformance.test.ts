import { randomUUID } from 'node:crypto';
import type { LinkId, OrderReference } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { beforeEach, describe, expect, it } from 'vitest';
import { testSettings } from '../../../test/support/operatorFixture.ts';
import { changed, changedWithin, leaseWebhook, newLink, pending, together } from '../../../test/support/storages.ts';
import { endsOf, useStorages } from '../../../test/support/useStorages.ts';
import { lowerDueTimes } from '../../core/storage/dueTimes.ts';
import { writeDelivery } from '../../core/storage/outbox.ts';
import type { Storage } from '../../core/storage/storage.ts';
import type { StoredPayment } from '../../database/schema.ts';
import { createLog } from '../../log/log.ts';
import { leaseWithNews, type MailerOptions, reportNews } from './reportNews.ts';
import type { OutgoingMail, SendResult } from './smtp.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const DOWN = { kind: 'failed', error: 'no connection to the mail server (ECONNREFUSED)' } as const;
const REFUSED = { kind: 'refused', error: 'the mail server answered 550 to RCPT TO' } as const;

describe.each(STORES)('e-mails to the merchant on %s', (kind) => {
  const storages = useStorages(kind, 3);
  const { storage } = storages;
  /** How the mail server answers an e-mail. */
  let answer: (mail: OutgoingMail) => SendResult;
  let accepted: OutgoingMail[];
  let isOn: boolean;
  beforeEach(async () => {
    answer = () => ({ kind: 'sent' });
    accepted = [];
    isOn = true;
    storages.clock.advance(Date.parse('2026-05-03T09:00:00Z') - storages.clock.now());
    await look();
  });

  const optionsOf = (on: Storage): MailerOptions => ({
    storage: on,
    smtp: {
      async send(mail) {
        const result = answer(mail);
        if (result.kind === 'sent') accepted.push(mail);
        return result;
      },
      check: async () => ({ kind: 'sent' }),
    },
    current: () =>
      testSettings('https://operator.test', {
        OPERATOR_ENVIRONMENT: 'production',
        SMTP_URL: 'smtp://localhost',
        ...(isOn ? { NOTIFY_EMAIL: 'owner@shop.example' } : {}),
        NOTIFY_LANGUAGE: 'en',
      }),
    log: createLog('silent'),
    random: () => 0.5,
    stopped: new AbortController().signal,
    onSent: () => undefined,
    onAttempted: () => undefined,
  });

  /** Lets a mailer look once, and send what it finds. Returns the e-mails that the server has accepted meanwhile. */
  async function look(on: Storage = storage): Promise<OutgoingMail[]> {
    const before = accepted.length;
    for (const row of await leaseWithNews(optionsOf(on), 4)) await reportNews(optionsOf(on), row);
    return accepted.slice(before);
  }

  const subjects = async (on?: Storage) => (await look(on)).map(({ subject }) => subject);
  /** The orders in each e-mail that is no summary. */
  const ordersIn = (mails: readonly OutgoingMail[]) =>
    mails.filter(({ subject }) => !subject.startsWith('Summary')).map(({ text }) => text.match(/ORDER-\d+/g) ?? []);
  const orders = async () => ordersIn(await look());
  const pass = (ms: number) => storages.clock.advance(ms);
  const row = async (of: 'link_paid' | 'review_required' | 'daily_summary') =>
    storage.store.db.selectFrom('mail_kinds').selectAll().where('kind', '=', of).executeTakeFirstOrThrow();

  const link = (order: string, reusable = false, source: 'merchant' | 'shop' = 'merchant'): Promise<LinkId> =>
    newLink(storage, {
      ...{ source, order_reference: order as OrderReference, reusable: reusable ? 1 : 0 },
      claims_hash: source === 'shop' ? randomUUID() : null,
    });

  const completion = (at: number) =>
    ({
      to: 'completed',
      set: { final_at: at, verified: 1 },
      event: { kind: 'completed' },
      webhook: 'payment.completed',
    }) as const;
  const complete = ({ id }: Pick<StoredPayment, 'id'>, at = storages.clock.now()) =>
    changed(storage, id, completion(at));
  /** A link of the merchant is paid. */
  async function payLink(order: string): Promise<void> {
    await link(order);
    await complete(await pending(storage, order));
  }

  const unresolve = ({ id }: Pick<StoredPayment, 'id'>) =>
    changed(storage, id, {
      to: 'unresolved',
      event: { kind: 'outcome_unknown' },
      webhook: 'payment.unresolved',
    });
  const differ = ({ id }: Pick<StoredPayment, 'id'>) =>
    changed(storage, id, {
      set: { differences: 'amount' },
      event: { kind: 'details_mismatch' },
      webhook: 'payment.review_required',
    });
  const unresolved = async (order: string) => {
    const payment = await pending(storage, order);
    await storage.store.db.updateTable('payments').set({ status: 'sending' }).where('id', '=', payment.id).execute();
    return unresolve(payment);
  };
  const differing = async (order: string) => differ(await pending(storage, order));

  describe('about paid links', () => {
    it('report a payment of the order of a link in the shop’s page too, once', async () => {
      await payLink('ORDER-1');
      expect(await subjects()).toEqual(['Payment link paid']);
      for (const time of [5 * MINUTE, 6 * MINUTE, DAY]) {
        pass(time);
        expect(await orders()).toEqual([]);
      }
    });

    it('report no other payments: of a shop’s order, or of an order like the name of a reusable link', async () => {
      await link('ORDER-3');
      await link('ORDER-4', true);
      const page = { link: await link('ORDER-1', false, 'shop'), formHash: 'form' };
      await complete(await pending(storage, 'ORDER-1', { page }));
      await complete(await pending(storage, 'ORDER-2'));
      await complete(await pending(storage, 'ORDER-4'));
      expect(await subjects()).toEqual([]);
    });

    it('report two that were paid meanwhile in one, and none of them again', async () => {
      await payLink('ORDER-1');
      pass(1000);
      await payLink('ORDER-2');
      expect(await orders()).toEqual([['ORDER-1', 'ORDER-2']]);
      for (let index = 3; index < 10; index += 1) {
        pass(2 * MINUTE);
        await payLink(`ORDER-${index}`);
        expect(await orders()).toEqual([[`ORDER-${index}`]]);
      }
    });

    it('list 20, and the rest in the next one', async () => {
      for (let index = 10; index < 55; index += 1) {
        await payLink(`ORDER-${index}`);
        if (index > 12) pass(30_000);
      }
      const rounds = [await orders(), await orders(), await orders(), await orders()];
      expect(rounds.map((mails) => mails.map((listed) => listed.length))).toEqual([[20], [20], [5], []]);
      expect(new Set(rounds.flat(2)).size).toBe(45);
    });

    it('report a payment whose transaction ends up to ten minutes after the last one was accepted', async () => {
      await link('ORDER-1');
      const late = await pending(storage, 'ORDER-1');
      const at = storages.clock.now();
      pass(10 * MINUTE - 1);
      await payLink('ORDER-2');
      expect(await orders()).toEqual([['ORDER-2']]);
      await complete(late, at);
      expect(await orders()).toEqual([['ORDER-1']]);
      expect(await orders()).toEqual([]);
    });

    it('are not held up by those that the server refuses, and report the next payment', async () => {
      answer = ({ subject }) => (subject.startsWith('Payment link') ? REFUSED : { kind: 'sent' });
      await payLink('ORDER-1');
      await differing('ORDER-2');
      expect(await orders()).toEqual([['ORDER-2']]);
      expect(await row('link_paid')).toMatchObject({ last_error: REFUSED.error, delivery_attempts: 0 });
      expect((await row('link_paid')).failed_at).toBe(storages.clock.now());
      answer = () => ({ kind: 'sent' });
      await payLink('ORDER-3');
      expect(await orders()).toEqual([['ORDER-3']]);
      expect(await row('link_paid')).toMatchObject({ last_error: null, failed_at: null });
    });
  });

  describe('about payments that need review', () => {
    it('are sent at once for differences, without an outcome that may still become known', async () => {
      await unresolved('ORDER-1');
      await differing('ORDER-2');
      expect(await orders()).toEqual([['ORDER-2']]);
    });

    it('are sent two minutes after a request whose outcome is unknown', async () => {
      await unresolved('ORDER-1');
      pass(1000);
      await unresolved('ORDER-2');
      pass(2 * MINUTE - 1001);
      expect(await orders()).toEqual([]);
      pass(1);
      expect(await orders()).toEqual([['ORDER-1']]);
      pass(10 * MINUTE);
      expect(await orders()).toEqual([['ORDER-2']]);
    });

    it('report no outcome that became known within two minutes', async () => {
      await complete(await unresolved('ORDER-1'));
      pass(2 * MINUTE);
      expect(await orders()).toEqual([]);
    });

    it('are sent ten minutes after the last one, or later if an outcome may still become known', async () => {
      await differing('ORDER-1');
      expect(await orders()).toEqual([['ORDER-1']]);
      pass(9 * MINUTE);
      await unresolved('ORDER-2');
      await differing('ORDER-3');
      expect(await orders()).toEqual([]);
      pass(MINUTE);
      expect(await orders()).toEqual([['ORDER-3']]);
      pass(10 * MINUTE);
      expect(await orders()).toEqual([['ORDER-2']]);
      pass(10 * MINUTE);
      await differing('ORDER-4');
      expect(await orders()).toEqual([['ORDER-4']]);
    });

    it('report a payment again for another reason, and not because it has changed otherwise', async () => {
      const payment = await unresolved('ORDER-1');
      pass(2 * MINUTE);
      expect(await orders()).toEqual([['ORDER-1']]);
      pass(10 * MINUTE);
      await changed(storage, payment.id, { event: { kind: 'callback' } });
      expect(await orders()).toEqual([]);
      await differ(payment);
      expect(await orders()).toEqual([['ORDER-1']]);
    });

    it('report the second payment of an order, once', async () => {
      const first = await pending(storage, 'ORDER-1');
      await changed(storage, first.id, { to: 'failed', event: { kind: 'failed' } });
      const second = await pending(storage, 'ORDER-1');
      await complete(first);
      await complete(second);
      await changed(storage, second.id, {
        event: { kind: 'order_overpaid' },
        webhook: 'order.overpaid',
      });
      expect(await orders()).toEqual([['ORDER-1']]);
      for (let time = 0; time < 3; time += 1) {
        pass(10 * MINUTE);
        expect(await orders()).toEqual([]);
      }
    });

    it('list 20 of many, the newest first, and say how many more there are', async () => {
      for (let index = 10; index < 35; index += 1) {
        await differing(`ORDER-${index}`);
        pass(1000);
      }
      const [mail, ...more] = await look();
      expect(more).toEqual([]);
      expect(mail?.subject).toBe('Payments that need review: 25');
      expect(mail?.text).toContain('Further payments: 5\n');
      expect(mail?.text.match(/ORDER-\d+/g)).toEqual(Array.from({ length: 20 }, (_, index) => `ORDER-${34 - index}`));
      pass(10 * MINUTE);
      expect(await orders()).toEqual([]);
    });
  });

  describe('about a shop that accepts no webhook', () => {
    const REFUSED_WEBHOOK = { ms: 120, status: 500, body: 'Fatal error', error: 'the endpoint answered 500' } as const;
    const ENDPOINT = 'https://shop.example/webhooks';
    /** An attempt to deliver the oldest webhook. The next one is due after a while. */
    async function attempt(isAccepted: boolean, nextInMs: number): Promise<void> {
      const webhook = await leaseWebhook(storage);
      const failed = {
        status: 'pending',
        nextAttemptAt: storages.clock.now() + nextInMs,
        failed: REFUSED_WEBHOOK,
      } as const;
      await writeDelivery(storage, webhook, isAccepted ? { status: 'delivered' } : failed, ENDPOINT);
    }
    /** Two webhooks of a payment wait, and two attempts fail within five seconds. */
    async function fail(order: string): Promise<void> {
      const payment = await pending(storage, order);
      await changed(storage, payment.id, { to: 'failed', event: { kind: 'failed' }, webhook: 'payment.failed' });
      await attempt(false, 5000);
      pass(5000);
      await attempt(false, 5 * HOUR);
    }
    const failures = async () => (await subjects()).filter((subject) => subject.startsWith('Your shop'));

    it('are sent once, ten minutes after the first attempt that failed, with the last answer', async () => {
      await fail('ORDER-1');
      pass(10 * MINUTE - 5001);
      expect(await failures()).toEqual([]);
      pass(1);
      const [mail, ...more] = await look();
      expect(more).toEqual([]);
      expect(mail?.subject).toBe('Your shop accepts no webhooks');
      expect(mail?.text).toContain(
        'Waiting webhooks: 1\nSince: 2026-05-03 12:00:00\nLast attempt: 2026-05-03 12:00:05\nAnswer: 500\n',
      );
      pass(4 * HOUR);
      expect(await failures()).toEqual([]);
    });

    it('are not sent if the shop recovers before, and are sent again for a later failure', async () => {
      await fail('ORDER-1');
      pass(5 * HOUR);
      await attempt(true, 0);
      expect(await failures()).toEqual([]);
      await fail('ORDER-2');
      pass(10 * MINUTE);
      expect(await failures()).toHaveLength(1);
      pass(5 * HOUR);
      await attempt(true, 0);
      await fail('ORDER-3');
      pass(10 * MINUTE);
      expect(await failures()).toHaveLength(1);
    });

    it('wait after a stop of the companion for the next attempt, which tells whether it is true still', async () => {
      await fail('ORDER-1');
      pass(2 * DAY);
      expect(await failures()).toEqual([]);
      await attempt(false, 5 * HOUR);
      expect(await failures()).toHaveLength(1);
    });

    it('say nothing of a failure from before the address was set, as in the first minutes of a new version', async () => {
      await fail('ORDER-1');
      await storage.store.db.deleteFrom('mail_kinds').where('kind', '=', 'shop_failure').execute();
      pass(10 * MINUTE);
      expect(await failures()).toEqual([]);
      pass(HOUR);
      expect(await failures()).toEqual([]);
    });

    it('are not sent while the shop has no address', async () => {
      await fail('ORDER-1');
      pass(10 * MINUTE);
      const silent = { ...storage, webhooks: { ...storage.webhooks, endpoint: null } };
      expect(await subjects(silent)).toEqual([]);
    });
  });

  describe('with the summary of a day', () => {
    /** 2026-05-04 in Madagascar, whose time is three hours ahead of UTC. */
    const MIDNIGHT = Date.parse('2026-05-03T21:00:00Z');
    const setClock = (at: number) => pass(at - storages.clock.now());
    const day = (number: string) => `Summary of 2026-05-${number}`;

    it('are sent five minutes after midnight in Madagascar, once, by one instance', async () => {
      await complete(await pending(storage, 'ORDER-1'));
      setClock(MIDNIGHT + 5 * MINUTE - 1);
      expect(await subjects()).toEqual([]);
      setClock(MIDNIGHT + 5 * MINUTE);
      await together(9, (index) => look(storages.at(index)));
      expect(accepted.map(({ subject }) => subject)).toEqual([day('03')]);
      setClock(MIDNIGHT + 23 * HOUR);
      expect(await subjects()).toEqual([]);
    });

    it('are not sent for a day without payments', async () => {
      setClock(MIDNIGHT + DAY);
      await look();
      await complete(await pending(storage, 'ORDER-1'));
      setClock(MIDNIGHT + 2 * DAY + HOUR);
      expect([await subjects(), await subjects(), await subjects()]).toEqual([[], [day('05')], []]);
    });

    it('are sent for the days that a companion was down, at most seven', async () => {
      for (let days = 0; days < 10; days += 1) {
        await complete(await pending(storage, `ORDER-${days}`));
        pass(DAY);
      }
      const sent: string[] = [];
      for (let looks = 0; looks < 12; looks += 1) sent.push(...(await subjects()));
      expect(sent).toEqual(['06', '07', '08', '09', '10', '11', '12'].map(day));
    });

    it('are not sent within ten minutes after the clock stepped', async () => {
      await complete(await pending(storage, 'ORDER-1'));
      setClock(MIDNIGHT + HOUR);
      const stepped = (steadyForMs: number): Storage => ({
        ...storage,
        clock: { now: () => storages.clock.now(), steadyFor: () => steadyForMs },
      });
      expect(await subjects(stepped(10 * MINUTE - 1))).toEqual([]);
      expect(await subjects(stepped(10 * MINUTE))).toEqual([day('03')]);
    });
  });

  describe('that cannot be sent', () => {
    it('are tried again after 30 s, 2, 10 and 30 minutes, then each hour, with what is new meanwhile', async () => {
      answer = () => DOWN;
      await payLink('ORDER-1');
      await look();
      for (const delay of [MINUTE / 2, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, HOUR]) {
        const { next_attempt_at, last_error } = await row('link_paid');
        expect([next_attempt_at, last_error]).toEqual([storages.clock.now() + delay, DOWN.error]);
        pass(delay);
        await look();
      }
      await payLink('ORDER-2');
      answer = () => ({ kind: 'sent' });
      expect(await orders()).toEqual([]);
      pass(HOUR);
      expect(await orders()).toEqual([['ORDER-1', 'ORDER-2']]);
      expect(await row('link_paid')).toMatchObject({ delivery_attempts: 0, failing_since: null, failed_at: null });
    });

    it.each([71, 75])('report what happened during an outage of %i hours', async (hours) => {
      answer = () => DOWN;
      await payLink('ORDER-1');
      await look();
      pass(2 * HOUR);
      await payLink('ORDER-2');
      for (let hour = 2; hour < hours; hour += 1) {
        await look();
        pass(HOUR);
      }
      answer = () => ({ kind: 'sent' });
      const isGivenUp = hours > 72;
      expect((await row('link_paid')).failed_at !== null).toBe(isGivenUp);
      expect(await orders()).toEqual([isGivenUp ? ['ORDER-2'] : ['ORDER-1', 'ORDER-2']]);
      expect((await row('link_paid')).failed_at).toBeNull();
    });

    it('end after 72 hours, when nothing younger is left', async () => {
      answer = () => DOWN;
      await payLink('ORDER-1');
      await differing('ORDER-2');
      for (let hour = 0; hour < 76; hour += 1) {
        await look();
        pass(HOUR);
      }
      answer = () => ({ kind: 'sent' });
      expect((await orders()).flat()).toEqual([]);
      for (const of of ['link_paid', 'review_required'] as const)
        expect(await row(of)).toMatchObject({ delivery_attempts: 0, failing_since: null, last_error: DOWN.error });
    });

    it('are not given up because the clock was four days ahead for a while', async () => {
      answer = () => DOWN;
      await payLink('ORDER-1');
      await look();
      pass(2 * HOUR);
      await look();
      pass(4 * DAY);
      await look();
      pass(-4 * DAY);
      await lowerDueTimes(storage, { longestDelaysMs: [] });
      pass(MINUTE);
      answer = () => ({ kind: 'sent' });
      expect((await orders()).flat()).toEqual(['ORDER-1']);
    });

    it('are tried once at least after a longer stop of the companion', async () => {
      await payLink('ORDER-1');
      pass(5 * DAY);
      answer = () => DOWN;
      await look();
      pass(MINUTE);
      answer = () => ({ kind: 'sent' });
      expect((await orders()).flat()).toContain('ORDER-1');
    });

    it('keep the days whose summary is younger than 72 hours', async () => {
      answer = () => DOWN;
      await complete(await pending(storage, 'ORDER-1'));
      pass(DAY);
      await complete(await pending(storage, 'ORDER-2'));
      for (let hour = 0; hour < 74; hour += 1) {
        await look();
        pass(HOUR);
      }
      answer = () => ({ kind: 'sent' });
      expect([await subjects(), await subjects()].flat()).toEqual(['Summary of 2026-05-04']);
    });
  });

  it('have the same Message-ID if the same is sent again, and another one with something more', async () => {
    const ids: string[] = [];
    answer = ({ id }) => {
      ids.push(id);
      return DOWN;
    };
    await payLink('ORDER-1');
    await look();
    pass(MINUTE);
    await look();
    await payLink('ORDER-2');
    pass(HOUR);
    await look();
    expect(ids.map((id) => ids.indexOf(id))).toEqual([0, 0, 2]);
  });

  it('report nothing of the time without an address', async () => {
    await payLink('ORDER-1');
    expect(await orders()).toEqual([['ORDER-1']]);
    isOn = false;
    await look();
    await payLink('ORDER-2');
    await differing('ORDER-3');
    pass(DAY);
    isOn = true;
    expect(await look()).toEqual([]);
    await payLink('ORDER-4');
    expect(await orders()).toEqual([['ORDER-4']]);
  });

  it('are sent by one of several instances', async () => {
    await payLink('ORDER-1');
    await together(6, (index) => look(storages.at(index)));
    expect(ordersIn(accepted)).toEqual([['ORDER-1']]);
  });

  it('are sent by another instance if the first is killed meanwhile, which then writes nothing', async () => {
    await payLink('ORDER-1');
    const [lost] = await leaseWithNews(optionsOf(storage), 3);
    expect(await subjects(storages.at(1))).toEqual([]);
    pass(60_001);
    expect(await subjects(storages.at(1))).toEqual(['Payment link paid']);
    const before = await row('link_paid');
    answer = () => DOWN;
    await payLink('ORDER-2');
    await reportNews(optionsOf(storage), lost ?? expect.unreachable('it had a lease'));
    expect(await row('link_paid')).toEqual(before);
  });

  it('are not lost after the clock was ahead', async () => {
    pass(2 * DAY);
    await payLink('ORDER-1');
    answer = ({ subject }) => (subject.startsWith('Payment link') ? { kind: 'sent' } : DOWN);
    await look();
    pass(-2 * DAY);
    answer = () => ({ kind: 'sent' });
    await payLink('ORDER-2');
    expect(await orders()).toEqual([['ORDER-2']]);
    pass(MINUTE);
    await payLink('ORDER-3');
    pass(11 * MINUTE);
    expect(await orders()).toEqual([['ORDER-3']]);
    await differing('ORDER-4');
    expect(await orders()).toEqual([['ORDER-4']]);
  });

  it('about what needs review are not late after the clock was three hours ahead', async () => {
    pass(3 * HOUR);
    await differing('ORDER-1');
    expect(await orders()).toEqual([['ORDER-1']]);
    pass(-3 * HOUR);
    expect(await orders()).toEqual([]);
    pass(2 * HOUR + 5 * MINUTE);
    await differing('ORDER-2');
    expect(await orders()).toEqual([['ORDER-2']]);
  });

  it('do not lose what an instance writes that has not read yet that the clock was set ahead', async () => {
    const ahead: Storage = { ...storage, clock: { now: () => storages.clock.now() + HOUR, followedFor: () => 3000 } };
    await look(ahead);
    await payLink('ORDER-1');
    await differing('ORDER-2');
    expect(ordersIn(await look(ahead))).toEqual([['ORDER-1'], ['ORDER-2']]);
    await payLink('ORDER-3');
    expect(ordersIn(await look(ahead))).toEqual([['ORDER-3']]);
  });

  it('begun while the clock was three hours ahead wait for nothing', async () => {
    isOn = false;
    await look();
    isOn = true;
    pass(3 * HOUR);
    await look();
    pass(-HOUR);
    await payLink('ORDER-1');
    expect(await orders()).toEqual([['ORDER-1']]);
  });

  it('are not part of the transaction in which a link is paid', async () => {
    await link('ORDER-1');
    const payment = await pending(storage, 'ORDER-1');
    const before = await row('link_paid');
    await complete(payment);
    expect(await row('link_paid')).toEqual(before);
    if (kind === 'sqlite') return;
    // On PostgreSQL the mailer writes its row while the transaction of a payment is open.
    const ends = await endsOf(
      storages,
      (on, trx) => changedWithin(on, trx, payment.id, { event: { kind: 'order_overpaid' }, webhook: 'order.overpaid' }),
      (_on, trx) => trx.updateTable('mail_kinds').set({ last_error: 'x' }).execute(),
    );
    expect(ends).toEqual(['second', 'first']);
  });
});
