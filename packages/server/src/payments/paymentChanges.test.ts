import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ObservedPayments, openObservedPayments } from '../../test/support/observedPayments.ts';
import type { Change } from '../storage/changes.ts';

let world: ObservedPayments;
beforeEach(async () => {
  world = await openObservedPayments();
});
afterEach(() => world.close());

describe('a change of a payment', () => {
  it('is returned, published, reported for the metrics and logged once it is durable', async () => {
    const id = await world.seed();
    const change: Change = { to: 'failed', event: { kind: 'failed' }, webhook: 'payment.failed' };
    const changed = await world.companion.changes.apply(id, change);
    expect(changed).toEqual(await world.read(id));
    expect(changed).toMatchObject({ status: 'failed', version: 2 });
    expect(world.published).toEqual([changed]);
    expect(world.reported).toEqual([change]);
    expect(world.lines).toMatchObject([{ level: 30, msg: 'payment changed', payment: id, event: 'failed', status: 'failed', version: 2 }]);
    expect(world.enqueued()).toBe(1);
  });

  it('that the status did not allow is null, and nobody hears of it', async () => {
    const id = await world.seed({ status: 'completed' });
    expect(await world.companion.changes.apply(id, { to: 'sending', event: { kind: 'sending' } })).toBeNull();
    expect([world.published, world.reported, world.lines, world.enqueued()]).toEqual([[], [], [], 0]);
  });

  it.each<readonly [string, Change, number]>([
    ['without a webhook', { event: { kind: 'accepted' } }, 0],
    ['with a webhook', { event: { kind: 'details_mismatch' }, webhook: 'payment.review_required' }, 1],
    ['to completed, which may make the order overpaid', { to: 'completed', event: { kind: 'completed' } }, 1],
    ['to another status', { to: 'failed', event: { kind: 'failed' } }, 0],
  ])('%s wakes the deliveries so often: %#', async (_what, change, times) => {
    await world.companion.changes.apply(await world.seed(), change);
    expect(world.enqueued()).toBe(times);
  });
});
