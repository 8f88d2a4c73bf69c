import { STORES } from '@tsena/testkit/stores';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attempt, changed, opened, openStorages, pending, read, type Storages, together } from '../../test/support/storages.ts';
import { MAX_LEASE_MS } from '../rules/lease.ts';
import { applyDecision } from './applyDecision.ts';
import { checkBy, leaseDue, leaseOne, makeAllDue, nextDue, releaseAfterCheck, releaseAll, renewLeases } from './leases.ts';
import type { StoredPayment } from './schema.ts';
import type { Storage } from './storage.ts';

const LEASE_MS = 12_000;

describe.each(STORES)('leases of payments on %s', (kind) => {
  let storages: Storages;
  let storage: Storage;
  let other: Storage;
  beforeAll(async () => {
    storages = await openStorages(kind, 4);
    storage = storages.at(0);
    other = storages.at(1);
  });
  beforeEach(() => storages.empty());
  afterAll(() => storages.close());

  it('go to one worker each, and no payment is left out, when many instances ask at the same time', async () => {
    const all = await together(60, (index) => pending(storages.at(index), `ORDER-${index}`));
    const taken: StoredPayment[] = [];
    for (let round = 0; taken.length < all.length && round < 20; round += 1) {
      const rounds = await together(12, (index) => leaseDue(storages.at(index), LEASE_MS, 3));
      for (const leased of rounds) {
        expect(leased.length).toBeLessThanOrEqual(3);
        taken.push(...leased);
      }
    }
    expect(taken).toHaveLength(60);
    expect(new Set(taken.map(({ id }) => id)).size).toBe(60);
    expect(await leaseDue(storage, LEASE_MS, 100)).toEqual([]);
  });

  it('of one payment go to one worker when many ask at the same time', async () => {
    const payment = await pending(storage, 'ORDER-1');
    const leased = await together(12, (index) => leaseOne(storages.at(index), payment.id, LEASE_MS));
    expect(leased.filter((one) => one !== undefined)).toHaveLength(1);
  });

  it('begin with the payments that have been due the longest', async () => {
    await pending(storage, 'LATE');
    storages.clock.advance(-1000);
    const early = await pending(storage, 'EARLY');
    storages.clock.advance(1000);
    expect((await leaseDue(storage, LEASE_MS, 1)).map(({ id }) => id)).toEqual([early.id]);
  });

  it('that are not renewed end, and the former worker then changes nothing', async () => {
    await pending(storage, 'ORDER-1');
    const [leased] = await leaseDue(storage, LEASE_MS, 1);
    if (leased === undefined) throw new Error('nothing was leased');
    storages.clock.advance(LEASE_MS - 1);
    expect(await leaseDue(other, LEASE_MS, 1)).toEqual([]);
    storages.clock.advance(1);
    const [taken] = await leaseDue(other, LEASE_MS, 1);
    expect(taken).toMatchObject({ id: leased.id, lease_owner: other.owner, fence: leased.fence + 1 });

    const stop = async (by: Storage, fence: number) => (await applyDecision(by, leased.id, { kind: 'checks_stopped', fence }))?.outcome;
    expect(await stop(storage, leased.fence)).toEqual({ kind: 'done' });
    expect(await releaseAfterCheck(storage, leased, null)).toBeUndefined();
    expect(await read(storage, leased)).toMatchObject({ status: 'pending', lease_owner: other.owner });
    expect(await stop(other, leased.fence + 1)).toEqual({ kind: 'stopped' });
  });

  it('last as long as their own worker renews them', async () => {
    await pending(storage, 'ORDER-1');
    const [leased] = await leaseDue(storage, LEASE_MS, 1);
    if (leased === undefined) throw new Error('nothing was leased');
    storages.clock.advance(LEASE_MS - 1);
    await renewLeases(storage, [leased], LEASE_MS);
    storages.clock.advance(LEASE_MS - 1);
    expect(await leaseDue(other, LEASE_MS, 1)).toEqual([]);
    await renewLeases(other, [leased], LEASE_MS);
    storages.clock.advance(1);
    expect(await leaseDue(other, LEASE_MS, 1)).toHaveLength(1);
  });

  it('that were taken before the clock was set back do not block the payment', async () => {
    const payment = await pending(storage, 'ORDER-1');
    await leaseDue(storage, LEASE_MS, 1);
    storages.clock.advance(-24 * 60 * 60_000);
    await makeAllDue(other);
    expect(await leaseDue(other, LEASE_MS, 1)).toMatchObject([{ id: payment.id, lease_owner: other.owner }]);
    storages.clock.advance(24 * 60 * 60_000);
    expect(MAX_LEASE_MS).toBeLessThan(24 * 60 * 60_000);
  });

  it('do not count as ended within 30 s after a step of the clock', async () => {
    const payment = await pending(storage, 'ORDER-1');
    await leaseDue(storage, LEASE_MS, 1);
    const sending = await opened(storage, attempt('ORDER-2'));
    let steadyFor = 29_999;
    const stepped: Storage = { ...other, clock: { now: () => storages.clock.now(), steadyFor: () => steadyFor } };
    storages.clock.advance(3 * 60 * 60_000);
    expect(await leaseDue(stepped, LEASE_MS, 100)).toEqual([]);
    expect(await leaseOne(stepped, sending.id, LEASE_MS)).toBeUndefined();
    steadyFor = 30_000;
    expect((await leaseDue(stepped, LEASE_MS, 100)).map(({ id }) => id).sort()).toEqual([payment.id, sending.id].sort());
  });

  it('of a payment that is being sent are respected for 30 s after a step of the clock', async () => {
    storages.clock.advance(3 * 60 * 60_000);
    const sending = await opened(storage, attempt('ORDER-1'));
    storages.clock.advance(-3 * 60 * 60_000);
    let steadyFor = 29_999;
    const stepped: Storage = { ...other, clock: { now: () => storages.clock.now(), steadyFor: () => steadyFor } };
    await makeAllDue(stepped);
    expect(await read(storage, sending)).toEqual(sending);
    steadyFor = 30_000;
    await makeAllDue(stepped);
    expect(await leaseDue(stepped, LEASE_MS, 100)).toMatchObject([{ id: sending.id, lease_owner: other.owner }]);
  });

  it('that are released set when the payment is due next', async () => {
    await pending(storage, 'ORDER-1');
    const [leased] = await leaseDue(storage, LEASE_MS, 1);
    if (leased === undefined) throw new Error('nothing was leased');
    const next = storages.clock.now() + 5000;
    expect(await releaseAfterCheck(storage, leased, next)).toBe(next);
    expect(await read(storage, leased)).toMatchObject({ lease_owner: null, lease_until: null, next_check_at: next, status_checks: 1 });
    expect(await nextDue(storage)).toBe(next);
    expect(await leaseDue(other, LEASE_MS, 1)).toEqual([]);
  });

  it('of a payment that is being sent end without renewal, so that another worker takes it', async () => {
    const created = await opened(storage, attempt('ORDER-1'));
    expect(await leaseDue(other, LEASE_MS, 1)).toEqual([]);
    storages.clock.advance(LEASE_MS);
    expect(await leaseDue(other, LEASE_MS, 1)).toMatchObject([{ id: created.id, fence: created.fence + 1 }]);
    const sending = await applyDecision(storage, created.id, { kind: 'sending', fence: created.fence, after: null });
    expect(sending).toMatchObject({ outcome: false, written: [] });
  });

  it('of a process that stops are released, except those of payments that it is sending', async () => {
    const polled = await pending(storage, 'ORDER-1');
    await leaseDue(storage, LEASE_MS, 1);
    const sending = await opened(storage, attempt('ORDER-2'));
    await releaseAll(storage);
    expect(await read(storage, polled)).toMatchObject({ lease_owner: null });
    expect(await read(storage, sending)).toMatchObject({ lease_owner: storage.owner });
  });

  it('keep the due time when a later status check is asked for, and move it when an earlier one is', async () => {
    const now = storages.clock.now();
    const payment = await pending(storage, 'ORDER-1');
    await changed(storage, payment.id, { set: { next_check_at: now + 60_000 }, event: { kind: 'verified' } });
    await checkBy(other, payment.id, now + 90_000);
    expect(await read(storage, payment)).toMatchObject({ next_check_at: now + 60_000 });
    await checkBy(other, payment.id, now + 5000);
    expect(await read(storage, payment)).toMatchObject({ next_check_at: now + 5000 });
  });

  it('do not prevent an instance from starting while others work', async () => {
    const all = await together(30, (index) => pending(storages.at(index), `ORDER-${index}`));
    await together<unknown>(40, (index) => {
      const here = storages.at(index);
      if (index % 4 === 0) return makeAllDue(here);
      if (index % 4 === 1) return renewLeases(here, all.toReversed(), LEASE_MS);
      if (index % 4 === 2) return leaseDue(here, LEASE_MS, 10);
      return releaseAll(here);
    });
    storages.clock.advance(LEASE_MS);
    await makeAllDue(storage);
    expect(await leaseDue(storage, LEASE_MS, 100)).toHaveLength(30);
  });
});
