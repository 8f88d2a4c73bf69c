import { describe, expect, it } from 'vitest';
import { announced, type TestChange } from '../../../test/support/storages.ts';
import { openStubbedPayments } from '../../../test/support/stubbedPayments.ts';
import { useForEach } from '../../../test/support/use.ts';
import type { Transact } from '../../database/transaction.ts';

const world = useForEach(openStubbedPayments);
const NOT_SENT = { kind: 'not_sent', fence: 1, code: 'not_sent', reason: 'no token' } as const;

describe('a change of a payment', () => {
  it('is returned, published, reported for the metrics and logged once it is durable', async () => {
    const id = await world.seed({ status: 'created' });
    const applied = await world.companion.changes.apply(id, NOT_SENT);
    expect(applied?.payment).toEqual(await world.read(id));
    expect(applied).toMatchObject({ outcome: true, payment: { status: 'failed', version: 2 } });
    expect(world.published).toEqual([applied?.payment]);
    expect(world.reported).toEqual([applied?.written[0]?.change]);
    expect(world.lines).toMatchObject([
      { level: 30, msg: 'payment changed', payment: id, event: 'not_sent', status: 'failed', version: 2 },
    ]);
    expect(world.enqueued()).toBe(1);
  });

  it('that changes nothing is announced to nobody', async () => {
    const id = await world.seed({ status: 'completed' });
    const applied = await world.companion.changes.apply(id, { kind: 'sending', fence: 0, after: null });
    expect(applied).toMatchObject({ outcome: false, written: [] });
    expect([world.published, world.reported, world.lines, world.enqueued()]).toEqual([[], [], [], 0]);
  });

  it('that cannot be committed is announced to nobody', async () => {
    const id = await world.seed({ status: 'created' });
    const { transact } = world.store;
    const failing: Transact = (work) =>
      transact(async (transaction) => {
        await work(transaction);
        throw new Error('the disk is full');
      });
    Object.assign(world.store, { transact: failing });
    await expect(world.companion.changes.apply(id, NOT_SENT)).rejects.toThrow('the disk is full');
    expect([world.published, world.lines]).toEqual([[], []]);
  });

  it.each<readonly [string, TestChange, number]>([
    ['without a webhook', { event: { kind: 'accepted' } }, 0],
    ['with a webhook', { event: { kind: 'details_mismatch' }, webhook: 'payment.review_required' }, 1],
    ['to another status', { to: 'completed', event: { kind: 'completed' } }, 0],
  ])('%s wakes the deliveries so often: %#', async (_what, change, times) => {
    await announced(world.companion, await world.seed(), change);
    expect(world.enqueued()).toBe(times);
  });
});
