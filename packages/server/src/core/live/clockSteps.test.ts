import { beforeEach, expect, it } from 'vitest';
import { OperatorSimulator } from '../../../test/stress/operatorSimulator.ts';
import { payWith, type TestCompanion, testCompanion } from '../../../test/support/testCompanion.ts';
import { useForEach } from '../../../test/support/use.ts';
import { systemClock } from '../../clock.ts';
import type { StoredPayment } from '../../database/schema.ts';
import { openStore } from '../../database/store.ts';
import { LEASE_MS } from '../rules/lease.ts';
import { leaseDue, leaseOne } from '../storage/leases.ts';
import { findPayment } from '../storage/reads.ts';
import { afterClockStep } from './clockSteps.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const store = useForEach(() => openStore('file::memory:'));
let now: number;
let ahead: number;
let simulator: OperatorSimulator;
let companion: TestCompanion;
beforeEach(async () => {
  now = Date.parse('2026-01-01T00:00:00Z');
  ahead = 0;
  simulator = new OperatorSimulator();
  const clock = systemClock(
    () => now + ahead,
    () => now,
  );
  companion = testCompanion({ store, clock, operator: simulator.connect(() => false), wall: () => now });
});

async function read({ id }: StoredPayment): Promise<StoredPayment> {
  const payment = await findPayment(store.db, id);
  if (payment === undefined) throw new Error(`${id} is gone`);
  return payment;
}

it('a clock that jumps ahead does not end the cool-down', async () => {
  await payWith(companion);
  ahead = 3 * HOUR;
  await expect(payWith(companion)).rejects.toThrow('exists');
  now += 90 * SECOND;
  expect((await payWith(companion)).attempt_number).toBe(2);
});

it('after a step back, this process keeps its leases, and other payments are due', async () => {
  ahead = 3 * HOUR;
  companion.storage.clock.now();
  const payment = await payWith(companion);
  now += 30 * SECOND;
  const held = await leaseOne(companion.storage, payment.id, LEASE_MS);
  if (held !== undefined) companion.leases.add(held);
  ahead = 0;
  await afterClockStep({ ...companion, longestDelaysMs: [0], longestMailDelayMs: 0 }, -3 * HOUR);
  expect(await read(payment)).toMatchObject({ lease_owner: companion.storage.owner, lease_until: now + LEASE_MS, fence: held?.fence });
  companion.leases.clear();
  expect(await leaseDue(companion.storage, LEASE_MS, 100)).toEqual([]);
  now += 30 * SECOND;
  expect(await leaseDue(companion.storage, LEASE_MS, 100)).toMatchObject([{ id: payment.id }]);
});

it.each([1, 3 * HOUR])('after a step ahead by %i ms, each payment keeps its times', async (byMs) => {
  const payment = await payWith(companion);
  const planned = now + 10 * MINUTE;
  await store.db.updateTable('payments').set({ next_check_at: planned, updated_at: planned }).execute();
  expect(await afterClockStep({ ...companion, longestDelaysMs: [0], longestMailDelayMs: 0 }, byMs)).toEqual({ payments: 0, webhooks: 0 });
  expect(await read(payment)).toMatchObject({ next_check_at: planned, updated_at: planned });
});
