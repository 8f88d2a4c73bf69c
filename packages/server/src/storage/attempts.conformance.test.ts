import type { PaymentStatus } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attempt, changed, opened, openStorages, pending, type Storages, type TestChange, together } from '../../test/support/storages.ts';
import { viewPayment } from '../views/payment.ts';
import { applyDecision } from './applyDecision.ts';
import { type Opening, openAttempt } from './attempts.ts';
import { renewLeases } from './leases.ts';
import { currentPayment, findPayment, historyOf, webhooksOf } from './reads.ts';
import type { StoredPayment } from './schema.ts';
import type { Storage } from './storage.ts';
import { isUniqueViolation } from './storageFailure.ts';

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;
const FAILED: TestChange = { to: 'failed', event: { kind: 'failed' } };
const COMPLETED: TestChange = { to: 'completed', event: { kind: 'completed' }, webhook: 'payment.completed' };
const NOT_SENT: TestChange = { to: 'failed', set: { sent_at: null }, event: { kind: 'not_sent' } };
const LIMITS = { perMsisdn: { count: 5, windowMs: 10 * MINUTE }, perIp: { count: 8, windowMs: 10 * MINUTE } };

/** The payment as a browser sees it. */
function shown(storage: Storage, payment: StoredPayment) {
  return viewPayment(payment, { environment: 'sandbox', partnerName: 'Tsena', cooldownMs: 90_000, now: storage.clock.now() });
}

function kinds(openings: readonly Opening[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of openings) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

describe.each(STORES)('openAttempt on %s', (kind) => {
  let storages: Storages;
  beforeAll(async () => {
    storages = await openStorages(kind, 3);
  });
  beforeEach(() => storages.empty());
  afterAll(() => storages.close());

  it('opens one payment of an order when many instances are asked at the same time', async () => {
    const openings = await together(24, (index) => openAttempt(storages.at(index), attempt('ORDER-1')));
    expect(kinds(openings)).toEqual({ opened: 1, exists: 23 });
    const ids = new Set(openings.map((opening) => ('payment' in opening ? opening.payment.id : '')));
    expect(ids.size).toBe(1);
  });

  it('opens payments of different orders at the same time', async () => {
    const openings = await together(24, (index) => openAttempt(storages.at(index), attempt(`ORDER-${index}`)));
    expect(kinds(openings)).toEqual({ opened: 24 });
  });

  it('leaves no order behind when it refuses, also when many ask at the same time', async () => {
    const limits = { perMsisdn: { count: 1, windowMs: 10 * MINUTE }, perIp: null, perLink: null };
    await opened(storages.storage, { ...attempt('ORDER-1'), limits });
    const openings = await together(12, (index) => openAttempt(storages.at(index), { ...attempt(`ORDER-${2 + (index % 3)}`), limits }));
    expect(kinds(openings)).toEqual({ limited: 12 });
    const orders = await storages.storage.store.db.selectFrom('orders').select('reference').execute();
    expect(orders).toEqual([{ reference: 'ORDER-1' }]);
  });

  it('writes the payment with its first event and a lease', async () => {
    const payment = await opened(storages.storage, attempt('ORDER-1'));
    expect(payment).toMatchObject({ status: 'created', attempt_number: 1, version: 1, lease_owner: storages.storage.owner, fence: 1 });
    expect(await historyOf(storages.storage.store.db, payment.id)).toMatchObject([{ version: 1, kind: 'created', data: '{"after":null}' }]);
  });

  it('opens one payment after a failed one when many ask at the same time', async () => {
    const first = await opened(storages.storage, attempt('ORDER-1'));
    await changed(storages.storage, first.id, { to: 'failed', event: { kind: 'not_sent' } });
    const openings = await together(12, (index) => openAttempt(storages.at(index), attempt('ORDER-1')));
    expect(kinds(openings)).toEqual({ opened: 1, exists: 11 });
    const follower = openings.find((opening) => opening.kind === 'opened');
    expect(follower).toMatchObject({ payment: { attempt_number: 2, sent_attempt_number: 1 } });
  });

  it('opens a payment beside one without an answer after the cool-down, and not before', async () => {
    const { clock, storage } = storages;
    await pending(storage, 'ORDER-1');
    clock.advance(89_999);
    expect(await openAttempt(storage, attempt('ORDER-1'))).toMatchObject({ kind: 'exists' });
    clock.advance(1);
    expect(await openAttempt(storage, attempt('ORDER-1'))).toMatchObject({
      kind: 'opened',
      payment: { attempt_number: 2, sent_attempt_number: 2 },
    });
  });

  it('supersedes the earlier payments, which are then not retryable', async () => {
    const { storage } = storages;
    const first = await opened(storage, attempt('ORDER-1'));
    expect(await changed(storage, first.id, FAILED)).toMatchObject({ superseded: null });
    const second = await opened(storage, attempt('ORDER-1'));
    const replaced = await findPayment(storage.store.db, first.id);
    expect(replaced).toMatchObject({ status: 'failed', superseded: 1 });
    expect(replaced && shown(storage, replaced).retryable).toBe(false);
    expect(shown(storage, await changed(storage, second.id, FAILED)).retryable).toBe(true);
  });

  it('decides by all payments of the order, even if a row’s superseded and sent_attempt_number are wrong', async () => {
    const { storage } = storages;
    await changed(storage, (await pending(storage, 'ORDER-1')).id, FAILED);
    await storage.store.db.updateTable('payments').set({ superseded: 1, sent_attempt_number: 6 }).execute();
    expect(await openAttempt(storage, attempt('ORDER-1'))).toMatchObject({
      kind: 'opened',
      payment: { attempt_number: 2, sent_attempt_number: 2 },
    });
  });

  it('refuses another amount while the order has an open payment', async () => {
    const { storage } = storages;
    const first = await pending(storage, 'ORDER-1');
    expect(await openAttempt(storage, attempt('ORDER-1', { amount: '26000' }))).toMatchObject({
      kind: 'changed',
      payment: { id: first.id },
    });
    await changed(storage, first.id, { to: 'failed', event: { kind: 'failed' } });
    expect(await openAttempt(storage, attempt('ORDER-1', { amount: '26000' }))).toMatchObject({
      kind: 'opened',
      payment: { amount: 26000 },
    });
  });

  it('opens no payment after five of the order were sent; unsent payments do not count', async () => {
    const { storage } = storages;
    const unsent = await opened(storage, attempt('ORDER-1'));
    await changed(storage, unsent.id, { to: 'failed', event: { kind: 'not_sent' } });
    for (let sent = 0; sent < 5; sent += 1) {
      const payment = await pending(storage, 'ORDER-1');
      await changed(storage, payment.id, { to: 'failed', event: { kind: 'failed' } });
    }
    expect(await openAttempt(storage, attempt('ORDER-1'))).toMatchObject({ kind: 'exhausted' });
  });

  it('opens no payment after a completed one', async () => {
    const { storage, clock } = storages;
    const payment = await pending(storage, 'ORDER-1');
    await changed(storage, payment.id, { to: 'completed', event: { kind: 'completed' } });
    clock.advance(365 * 24 * 60 * MINUTE);
    expect(await openAttempt(storage, attempt('ORDER-1'))).toMatchObject({ kind: 'exists', payment: { id: payment.id } });
  });

  describe('while a payment of the order is not sent yet', () => {
    /** What the process with the payment's lease writes before it sends. */
    async function send(by: Storage, { id, fence }: StoredPayment): Promise<PaymentStatus | undefined> {
      return (await applyDecision(by, id, { kind: 'sending', fence, after: null }))?.payment.status;
    }

    /** Time passes while the process with the payment's lease lives. */
    async function queuedFor(payment: StoredPayment, ms: number): Promise<void> {
      for (let passed = 0; passed < ms; passed += 5000) {
        storages.clock.advance(5000);
        await renewLeases(storages.storage, [payment], 12_000);
      }
    }

    it('opens no other while its lease is valid, even if it waits for long', async () => {
      const waiting = await opened(storages.storage, attempt('ORDER-1'));
      await queuedFor(waiting, 200_000);
      const openings = await together(6, (index) => openAttempt(storages.at(index), attempt('ORDER-1')));
      expect(kinds(openings)).toEqual({ exists: 6 });
      expect(await send(storages.storage, waiting)).toBe('sending');
    });

    it('fails it in the transaction that opens the next one, and its process can no longer send it', async () => {
      const { storage, clock } = storages;
      const expired = await opened(storage, attempt('ORDER-1'));
      clock.advance(12_000);
      const openings = await together(6, (index) => openAttempt(storages.at(index), attempt('ORDER-1')));
      expect(kinds(openings)).toEqual({ opened: 1, exists: 5 });

      expect(await findPayment(storage.store.db, expired.id)).toMatchObject({
        status: 'failed',
        failure_code: 'not_sent',
        fence: 2,
        lease_owner: null,
        lease_until: null,
        next_check_at: null,
        sent_at: null,
        final_at: clock.now(),
      });
      expect((await historyOf(storage.store.db, expired.id)).map(({ kind }) => kind)).toEqual(['created', 'not_sent']);
      expect((await webhooksOf(storage.store.db, expired.id)).map(({ type }) => type)).toEqual(['payment.failed']);
      expect(openings.find((opening) => opening.kind === 'opened')).toMatchObject({
        payment: { attempt_number: 2, sent_attempt_number: 1 },
        gaveUp: [{ payment: { id: expired.id, status: 'failed' } }],
      });

      await renewLeases(storage, [expired], 12_000);
      expect(await send(storage, expired)).toBe('failed');
    });

    it('ends it before the next one begins, also while time passes', async () => {
      const { storage, clock } = storages;
      const expired = await opened(storage, attempt('ORDER-1'));
      clock.advance(90_000);
      const now = () => {
        clock.advance(1);
        return clock.now();
      };
      const next = await opened({ ...storage, clock: { now } }, attempt('ORDER-1'));
      const ended = (await historyOf(storage.store.db, expired.id)).find(({ kind: what }) => what === 'not_sent');
      expect(next.created_at - (ended?.at ?? Number.POSITIVE_INFINITY)).toBeGreaterThan(0);
    });

    it('does not change it when the next one cannot be written', async () => {
      const { storage, clock } = storages;
      const request = attempt('ORDER-1');
      const expired = await opened(storage, request);
      clock.advance(12_000);
      // The next one cannot be written: its X-CorrelationID is taken.
      const failing = openAttempt(storage, attempt('ORDER-1', { correlationId: request.correlationId }));
      expect(await failing.then(() => 'opened', isUniqueViolation)).toBe(true);
      expect(await findPayment(storage.store.db, expired.id)).toEqual(expired);
      expect(await webhooksOf(storage.store.db, expired.id)).toEqual([]);
    });

    it('never allows two to be sent when its process resumes while the next one is opened', async () => {
      for (let round = 0; round < 12; round += 1) {
        const expired = await opened(storages.at(0), attempt(`ORDER-${round}`));
        storages.clock.advance(12_000);
        const [opening, sending] = await Promise.all([
          openAttempt(storages.at(1), attempt(`ORDER-${round}`)),
          send(storages.at(0), expired),
        ]);
        expect([
          { opening: 'opened', sending: 'failed' },
          { opening: 'exists', sending: 'sending' },
        ]).toContainEqual({ opening: opening.kind, sending });
      }
    });

    it('opens no other while a process that was paused works on an older payment again', async () => {
      const { storage, clock } = storages;
      const older = await opened(storage, attempt('ORDER-1'));
      await send(storage, older);
      clock.advance(90_000);
      const newer = await opened(storage, attempt('ORDER-1'));
      await changed(storage, newer.id, NOT_SENT);
      await renewLeases(storage, [older], 12_000);
      expect(await openAttempt(storage, attempt('ORDER-1'))).toMatchObject({ kind: 'exists', payment: { id: older.id } });
      clock.advance(12_000);
      expect(await openAttempt(storage, attempt('ORDER-1'))).toMatchObject({ kind: 'opened', payment: { attempt_number: 3 } });
    });

    it('counts it as an open prompt on the phone, so another order waits', async () => {
      const { storage, clock } = storages;
      const second = attempt('ORDER-2', { limits: LIMITS });
      const waiting = await opened(storage, attempt('ORDER-1'));
      await queuedFor(waiting, 65_000);
      expect(await openAttempt(storage, second)).toEqual({ kind: 'limited', code: 'prompt_open', retryAfterMs: 60_000 });
      await send(storage, waiting);
      const free = { lease_owner: null, lease_until: null };
      await changed(storage, waiting.id, { to: 'pending', set: free, event: { kind: 'accepted' } });
      clock.advance(20_000);
      expect(await openAttempt(storage, second)).toEqual({ kind: 'limited', code: 'prompt_open', retryAfterMs: 40_000 });
      clock.advance(40_000);
      expect(await openAttempt(storage, second)).toMatchObject({ kind: 'opened' });
    });

    it('opens no other while the initiation is under way, and counts the cool-down from when it was sent', async () => {
      const { storage, clock } = storages;
      const payment = await opened(storage, attempt('ORDER-1'));
      await queuedFor(payment, 60_000);
      await send(storage, payment);
      await queuedFor(payment, 120_000);
      expect(await openAttempt(storage, attempt('ORDER-1'))).toMatchObject({ kind: 'exists', payment: { id: payment.id } });
      clock.advance(12_000);
      expect(await openAttempt(storage, attempt('ORDER-1'))).toMatchObject({ kind: 'opened' });

      const late = await opened(storage, attempt('ORDER-2'));
      await queuedFor(late, 60_000);
      await send(storage, late);
      const free = { lease_owner: null, lease_until: null };
      await changed(storage, late.id, { to: 'pending', set: free, event: { kind: 'accepted' } });
      clock.advance(89_999);
      expect(await openAttempt(storage, attempt('ORDER-2'))).toMatchObject({ kind: 'exists' });
      clock.advance(1);
      expect(await openAttempt(storage, attempt('ORDER-2'))).toMatchObject({ kind: 'opened' });
    });
  });

  describe('when a payment of the order was received or its details differ', () => {
    /** Two open payments of an order: the second was opened after the cool-down of the first. */
    async function two(order: string): Promise<readonly [StoredPayment, StoredPayment]> {
      const first = await pending(storages.storage, order);
      storages.clock.advance(90_000);
      return [first, await pending(storages.storage, order)];
    }

    const RECEIVED: TestChange = { set: { resolution: 'received' }, event: { kind: 'resolved' } };
    const NOT_RECEIVED: TestChange = { set: { resolution: 'not_received' }, event: { kind: 'resolved' } };
    const DIFFERENT: TestChange = { set: { differences: 'amount' }, event: { kind: 'details_mismatch' } };

    it.each([
      ['received', RECEIVED],
      ['a difference in the details', DIFFERENT],
    ])('opens no other: with %s, the older one is the current payment', async (_name, change) => {
      const { storage, clock } = storages;
      const [first, second] = await two('ORDER-1');
      await changed(storage, first.id, change);
      await changed(storage, second.id, FAILED);
      clock.advance(YEAR);
      expect(await openAttempt(storage, attempt('ORDER-1'))).toMatchObject({ kind: 'exists', payment: { id: first.id } });
      expect(await currentPayment(storage.store.db, first.order_reference)).toMatchObject({ id: first.id });
      expect(await openAttempt(storage, attempt('ORDER-1', { amount: '26000' }))).toMatchObject({
        kind: 'changed',
        payment: { id: first.id },
      });
      for (const { id } of [first, second]) {
        const row = await findPayment(storage.store.db, id);
        expect(row && shown(storage, row).retryable).toBe(false);
      }
    });

    it('opens no other after received, even if the operator then reports that it failed', async () => {
      const { storage } = storages;
      const payment = await pending(storage, 'ORDER-1');
      await changed(storage, payment.id, RECEIVED);
      await changed(storage, payment.id, FAILED);
      expect(await openAttempt(storage, attempt('ORDER-1'))).toMatchObject({ kind: 'exists', payment: { id: payment.id } });
    });

    it('opens another after the merchant changed received to not received', async () => {
      const { storage } = storages;
      const [first, second] = await two('ORDER-1');
      await changed(storage, second.id, FAILED);
      await changed(storage, first.id, RECEIVED);
      expect(await changed(storage, first.id, NOT_RECEIVED)).toMatchObject({ superseded: 1 });
      expect(await findPayment(storage.store.db, second.id)).toMatchObject({ superseded: null });
      expect(await openAttempt(storage, attempt('ORDER-1'))).toMatchObject({ kind: 'opened', payment: { attempt_number: 3 } });
    });
  });

  describe('after payments that never left this machine', () => {
    it('does not count them as sent', async () => {
      const { storage, clock } = storages;
      for (let press = 0; press < 9; press += 1) {
        const payment = await pending(storage, 'ORDER-1');
        await storage.store.db.updateTable('payments').set({ status: 'sending' }).where('id', '=', payment.id).execute();
        await changed(storage, payment.id, NOT_SENT);
      }
      for (let press = 0; press < 5; press += 1) {
        const payment = await pending(storage, 'ORDER-1');
        expect(payment.sent_attempt_number).toBe(press + 1);
        await changed(storage, payment.id, FAILED);
      }
      clock.advance(YEAR);
      expect(await openAttempt(storage, attempt('ORDER-1'))).toMatchObject({ kind: 'exhausted' });
    });

    it('opens at most 20 in ten minutes without any limit configured, so that retries during an outage cannot fill the database', async () => {
      const { storage, clock } = storages;
      for (let press = 0; press < 20; press += 1) {
        await changed(storage, (await opened(storage, attempt('ORDER-1'))).id, NOT_SENT);
        clock.advance(1000);
      }
      const refused = await together(4, (index) => openAttempt(storages.at(index), attempt('ORDER-1')));
      for (const opening of refused) expect(opening).toEqual({ kind: 'limited', code: 'operator_unavailable', retryAfterMs: 580_000 });
      expect(await openAttempt(storage, attempt('ORDER-2'))).toMatchObject({ kind: 'opened' });
      clock.advance(579_999);
      expect(await openAttempt(storage, attempt('ORDER-1'))).toMatchObject({ kind: 'limited', retryAfterMs: 1 });
      clock.advance(1);
      expect(await openAttempt(storage, attempt('ORDER-1'))).toMatchObject({
        kind: 'opened',
        payment: { attempt_number: 21, sent_attempt_number: 1 },
      });
    });

    it('does not count those that were stamped by a clock that was ahead', async () => {
      const { storage, clock } = storages;
      clock.advance(3 * 60 * MINUTE);
      for (let press = 0; press < 20; press += 1) await changed(storage, (await opened(storage, attempt('ORDER-1'))).id, NOT_SENT);
      clock.advance(-3 * 60 * MINUTE);
      expect(await openAttempt(storage, attempt('ORDER-1'))).toMatchObject({ kind: 'opened' });
    });

    it('does not count one either when that becomes known after the next one was sent', async () => {
      const { storage, clock } = storages;
      const silent = await opened(storage, attempt('ORDER-1'));
      await changed(storage, silent.id, { to: 'sending', set: { sent_at: clock.now(), lease_until: null }, event: { kind: 'sending' } });
      clock.advance(90_000);
      for (let sent = 0; sent < 4; sent += 1) await changed(storage, (await pending(storage, 'ORDER-1')).id, FAILED);
      expect(await openAttempt(storage, attempt('ORDER-1'))).toMatchObject({ kind: 'exhausted', payment: { sent_attempt_number: 5 } });
      await changed(storage, silent.id, NOT_SENT);
      const newest = await currentPayment(storage.store.db, silent.order_reference);
      expect(newest).toMatchObject({ attempt_number: 5, sent_attempt_number: 4 });
      expect(newest && shown(storage, newest).retryable).toBe(true);
      expect(await openAttempt(storage, attempt('ORDER-1'))).toMatchObject({
        kind: 'opened',
        payment: { attempt_number: 6, sent_attempt_number: 5 },
      });
    });
  });

  describe('for another amount', () => {
    const other = attempt('ORDER-1', { amount: '26000' });

    it('opens one after the merchant recorded not received, and after the cool-down of one without an answer', async () => {
      const { storage, clock } = storages;
      const first = await pending(storage, 'ORDER-1');
      await changed(storage, first.id, { set: { resolution: 'not_received' }, event: { kind: 'resolved' } });
      expect(await openAttempt(storage, other)).toMatchObject({ kind: 'opened', payment: { attempt_number: 2, amount: 26000 } });
      await pending(storage, 'ORDER-2');
      clock.advance(90_000);
      expect(await openAttempt(storage, attempt('ORDER-2', { amount: '27000' }))).toMatchObject({
        kind: 'opened',
        payment: { attempt_number: 2, amount: 27000 },
      });
    });

    it('opens after a payment with differences only once the merchant says that no money came', async () => {
      const { storage } = storages;
      const first = await pending(storage, 'ORDER-1');
      await changed(storage, first.id, { set: { differences: 'amount' }, event: { kind: 'details_mismatch' } });
      await changed(storage, first.id, FAILED);
      expect(await openAttempt(storage, attempt('ORDER-1'))).toMatchObject({ kind: 'exists', payment: { id: first.id } });
      const resolved = await changed(storage, first.id, { set: { resolution: 'not_received' }, event: { kind: 'resolved' } });
      expect(shown(storage, resolved)).toMatchObject({ retryable: true, failure: { code: 'payment_failed' } });
      expect(await openAttempt(storage, attempt('ORDER-1'))).toMatchObject({ kind: 'opened', payment: { attempt_number: 2 } });
    });

    it('refuses with the existing payment, which is not retryable, while the order allows no other', async () => {
      const { storage } = storages;
      const first = await pending(storage, 'ORDER-1');
      const refused = await openAttempt(storage, other);
      expect(refused).toMatchObject({ kind: 'changed', payment: { id: first.id } });
      expect(refused.kind === 'changed' && shown(storage, refused.payment).retryable).toBe(false);
      await changed(storage, first.id, COMPLETED);
      expect(await openAttempt(storage, other)).toMatchObject({ kind: 'changed', payment: { id: first.id, status: 'completed' } });
    });

    it('answers exhausted when only the number of payments prevents another', async () => {
      const { storage } = storages;
      for (let sent = 0; sent < 4; sent += 1) await changed(storage, (await pending(storage, 'ORDER-1')).id, FAILED);
      const last = await pending(storage, 'ORDER-1');
      expect(await openAttempt(storage, other)).toMatchObject({ kind: 'changed', payment: { id: last.id } });
      await changed(storage, last.id, { set: { resolution: 'not_received' }, event: { kind: 'resolved' } });
      expect(await openAttempt(storage, other)).toMatchObject({ kind: 'exhausted', payment: { id: last.id } });
    });
  });

  describe('with rate limits', () => {
    /** Opens a payment and ends it, so that no prompt is open. */
    async function ended(index: number, change: Parameters<typeof attempt>[1]): Promise<Opening> {
      const opening = await openAttempt(storages.at(index), attempt(`ORDER-${index}`, { limits: LIMITS, ...change }));
      if (opening.kind === 'opened') {
        const sent = { sent_at: storages.clock.now() };
        await changed(storages.storage, opening.payment.id, { to: 'failed', set: sent, event: { kind: 'refused' } });
      }
      return opening;
    }

    it('allows a phone number a count in a period, and says when the next payment is possible', async () => {
      const { clock, storage } = storages;
      for (let index = 0; index < 5; index += 1) {
        expect(await ended(index, {})).toMatchObject({ kind: 'opened' });
        clock.advance(MINUTE);
      }
      expect(await ended(5, {})).toEqual({ kind: 'limited', code: 'too_many_for_msisdn', retryAfterMs: 5 * MINUTE });
      clock.advance(5 * MINUTE - 1);
      expect(await ended(6, {})).toMatchObject({ kind: 'limited', retryAfterMs: 1 });
      clock.advance(1);
      expect(await openAttempt(storage, attempt('ORDER-7', { limits: LIMITS }))).toMatchObject({ kind: 'opened' });
    });

    it('does not count payments that were never sent, up to four times the limit', async () => {
      const { storage } = storages;
      for (const limits of [
        { perMsisdn: LIMITS.perMsisdn, perIp: null },
        { perMsisdn: null, perIp: { count: 5, windowMs: 10 * MINUTE } },
      ]) {
        const order = limits.perIp === null ? 'PHONE' : 'ADDRESS';
        for (let index = 0; index < 20; index += 1) {
          const payment = await opened(storage, attempt(`${order}-${index}`, { limits, addressHash: 'here' }));
          await changed(storage, payment.id, NOT_SENT);
        }
        expect(await openAttempt(storage, attempt(`${order}-20`, { limits, addressHash: 'here' }))).toMatchObject({ kind: 'limited' });
        await storages.empty();
        for (let index = 0; index < 19; index += 1) {
          const payment = await opened(storage, attempt(`${order}-${index}`, { limits, addressHash: 'here' }));
          await changed(storage, payment.id, NOT_SENT);
        }
        expect(await openAttempt(storage, attempt(`${order}-19`, { limits, addressHash: 'here' }))).toMatchObject({ kind: 'opened' });
        await storages.empty();
      }
    });

    it('never allows a phone number more when many instances are asked at the same time', async () => {
      const perMsisdn = { count: 5, windowMs: 10 * MINUTE };
      const openings = await together(30, async (index) => {
        const request = attempt(`ORDER-${index}`, { limits: { perMsisdn, perIp: null } });
        const opening = await openAttempt(storages.at(index), request);
        const sent = { sent_at: storages.clock.now() };
        if (opening.kind === 'opened') {
          await changed(storages.at(index), opening.payment.id, { to: 'failed', set: sent, event: { kind: 'refused' } });
        }
        return opening;
      });
      expect(kinds(openings).opened).toBeLessThanOrEqual(5);
      expect(kinds(openings).opened).toBeGreaterThanOrEqual(1);
    });

    it('allows an address exactly its count when many instances are asked at the same time', async () => {
      const openings = await together(30, (index) =>
        openAttempt(
          storages.at(index),
          attempt(`ORDER-${index}`, { addressHash: 'one-line', limits: { perMsisdn: null, perIp: LIMITS.perIp } }),
        ),
      );
      expect(kinds(openings)).toEqual({ opened: 8, limited: 22 });
      const limited = openings.find((opening) => opening.kind === 'limited');
      expect(limited).toMatchObject({ code: 'too_many_from_address', retryAfterMs: 10 * MINUTE });
    });

    it('allows one prompt at a time on a phone: another order waits for at most a minute', async () => {
      const { clock, storage } = storages;
      await pending(storage, 'ORDER-1');
      clock.advance(20_000);
      const second = () => openAttempt(storage, attempt('ORDER-2', { limits: LIMITS }));
      expect(await second()).toEqual({ kind: 'limited', code: 'prompt_open', retryAfterMs: 40_000 });
      clock.advance(40_000);
      expect(await second()).toMatchObject({ kind: 'opened' });
    });

    it('opens one prompt when many orders ask for the same phone at the same time', async () => {
      const openings = await together(12, (index) => openAttempt(storages.at(index), attempt(`ORDER-${index}`, { limits: LIMITS })));
      expect(kinds(openings)).toEqual({ opened: 1, limited: 11 });
    });

    it('ignores a prompt that has ended, and a limit that is off', async () => {
      const { storage } = storages;
      const first = await pending(storage, 'ORDER-1');
      const unlimited = { perMsisdn: null, perIp: null };
      expect(await openAttempt(storage, attempt('ORDER-2', { limits: unlimited }))).toMatchObject({ kind: 'opened' });
      await changed(storage, first.id, { to: 'failed', event: { kind: 'failed' } });
      storages.clock.advance(MINUTE);
      await pending(storage, 'ORDER-3').then((third) => changed(storage, third.id, { to: 'failed', event: { kind: 'failed' } }));
      expect(await openAttempt(storage, attempt('ORDER-4', { limits: LIMITS }))).toMatchObject({ kind: 'opened' });
    });
  });
});
