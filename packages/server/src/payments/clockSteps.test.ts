import type { Ariary } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Fate, OperatorSimulator } from '../../test/stress/operatorSimulator.ts';
import { msisdn, type TestCompanion, testCompanion } from '../../test/support/testCompanion.ts';
import { systemClock } from '../clock.ts';
import { receiveCallback } from '../payments/receiveCallback.ts';
import { checkAndRelease } from '../poller.ts';
import { LEASE_MS } from '../rules/lease.ts';
import { leaseDue, leaseOne } from '../storage/leases.ts';
import { findPayment } from '../storage/reads.ts';
import type { StoredPayment } from '../storage/schema.ts';
import { openStore, type Store } from '../storage/store.ts';
import { afterClockStep } from './clockSteps.ts';
import { initiate } from './initiate.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let store: Store;
let now: number;
let ahead: number;
let simulator: OperatorSimulator;
let companion: TestCompanion;
beforeEach(async () => {
  store = await openStore('file::memory:');
  now = Date.parse('2026-01-01T00:00:00Z');
  ahead = 0;
  simulator = new OperatorSimulator();
  const clock = systemClock(
    () => now + ahead,
    () => now,
  );
  companion = testCompanion({ store, clock, operator: simulator.connect(() => false), wall: () => now });
});
afterEach(() => store.close());

async function pay(fate: Fate = 'accepted'): Promise<StoredPayment> {
  simulator.fate = fate;
  const opening = await initiate(companion, {
    claims: { sub: 'ORDER-1' as OrderReference, amount: 25_000 as Ariary, currency: 'MGA' },
    msisdn: msisdn('0343500003'),
    language: 'fr',
    addressHash: null,
  });
  if (opening.kind !== 'opened') throw new Error(`the attempt was not opened: ${opening.kind}`);
  await Promise.all(companion.sendingIds.values());
  return opening.payment;
}

async function checkStatusFor(ms: number): Promise<void> {
  for (const end = now + ms; now < end; ) {
    now = Math.min(end, now + 10 * SECOND);
    for (const due of await leaseDue(companion.storage, LEASE_MS, 100)) await checkAndRelease(companion, due);
  }
}

async function read({ id }: StoredPayment): Promise<StoredPayment> {
  const payment = await findPayment(store.db, id);
  if (payment === undefined) throw new Error(`${id} is gone`);
  return payment;
}

it('a clock that jumps ahead does not make a payment completed before its details were unreadable for ten minutes', async () => {
  const payment = await pay();
  const [transaction] = simulator.transactions;
  if (transaction !== undefined) transaction.state = 'completed';
  simulator.records = false;
  await checkStatusFor(MINUTE);
  ahead = 3 * HOUR;
  await checkStatusFor(9 * MINUTE);
  expect((await read(payment)).status).toBe('pending');
  await checkStatusFor(2 * HOUR);
  expect(await read(payment)).toMatchObject({ status: 'completed', verified: 0 });
});

it('a clock that jumps four days ahead does not end the status checks of a payment', async () => {
  const payment = await pay();
  ahead = 4 * DAY;
  await checkStatusFor(2 * HOUR);
  expect(await read(payment)).toMatchObject({ status: 'pending', next_check_at: expect.any(Number) });
});

it('a clock that jumps ahead does not let a second attempt follow before the cool-down has passed', async () => {
  await pay();
  ahead = 3 * HOUR;
  await expect(pay()).rejects.toThrow('exists');
  now += 90 * SECOND;
  expect((await pay()).attempt_number).toBe(2);
});

it('a clock that jumps ahead does not reject what a callback named within ten minutes', async () => {
  const payment = await pay('accepted without an answer');
  const [transaction] = simulator.transactions;
  const secret = transaction?.initiation.callbackUrl?.split('/').at(-1) ?? '';
  await receiveCallback(companion.storage, secret, { serverCorrelationId: 'not-known-yet', status: 'completed' });
  ahead = 3 * HOUR;
  await checkStatusFor(MINUTE);
  const callbacks = () => store.db.selectFrom('callbacks').select('rejected').execute();
  expect(await callbacks()).toEqual([{ rejected: 0 }]);
  expect((await read(payment)).status).toBe('unresolved');
});

it('after a step back, this process keeps the leases it works under, and every other payment is due', async () => {
  ahead = 3 * HOUR;
  companion.storage.clock.now();
  const payment = await pay();
  now += 30 * SECOND;
  const held = await leaseOne(companion.storage, payment.id, LEASE_MS);
  if (held !== undefined) companion.leases.add(held);
  ahead = 0;
  await afterClockStep({ ...companion, longestDelaysMs: [0] }, -3 * HOUR);
  expect(await read(payment)).toMatchObject({ lease_owner: companion.storage.owner, lease_until: now + LEASE_MS, fence: held?.fence });
  companion.leases.clear();
  expect(await leaseDue(companion.storage, LEASE_MS, 100)).toEqual([]);
  now += 30 * SECOND;
  expect(await leaseDue(companion.storage, LEASE_MS, 100)).toMatchObject([{ id: payment.id }]);
});

it('after a step back, the times that the clock had ahead go back with it, and the next check is due now', async () => {
  ahead = 3 * HOUR;
  companion.storage.clock.now();
  const payment = await pay();
  now += MINUTE;
  ahead = 0;
  const step = await afterClockStep({ ...companion, longestDelaysMs: [0] }, -3 * HOUR);
  expect(step).toEqual({ payments: 1, webhooks: 0 });
  expect(await read(payment)).toMatchObject({ created_at: payment.created_at - 3 * HOUR, next_check_at: now });
});

it('after a step back by an unknown distance, nothing is later than now', async () => {
  ahead = 3 * HOUR;
  companion.storage.clock.now();
  const payment = await pay();
  ahead = 0;
  expect(await afterClockStep({ ...companion, longestDelaysMs: [0] }, 0)).toEqual({ payments: 1, webhooks: 0 });
  expect(await read(payment)).toMatchObject({ created_at: now, next_check_at: now });
});

it('after a step back, a payment is polled again whose polling had ended by the clock that was ahead', async () => {
  const payment = await pay();
  await store.db.updateTable('payments').set({ next_check_at: null }).execute();
  await afterClockStep({ ...companion, longestDelaysMs: [0] }, -4 * DAY);
  expect((await read(payment)).next_check_at).toBe(now);
});

it.each([1, 3 * HOUR])('after a step ahead by %i ms, each payment keeps its times', async (byMs) => {
  const payment = await pay();
  const planned = now + 10 * MINUTE;
  await store.db.updateTable('payments').set({ next_check_at: planned, updated_at: planned }).execute();
  expect(await afterClockStep({ ...companion, longestDelaysMs: [0] }, byMs)).toEqual({ payments: 0, webhooks: 0 });
  expect(await read(payment)).toMatchObject({ next_check_at: planned, updated_at: planned });
});
