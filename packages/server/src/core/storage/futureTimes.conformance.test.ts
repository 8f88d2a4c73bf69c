import { dayOf } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { beforeEach, describe, expect, it } from 'vitest';
import { seedPayment } from '../../../test/support/seed.ts';
import { seedMail, seedRefund, seedStatement, seedWebhook } from '../../../test/support/seedRows.ts';
import { newLink, pending, read } from '../../../test/support/storages.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import type { StoredMail, StoredPayment, StoredRefund, StoredWebhook } from '../../database/schema.ts';
import { receiveCallback } from '../payments/receiveCallback.ts';
import { correctFutureTimes, type FutureTimesOptions } from './futureTimes.ts';
import { findPayment } from './reads.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SETTINGS: FutureTimesOptions = { byMs: 0, polledForMs: 3 * DAY, longestDelaysMs: [0, 5500, 330_000], longestMailDelayMs: 3_960_000 };

describe.each(STORES)('correctFutureTimes after the clock was set back, on %s', (kind) => {
  const storages = useStorages(kind);

  const BY = { ...SETTINGS, byMs: 3 * HOUR };
  let now: number;
  beforeEach(() => {
    now = storages.clock.now();
  });
  const db = () => storages.storage.store.db;
  const row = async (id: StoredPayment['id']) => (await findPayment(db(), id)) ?? expect.unreachable();
  const seed = async (values: Parameters<typeof seedPayment>[1]) =>
    row(await seedPayment(storages.storage.store, { created_at: now - DAY, next_check_at: 1, ...values }));

  it('moves a payment’s time back as far as the clock if it is more than 5 s ahead', async () => {
    for (const [status, column] of [
      ['pending', 'created_at'],
      ['completed', 'created_at'],
      ['failed', 'created_at'],
      ['completed', 'final_at'],
      ['failed', 'final_at'],
      ['created', 'updated_at'],
      ['sending', 'updated_at'],
      ['unresolved', 'updated_at'],
      ['pending', 'updated_at'],
      ['pending', 'sent_at'],
      ['pending', 'last_checked_at'],
      ['pending', 'details_unavailable_since'],
    ] as const) {
      await storages.empty();
      const one = (at: number) => seed({ status, updated_at: now, [column]: at });
      const [near, ahead, far] = [await one(now + 5000), await one(now + 5001), await one(now + 4 * HOUR)];
      expect(await correctFutureTimes(storages.storage, BY), `${status} ${column}`).toEqual({ payments: 2, webhooks: 0 });
      const sent = (at: number) => (column === 'sent_at' ? { uncorrected_sent_at: at } : {});
      expect(await row(near.id)).toEqual(near);
      expect(await row(ahead.id)).toEqual({ ...ahead, [column]: now + 5001 - 3 * HOUR, ...sent(now + 5001) });
      expect(await row(far.id)).toEqual({ ...far, [column]: now, ...sent(now + 4 * HOUR) });
    }
  });

  it('moves an open payment to now that would be too old to poll: the clock was less ahead when it began', async () => {
    for (const [status, aheadMs, at] of [
      ['pending', DAY, now],
      ['unresolved', DAY, now],
      ['pending', DAY + 1, now - 3 * DAY + 1],
      ['completed', DAY, now - 3 * DAY],
    ] as const) {
      const begun = now + aheadMs;
      const payment = await seed({ status, created_at: begun, sent_at: begun, final_at: status === 'completed' ? begun : null });
      await correctFutureTimes(storages.storage, { ...SETTINGS, byMs: 4 * DAY });
      expect(await row(payment.id), `${status} ${aheadMs}`).toMatchObject({ created_at: at, sent_at: at });
    }
  });

  it('keeps the first time of sending', async () => {
    const payment = await seed({ status: 'pending', sent_at: now + HOUR, uncorrected_sent_at: 7 });
    await correctFutureTimes(storages.storage, BY);
    expect(await row(payment.id)).toEqual({ ...payment, sent_at: now - 2 * HOUR });
  });

  it('makes a payment due whose polling stopped because it seemed too old', async () => {
    for (const [values, youngerBy, isDue] of [
      [{ status: 'pending', server_correlation_id: 'sc-1' }, 1, true],
      [{ status: 'pending', server_correlation_id: 'sc-1' }, 0, false],
      [{ status: 'pending' }, 1, false],
      [{ status: 'unresolved', server_correlation_id: 'sc-1' }, 1, false],
      [{ status: 'failed', server_correlation_id: 'sc-1' }, 1, false],
      [{ status: 'completed', verified: 0 }, 1, true],
      [{ status: 'completed', verified: 0 }, 0, false],
      [{ status: 'completed', verified: 1 }, 1, false],
    ] as const) {
      await storages.empty();
      const payment = await seed({ ...values, next_check_at: null, created_at: now - 3 * DAY + youngerBy });
      const planned = await seed({ ...values, next_check_at: 5, server_correlation_id: null, created_at: now - 3 * DAY + youngerBy });
      await correctFutureTimes(storages.storage, BY);
      expect(await row(payment.id)).toEqual({ ...payment, next_check_at: isDue ? now : null });
      expect(await row(planned.id)).toEqual(planned);
    }
  });

  it('makes a payment due if its polling stopped at a time in the future', async () => {
    for (const [values, checkedAt, isDue] of [
      [{ status: 'pending', server_correlation_id: 'sc-1' }, 5001, true],
      [{ status: 'pending', server_correlation_id: 'sc-1' }, 5000, false],
      [{ status: 'pending' }, 5001, false],
      // Callbacks may name their transactions.
      [{ status: 'unresolved' }, 5001, true],
      [{ status: 'unresolved' }, 5000, false],
      [{ status: 'failed', created_at: now - 3 * DAY + 1 }, 5001, true],
      [{ status: 'failed', created_at: now - 3 * DAY + 1 }, 5000, false],
      [{ status: 'completed', verified: 0 }, 5001, true],
      [{ status: 'completed', verified: 1 }, 5001, false],
    ] as const) {
      await storages.empty();
      const payment = await seed({ next_check_at: null, created_at: now - 4 * DAY, last_checked_at: now + checkedAt, ...values });
      await correctFutureTimes(storages.storage, BY);
      expect((await row(payment.id)).next_check_at, JSON.stringify([values, checkedAt])).toBe(isDue ? now : null);
    }
  });

  it('moves refunds and when they were voided', async () => {
    const { id: payment_id } = await seed({ status: 'completed' });
    const refund = (id: string, created_at: number, more: Partial<StoredRefund> = {}) =>
      seedRefund(storages.storage.store, id, payment_id, { created_at, refunded_at: created_at, ...more });
    await refund('ref_1_near', now + 5000, { refunded_at: now + 5001 });
    await refund('ref_2_ahead', now + 5001);
    await refund('ref_3_voided', now, { status: 'voided', voided_at: now + 5001 });
    await refund('ref_4_voided_near', now, { status: 'voided', voided_at: now + 5000 });
    await correctFutureTimes(storages.storage, BY);
    expect(await db().selectFrom('refunds').select(['id', 'created_at', 'refunded_at', 'voided_at']).orderBy('id').execute()).toEqual([
      { id: 'ref_1_near', created_at: now + 5000, refunded_at: now + 5001, voided_at: null },
      { id: 'ref_2_ahead', created_at: now + 5001 - 3 * HOUR, refunded_at: now + 5001 - 3 * HOUR, voided_at: null },
      { id: 'ref_3_voided', created_at: now, refunded_at: now, voided_at: now + 5001 - 3 * HOUR },
      { id: 'ref_4_voided_near', created_at: now, refunded_at: now, voided_at: now + 5000 },
    ]);
  });

  it('moves links and statements, and keeps idempotency keys', async () => {
    const ahead = now + 5001;
    for (const [source, created_at] of [
      ['merchant', ahead],
      ['shop', ahead + 1],
      ['shop', now + 5000],
    ] as const) {
      const claims_hash = `hash-${created_at}`;
      const id = await newLink(storages.storage, { source, claims_hash });
      await db().updateTable('links').set({ created_at }).where('id', '=', id).execute();
    }
    for (const [status, created_at] of [
      ['importing', ahead],
      ['ready', ahead + 1],
      ['ready', now + 5000],
    ] as const) {
      await seedStatement(storages.storage.store, `stm_${created_at}`, { status, created_at });
    }
    const key = { actor: 'key_1', endpoint: 'links', key: 'one', body_hash: 'hash', answer: '{}', created_at: now + DAY };
    await db().insertInto('idempotency_keys').values(key).execute();
    await correctFutureTimes(storages.storage, BY);
    expect(await db().selectFrom('idempotency_keys').select('created_at').execute()).toEqual([{ created_at: now + DAY }]);
    const times = async (table: 'links' | 'statements') =>
      (await db().selectFrom(table).select('created_at').orderBy('created_at').execute()).map(({ created_at }) => created_at - now);
    const back = 5001 - 3 * HOUR;
    expect(await times('links')).toEqual([back, back + 1, 5000]);
    expect(await times('statements')).toEqual([back, back + 1, 5000]);
  });

  it('moves webhooks, and makes each wait no longer than its schedule', async () => {
    const webhook = (id: string, values: Partial<StoredWebhook>) =>
      seedWebhook(storages.storage.store, id, { created_at: now, next_attempt_at: now, ...values });
    await webhook('a near', { created_at: now + 5000, delivered_at: now + 5001, next_attempt_at: now + 5000 });
    await webhook('b ahead', { created_at: now + 5001, delivered_at: now + 5001, status: 'delivered', next_attempt_at: now + 5001 });
    await webhook('c first', { next_attempt_at: now + 5001 });
    await webhook('d second near', { delivery_attempts: 1, next_attempt_at: now + 5500 });
    await webhook('e second', { delivery_attempts: 1, next_attempt_at: now + 5501 });
    await webhook('f second far', { delivery_attempts: 1, next_attempt_at: now + 3 * HOUR + 6000 });
    await webhook('g third', { delivery_attempts: 2, next_attempt_at: now + 330_000 });
    await webhook('h fourth', { delivery_attempts: 3, next_attempt_at: now + DAY });
    await webhook('i failed', { status: 'failed', next_attempt_at: now + DAY });
    expect(await correctFutureTimes(storages.storage, BY)).toEqual({ payments: 0, webhooks: 3 });
    const rows = await db().selectFrom('outbox').selectAll().orderBy('id').execute();
    const since = (at: number | null) => (at === null ? null : at - now);
    expect(rows.map((one) => [one.id, since(one.created_at), since(one.delivered_at), since(one.next_attempt_at)])).toEqual([
      ['a near', 5000, 5001, 5000],
      ['b ahead', 5001 - 3 * HOUR, 5001 - 3 * HOUR, 5001],
      ['c first', 0, null, 5001 - 3 * HOUR],
      ['d second near', 0, null, 5500],
      ['e second', 0, null, 5501 - 3 * HOUR],
      ['f second far', 0, null, 5500],
      ['g third', 0, null, 330_000],
      ['h fourth', 0, null, DAY],
      ['i failed', 0, null, DAY],
    ]);
  });

  describe('corrects e-mails', () => {
    const mail = (id: string, values: Partial<StoredMail>) =>
      seedMail(storages.storage.store, id, { kind: 'daily_summary', created_at: now, status: 'sent', next_attempt_at: now, ...values });
    const mails = async () => {
      const rows = await db().selectFrom('mails').selectAll().orderBy('id').execute();
      return rows.map((one) => [one.id, one.created_at - now, one.sent_at === null ? null : one.sent_at - now, one.next_attempt_at - now]);
    };

    it('their times, and makes each wait no longer than its schedule', async () => {
      await mail('a near', { created_at: now + 5000, sent_at: now + 5000 });
      await mail('b created', { created_at: now + 5001, sent_at: now });
      await mail('c sent', { created_at: now, sent_at: now + 5001 });
      await mail('d waiting', { status: 'pending', next_attempt_at: now + 3_960_000 });
      await mail('e waiting too long', { status: 'pending', next_attempt_at: now + 3_960_001 });
      await mail('f failed', { status: 'failed', next_attempt_at: now + DAY });
      await correctFutureTimes(storages.storage, BY);
      const back = 5001 - 3 * HOUR;
      expect(await mails()).toEqual([
        ['a near', 5000, 5000, 0],
        ['b created', back, 0, 0],
        ['c sent', 0, back, 0],
        ['d waiting', 0, null, 3_960_000],
        ['e waiting too long', 0, null, 0],
        ['f failed', 0, null, DAY],
      ]);
    });

    it('and sends the summary of a day that is not over again, if the step is known', async () => {
      const [yesterday, today, tomorrow] = [dayOf(now - DAY), dayOf(now), dayOf(now + DAY)];
      for (const day of [yesterday, today, tomorrow]) await mail(day, { day });
      const days = async () => (await mails()).map(([id]) => id);
      await correctFutureTimes(storages.storage, SETTINGS);
      expect(await days()).toEqual([yesterday, today, tomorrow]);
      await correctFutureTimes(storages.storage, { ...SETTINGS, byMs: 1 });
      expect(await days()).toEqual([yesterday]);
    });
  });

  it('moves times in the future to now if the clock’s step is unknown', async () => {
    const { clock, storage } = storages;
    clock.advance(3 * HOUR);
    const payment = await pending(storage, 'ORDER-1');
    clock.advance(-2 * HOUR);
    await correctFutureTimes(storage, SETTINGS);
    const now = clock.now();
    expect(await read(storages.storage, payment)).toMatchObject({ created_at: now, sent_at: now, updated_at: now });
  });

  it('lets a callback in the future begin now, however far the clock was set back', async () => {
    const { clock, storage } = storages;
    clock.advance(3 * HOUR);
    await pending(storage, 'ORDER-1', { callbackSecret: 'a-secret' });
    await receiveCallback(storage, 'a-secret', { serverCorrelationId: 'a-1', status: 'completed' });
    clock.advance(-2 * HOUR);
    await correctFutureTimes(storage, { ...SETTINGS, byMs: 4 * DAY });
    const callbacks = await storage.store.db.selectFrom('callbacks').select('received_at').execute();
    expect(callbacks).toEqual([{ received_at: clock.now() }]);
  });
});
