import type { Ariary } from '@tsena/shared';
import type { RefundBody } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { attempt, changed, newLink, pending, read } from '../../test/support/storages.ts';
import { useStorages } from '../../test/support/useStorages.ts';
import { receiveCallback } from '../payments/receiveCallback.ts';
import { openAttempt } from './attempts.ts';
import { correctFutureTimes, type FutureTimesOptions } from './futureTimes.ts';
import { leaseWebhooks, nextWebhookDue, writeDelivery } from './outbox.ts';
import { webhooksOf } from './reads.ts';
import { findRefund, insertRefund, markVoided, newRefund } from './refunds.ts';
import type { StoredPayment, StoredRefund } from './schema.ts';

const SECOND = 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SETTINGS: FutureTimesOptions = { byMs: 0, polledForMs: 3 * DAY, longestDelaysMs: [0, 5500, 330_000] };

describe.each(STORES)('correctFutureTimes on %s', (kind) => {
  const storages = useStorages(kind);

  const fail = (payment: StoredPayment) =>
    changed(storages.storage, payment.id, {
      to: 'failed',
      set: { final_at: storages.clock.now(), next_check_at: null },
      event: { kind: 'failed' },
      webhook: 'payment.failed',
    });

  it('moves times in the future back as far as the clock', async () => {
    const { clock, storage } = storages;
    const right = clock.now();
    const before = await pending(storage, 'BEFORE');
    clock.advance(3 * HOUR);
    const open = await pending(storage, 'OPEN');
    const ended = await fail(await pending(storage, 'ENDED'));
    await fail(before);
    clock.advance(-3 * HOUR + 10 * SECOND);
    expect(await correctFutureTimes(storage, { ...SETTINGS, byMs: 3 * HOUR })).toEqual({ payments: 3, webhooks: 2 });
    expect(await read(storages.storage, open)).toMatchObject({ created_at: right, sent_at: right, updated_at: right });
    // The clock that went back may be the wrong one: then the operator's details are of the time before the correction.
    expect(await read(storages.storage, open)).toMatchObject({ uncorrected_sent_at: right + 3 * HOUR });
    expect(await read(storages.storage, before)).toMatchObject({ uncorrected_sent_at: null });
    expect(await read(storages.storage, ended)).toMatchObject({ created_at: right, sent_at: right, updated_at: right, final_at: right });
    expect(await read(storages.storage, before)).toMatchObject({ created_at: right, sent_at: right, updated_at: right, final_at: right });
  });

  it('moves times in the future to now if the clock’s step is unknown', async () => {
    const { clock, storage } = storages;
    clock.advance(3 * HOUR);
    const payment = await pending(storage, 'ORDER-1', { callbackSecret: 'a-secret' });
    await receiveCallback(storage, 'a-secret', { serverCorrelationId: 'a-1', status: 'completed' });
    clock.advance(-2 * HOUR);
    await correctFutureTimes(storage, SETTINGS);
    const now = clock.now();
    expect(await read(storages.storage, payment)).toMatchObject({ created_at: now, sent_at: now, updated_at: now });
    const callbacks = await storage.store.db.selectFrom('callbacks').select('received_at').execute();
    expect(callbacks).toEqual([{ received_at: now }]);
  });

  it('moves refunds and links back, and keeps idempotency keys and the times that people named', async () => {
    const { clock, storage } = storages;
    const { db } = storage.store;
    const right = clock.now();
    const payment = await pending(storage, 'ORDER-1');
    async function refund(more: Partial<RefundBody>): Promise<StoredRefund> {
      const row = newRefund(payment.id, { amount: 100 as Ariary, reason: 'a part', ...more }, 'Hanta', clock.now());
      await storage.store.transact((work) => insertRefund(work, row));
      return row;
    }
    const early = await refund({});
    clock.advance(30 * DAY);
    const { id } = await refund({});
    const named = await refund({ refundedAt: right - HOUR });
    await storage.store.transact((work) => markVoided(storage, work, early.id, 'a mistake', 'Hanta'));
    const expires_at = right + DAY;
    await newLink(storage, { expires_at });
    await db
      .insertInto('idempotency_keys')
      .values({ actor: 'key_1', endpoint: 'links', key: 'one', body_hash: 'hash', answer: '{}', created_at: clock.now() })
      .execute();
    clock.advance(-30 * DAY);
    await correctFutureTimes(storage, { ...SETTINGS, byMs: 30 * DAY });
    expect(await findRefund(db, id)).toMatchObject({ created_at: right, refunded_at: right });
    expect(await findRefund(db, named.id)).toMatchObject({ created_at: right, refunded_at: right - HOUR });
    expect(await findRefund(db, early.id)).toMatchObject({ created_at: right, refunded_at: right, voided_at: right });
    expect(await db.selectFrom('links').select(['created_at', 'expires_at']).execute()).toEqual([{ created_at: right, expires_at }]);
    expect(await db.selectFrom('idempotency_keys').select('created_at').execute()).toEqual([{ created_at: right + 30 * DAY }]);
  });

  it('keeps times a few seconds ahead, which another instance’s clock may have written', async () => {
    const { clock, storage } = storages;
    clock.advance(4 * SECOND);
    const payment = await pending(storage, 'ORDER-1');
    clock.advance(-4 * SECOND);
    expect(await correctFutureTimes(storage, { ...SETTINGS, byMs: 3 * HOUR })).toEqual({ payments: 0, webhooks: 0 });
    expect(await read(storages.storage, payment)).toEqual(payment);
  });

  it('makes limits and cool-downs end within their length', async () => {
    const { clock, storage } = storages;
    const limits = { perMsisdn: { count: 1, windowMs: 60 * SECOND }, perIp: null };
    clock.advance(3 * HOUR);
    await pending(storage, 'ORDER-1', { limits, cooldownMs: 90 * SECOND });
    clock.advance(-3 * HOUR);
    await correctFutureTimes(storage, SETTINGS);
    expect(await openAttempt(storage, attempt('ORDER-2', { limits }))).toMatchObject({ kind: 'limited', retryAfterMs: 60 * SECOND });
    expect(await openAttempt(storage, attempt('ORDER-1', { limits, cooldownMs: 90 * SECOND }))).toMatchObject({ kind: 'exists' });
    clock.advance(60 * SECOND);
    expect(await openAttempt(storage, attempt('ORDER-2', { limits }))).toMatchObject({ kind: 'opened' });
    clock.advance(60 * SECOND);
    expect(await openAttempt(storage, attempt('ORDER-1', { limits, cooldownMs: 90 * SECOND }))).not.toMatchObject({ kind: 'exists' });
  });

  it('makes webhooks wait no longer than their schedule', async () => {
    const { clock, storage } = storages;
    clock.advance(3 * DAY);
    const [first, second] = [await pending(storage, 'ORDER-1'), await pending(storage, 'ORDER-2')];
    await fail(first);
    const [leased] = await leaseWebhooks(storage, 30 * SECOND, 1);
    if (leased === undefined) throw new Error('nothing was leased');
    await writeDelivery(storage, leased, { status: 'pending', nextAttemptAt: clock.now() + 5000, error: 'the endpoint answered 503' });
    await fail(second);
    clock.advance(-3 * DAY);
    expect(await correctFutureTimes(storage, SETTINGS)).toEqual({ payments: 2, webhooks: 2 });
    const now = clock.now();
    expect(await webhooksOf(storage.store.db, first.id)).toMatchObject([{ next_attempt_at: now + 5500, created_at: now }]);
    expect(await nextWebhookDue(storage)).toBe(now);
  });

  it('makes a payment due whose polling stopped only because it seemed too old', async () => {
    const { clock, storage } = storages;
    const giveUp = (payment: StoredPayment) => changed(storage, payment.id, { set: { next_check_at: null }, event: { kind: 'verified' } });
    const old = await giveUp(await pending(storage, 'OLD'));
    clock.advance(3 * DAY);
    const young = await giveUp(await pending(storage, 'YOUNG'));
    await correctFutureTimes(storage, SETTINGS);
    expect(await read(storages.storage, young)).toMatchObject({ next_check_at: clock.now() });
    expect(await read(storages.storage, old)).toMatchObject({ next_check_at: null });
  });
});
