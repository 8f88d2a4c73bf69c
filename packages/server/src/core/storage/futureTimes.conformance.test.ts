import { dayOf } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { sql } from 'kysely';
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
const SETTINGS: FutureTimesOptions = {
  byMs: 0,
  polledForMs: 3 * DAY,
  longestDelaysMs: [0, 5500, 330_000],
  longestMailDelayMs: 3_960_000,
};

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
      expect(await correctFutureTimes(storages.storage, BY), `${status} ${column}`).toEqual({
        payments: 2,
        webhooks: 0,
      });
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
      const payment = await seed({
        status,
        created_at: begun,
        sent_at: begun,
        final_at: status === 'completed' ? begun : null,
      });
      await correctFutureTimes(storages.storage, { ...SETTINGS, byMs: 4 * DAY });
      expect(await row(payment.id), `${status} ${aheadMs}`).toMatchObject({ created_at: at, sent_at: at });
    }
  });

  it('keeps the first time of sending', async () => {
    const payment = await seed({ status: 'pending', sent_at: now + HOUR, uncorrected_sent_at: 7 });
    await correctFutureTimes(storages.storage, BY);
    expect(await row(payment.id)).toEqual({ ...payment, sent_at: now - 2 * HOUR });
  });

  it('makes a payment due whose polling stopped because it seemed too old, or at a time to come', async () => {
    const [young, old] = [3 * DAY - 1, 3 * DAY];
    const named = { status: 'pending', server_correlation_id: 'sc-1' } as const;
    for (const [values, ageMs, checkedAt, isDue] of [
      [named, young, 0, true],
      [named, old, 0, false],
      [{ status: 'pending' }, young, 0, false],
      [{ ...named, status: 'unresolved' }, young, 0, false],
      [{ ...named, status: 'failed' }, young, 0, false],
      [{ status: 'completed', verified: 0 }, young, 0, true],
      [{ status: 'completed', verified: 0 }, old, 0, false],
      [{ status: 'completed', verified: 1 }, young, 0, false],
      [named, old, 5001, true],
      [named, old, 5000, false],
      [{ status: 'pending' }, old, 5001, false],
      // Callbacks may name their transactions.
      [{ status: 'unresolved' }, old, 5001, true],
      [{ status: 'unresolved' }, old, 5000, false],
      [{ status: 'failed' }, young, 5001, true],
      [{ status: 'failed' }, young, 5000, false],
      [{ status: 'failed' }, old, 5001, false],
      [{ status: 'completed', verified: 0 }, old, 5001, true],
      [{ status: 'completed', verified: 1 }, old, 5001, false],
    ] as const) {
      await storages.empty();
      const stopped = { ...values, created_at: now - ageMs, last_checked_at: now + checkedAt };
      const payment = await seed({ ...stopped, next_check_at: null });
      const planned = await seed({ ...stopped, next_check_at: 5, server_correlation_id: null });
      await correctFutureTimes(storages.storage, BY);
      expect((await row(payment.id)).next_check_at, JSON.stringify([values, ageMs, checkedAt])).toBe(
        isDue ? now : null,
      );
      expect((await row(planned.id)).next_check_at).toBe(5);
    }
  });

  const store = () => storages.storage.store;
  async function refund(id: string, values: Partial<StoredRefund>): Promise<void> {
    await seedRefund(store(), id, (await seed({ status: 'completed' })).id, values);
  }
  async function link(claims_hash: string, created_at: number, source: 'merchant' | 'shop'): Promise<void> {
    const id = await newLink(storages.storage, { source, claims_hash });
    await db().updateTable('links').set({ created_at }).where('id', '=', id).execute();
  }

  it.each<readonly [string, string, (at: number, id: string) => Promise<void>]>([
    ['refunds', 'created_at', (at, id) => refund(id, { created_at: at })],
    ['refunds', 'refunded_at', (at, id) => refund(id, { created_at: at, refunded_at: at })],
    ['refunds', 'voided_at', (at, id) => refund(id, { status: 'voided', voided_at: at })],
    ['links', 'created_at', (at, id) => link(id, at, 'merchant')],
    ['links', 'created_at', (at, id) => link(id, at, 'shop')],
    ['statements', 'created_at', (at, id) => seedStatement(store(), id, { status: 'importing', created_at: at })],
    ['statements', 'created_at', (at, id) => seedStatement(store(), id, { created_at: at })],
    ['outbox', 'created_at', (at, id) => seedWebhook(store(), id, { created_at: at })],
    ['outbox', 'delivered_at', (at, id) => seedWebhook(store(), id, { created_at: at, delivered_at: at })],
    ['mails', 'created_at', (at, id) => seedMail(store(), id, { created_at: at })],
    ['mails', 'sent_at', (at, id) => seedMail(store(), id, { sent_at: at })],
  ])('moves rows of %s whose %s is more than 5 s ahead: %#', async (table, column, seedAt) => {
    await seedAt(now + 5000, 'near');
    await seedAt(now + 5001, 'ahead');
    await correctFutureTimes(storages.storage, BY);
    const { rows } = await sql<{ at: number }>`select ${sql.ref(column)} as at from ${sql.table(table)}`.execute(db());
    expect(rows.map(({ at }) => at - now).sort()).toEqual([5001 - 3 * HOUR, 5000]);
  });

  it('keeps the day that a merchant has given a refund, and idempotency keys', async () => {
    await refund('ref_1', { created_at: now + 5000, refunded_at: now + 5001 });
    const key = {
      actor: 'key_1',
      endpoint: 'links',
      key: 'one',
      body_hash: 'hash',
      answer: '{}',
      created_at: now + DAY,
    };
    await db().insertInto('idempotency_keys').values(key).execute();
    await correctFutureTimes(storages.storage, BY);
    expect(await db().selectFrom('refunds').select('refunded_at').execute()).toEqual([{ refunded_at: now + 5001 }]);
    expect(await db().selectFrom('idempotency_keys').select('created_at').execute()).toEqual([
      { created_at: now + DAY },
    ]);
  });

  it('makes each webhook wait no longer than its schedule', async () => {
    const webhook = (
      id: string,
      delivery_attempts: number,
      wait: number,
      status: StoredWebhook['status'] = 'pending',
    ) => seedWebhook(store(), id, { delivery_attempts, next_attempt_at: now + wait, status });
    await webhook('a first near', 0, 5000);
    await webhook('b first', 0, 5001);
    await webhook('c second near', 1, 5500);
    await webhook('d second', 1, 5501);
    await webhook('e second far', 1, 3 * HOUR + 6000);
    await webhook('f third', 2, 330_000);
    await webhook('g fourth', 3, DAY);
    await webhook('h failed', 0, DAY, 'failed');
    await webhook('i delivered', 0, DAY, 'delivered');
    expect(await correctFutureTimes(storages.storage, BY)).toEqual({ payments: 0, webhooks: 3 });
    const rows = await db().selectFrom('outbox').select('next_attempt_at').orderBy('id').execute();
    const waits = [5000, 5001 - 3 * HOUR, 5500, 5501 - 3 * HOUR, 5500, 330_000, DAY, DAY, DAY];
    expect(rows.map((row) => row.next_attempt_at - now)).toEqual(waits);
  });

  describe('corrects e-mails', () => {
    const mail = (id: string, values: Partial<StoredMail>) =>
      seedMail(store(), id, { kind: 'daily_summary', created_at: now, ...values });
    const mails = () => db().selectFrom('mails').select(['id', 'next_attempt_at']).orderBy('id').execute();

    it('and makes each wait no longer than its schedule', async () => {
      await mail('a waiting', { next_attempt_at: now + 3_960_000 });
      await mail('b waiting too long', { next_attempt_at: now + 3_960_001 });
      await mail('c failed', { status: 'failed', next_attempt_at: now + DAY });
      await correctFutureTimes(storages.storage, BY);
      expect((await mails()).map((row) => row.next_attempt_at - now)).toEqual([3_960_000, 0, DAY]);
    });

    it('and sends the summary of a day that is not over again, if the step is known', async () => {
      const [yesterday, today, tomorrow] = [dayOf(now - DAY), dayOf(now), dayOf(now + DAY)];
      for (const day of [yesterday, today, tomorrow]) await mail(day, { day, status: 'sent' });
      const days = async () => (await mails()).map(({ id }) => id);
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
