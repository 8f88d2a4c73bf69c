import type { PaymentId } from '@tsena/shared/checkout';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openStubbedPayments } from '../../../test/support/stubbedPayments.ts';
import { useForEach } from '../../../test/support/use.ts';
import type { Store } from '../../database/store.ts';
import { keepLeases } from './keepLeases.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

const world = useForEach(openStubbedPayments);
let id: PaymentId;
beforeEach(async () => {
  id = await world.seed();
  await world.lease(id);
  world.companion.inProgress.leases.add(await world.read(id));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(async () => {
  vi.useRealTimers();
});

/** Time passes, by the clock and for timers. */
async function pass(ms: number): Promise<void> {
  world.clock.advance(ms);
  await vi.advanceTimersByTimeAsync(ms);
}

const leaseUntil = async () => (await world.read(id)).lease_until;

it('a lease of a second check of one payment is renewed after the first has ended', async () => {
  const [first] = world.companion.inProgress.leases;
  await world.store.db.updateTable('payments').set({ lease_until: null, next_check_at: world.clock.now() }).execute();
  const second = await world.lease(id);
  world.companion.inProgress.leases.add(second);
  if (first !== undefined) world.companion.inProgress.leases.delete(first);
  const stop = keepLeases(world.companion);
  await pass(3000);
  await vi.waitFor(async () => expect(await leaseUntil()).toBe(NOW + 15_000));
  stop();
});

it('a renewal that fails is reported in the log, and the next one is tried', async () => {
  let isBroken = true;
  const write: Store['write'] = (statement) =>
    isBroken ? Promise.reject(new Error('disk full')) : world.store.write(statement);
  const stop = keepLeases({
    ...world.companion,
    storage: { ...world.companion.storage, store: { ...world.store, write } },
  });
  await pass(3000);
  expect(world.lines).toMatchObject([{ level: 40, err: { message: 'disk full' } }]);
  isBroken = false;
  await pass(3000);
  await vi.waitFor(async () => expect(await leaseUntil()).toBe(NOW + 18_000));
  stop();
});
