import { STORES } from '@tsena/testkit/stores';
import { beforeEach, describe, expect, it } from 'vitest';
import { attempt, changed, opened, pending, read, together } from '../../../test/support/storages.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import type { StoredPayment } from '../../database/schema.ts';
import {
  checkBy,
  leaseDue,
  leaseOne,
  makeAllDue,
  nextDue,
  releaseAfterCheck,
  releaseAll,
  renewLeases,
} from './leases.ts';
import { lockAttempts } from './locks.ts';
import { newPaymentId, type Storage } from './storage.ts';

const LEASE_MS = 12_000;

describe.each(STORES)('leases of payments on %s', (kind) => {
  const storages = useStorages(kind, 4);
  const { storage } = storages;
  const other = storages.at(1);

  it('go to one worker each, and to all payments, if many instances ask at once', async () => {
    const all = await together(24, (index) => pending(storages.at(index), `ORDER-${index}`));
    const taken: StoredPayment[] = [];
    for (let round = 0; taken.length < all.length && round < 20; round += 1) {
      const rounds = await together(12, (index) => leaseDue(storages.at(index), LEASE_MS, 3));
      for (const leased of rounds) {
        expect(leased.length).toBeLessThanOrEqual(3);
        taken.push(...leased);
      }
    }
    expect(taken).toHaveLength(24);
    expect(new Set(taken.map(({ id }) => id)).size).toBe(24);
    expect(await leaseDue(storage, LEASE_MS, 100)).toEqual([]);
  });

  it('begin with the payments that have been due the longest', async () => {
    await pending(storage, 'LATE');
    storages.clock.advance(-1000);
    const early = await pending(storage, 'EARLY');
    storages.clock.advance(1000);
    expect((await leaseDue(storage, LEASE_MS, 1)).map(({ id }) => id)).toEqual([early.id]);
  });

  /** An instance whose clock stepped this long ago. */
  const steady = (ms: number): Storage => ({
    ...other,
    clock: { now: () => storages.clock.now(), steadyFor: () => ms },
  });

  it('are renewed, however many one process has', async () => {
    const payment = await opened(storage, attempt('ORDER-1'));
    const others = Array.from({ length: 10_000 }, () => ({ id: newPaymentId(), fence: 1 }));
    storages.clock.advance(LEASE_MS / 2);
    await renewLeases(storage, [...others, payment], LEASE_MS);
    expect(await read(storage, payment)).toMatchObject({ lease_until: storages.clock.now() + LEASE_MS });
  });

  it('do not count as ended within 30 s after a step of the clock', async () => {
    const payment = await pending(storage, 'ORDER-1');
    await leaseDue(storage, LEASE_MS, 1);
    const sending = await opened(storage, attempt('ORDER-2'));
    storages.clock.advance(3 * 60 * 60_000);
    expect(await leaseDue(steady(29_999), LEASE_MS, 100)).toEqual([]);
    expect(await leaseOne(steady(29_999), sending.id, LEASE_MS)).toBeUndefined();
    expect((await leaseDue(steady(30_000), LEASE_MS, 100)).map(({ id }) => id).sort()).toEqual(
      [payment.id, sending.id].sort(),
    );
  });

  it('keep the due time if a later check is asked for, and move it if an earlier is', async () => {
    const now = storages.clock.now();
    const payment = await pending(storage, 'ORDER-1');
    await changed(storage, payment.id, { set: { next_check_at: now + 60_000 }, event: { kind: 'verified' } });
    await checkBy(other, payment.id, now + 90_000);
    expect(await read(storage, payment)).toMatchObject({ next_check_at: now + 60_000 });
    await checkBy(other, payment.id, now + 5000);
    expect(await read(storage, payment)).toMatchObject({ next_check_at: now + 5000 });
  });

  it('do not prevent an instance from starting while others lease, renew and release', async () => {
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

  describe('and the time of the next status check:', () => {
    let now: number;
    beforeEach(() => {
      now = storages.clock.now();
    });
    const three = () =>
      Promise.all([pending(storage, 'ORDER-1'), pending(storage, 'ORDER-2'), pending(storage, 'ORDER-3')]);
    const plan = (payment: StoredPayment, next_check_at: number | null) =>
      changed(storage, payment.id, { set: { next_check_at }, event: { kind: 'verified' } });
    const lease = async (payment: StoredPayment, by = storage) =>
      (await leaseOne(by, payment.id, LEASE_MS)) ?? expect.unreachable('the payment is not due');

    it('the next is the one of the earliest payment without a lease', async () => {
      await plan(await pending(storage, 'ORDER-1'), now + 5000);
      await plan(await pending(storage, 'ORDER-2'), now + 3000);
      await plan(await pending(storage, 'ORDER-3'), null);
      const leased = await pending(storage, 'ORDER-4');
      await lease(leased);
      expect(await nextDue(storage)).toBe(now + 3000);
    });

    it.each([
      ['nothing else was asked for', null, 5000, 5000],
      ['nothing else was asked for, and no check follows', null, null, null],
      ['an earlier one was asked for', 2000, 5000, 2000],
      ['an earlier one was asked for, and no other follows', 2000, null, 2000],
      ['a later one was asked for', 9000, 5000, 5000],
    ])('after a check during which %s', async (_name, asked, next, expected) => {
      const payment = await pending(storage, 'ORDER-1');
      const bystander = await pending(storage, 'ORDER-2');
      const leased = await lease(payment);
      if (asked !== null) await checkBy(other, payment.id, now + asked);
      storages.clock.advance(500);
      const due = expected === null ? null : now + expected;
      expect(await releaseAfterCheck(storage, leased, next === null ? null : now + next)).toBe(due);
      expect(await read(storage, payment)).toEqual({
        ...leased,
        ...{ lease_owner: null, lease_until: null, next_check_at: due, last_checked_at: now + 500 },
      });
      expect(await read(storage, bystander)).toEqual(bystander);
    });

    it('a stop makes its own checks due now, and keeps a time that was asked for', async () => {
      const [own, asked, theirs] = await three();
      await lease(own);
      await lease(asked);
      await lease(theirs, other);
      const before = await read(storage, theirs);
      await checkBy(other, asked.id, now + 7000);
      storages.clock.advance(3000);
      await releaseAll(storage);
      const released = { lease_owner: null, lease_until: null };
      expect(await read(storage, own)).toMatchObject({ ...released, next_check_at: now + 3000 });
      expect(await read(storage, asked)).toMatchObject({ ...released, next_check_at: now + 7000 });
      expect(await read(storage, theirs)).toEqual(before);
    });

    it('a renewed lease moves it, unless a check was asked for', async () => {
      const [own, asked, left] = await three();
      for (const payment of [own, asked, left]) await lease(payment);
      const before = await read(storage, left);
      await checkBy(other, asked.id, now + 7000);
      storages.clock.advance(5000);
      // An earlier lease of this process on the same payment is not this one.
      const lost = { id: left.id, fence: before.fence - 1 };
      await renewLeases(storage, [await read(storage, own), await read(storage, asked), lost], LEASE_MS);
      await renewLeases(storage, [], LEASE_MS);
      const until = now + 5000 + LEASE_MS;
      expect(await read(storage, own)).toMatchObject({
        lease_owner: storage.owner,
        lease_until: until,
        next_check_at: until,
      });
      expect(await read(storage, asked)).toMatchObject({
        lease_owner: storage.owner,
        lease_until: until,
        next_check_at: now + 7000,
      });
      expect(await read(storage, left)).toEqual(before);
    });

    it('at a start it is now for every polled payment, unless it is earlier or none', async () => {
      const [later, due, stopped] = await three();
      await plan(later, now + 60_000);
      await plan(due, now - 5000);
      await plan(stopped, null);
      const sending = await opened(storage, attempt('ORDER-4'));
      await makeAllDue(storage);
      expect(await read(storage, later)).toMatchObject({ next_check_at: now });
      expect(await read(storage, due)).toMatchObject({ next_check_at: now - 5000 });
      expect(await read(storage, stopped)).toMatchObject({ next_check_at: null });
      expect(await read(storage, sending)).toEqual(sending);
    });

    if (kind === 'postgres') {
      it('of a payment about which another instance decides is not taken meanwhile', async () => {
        const payment = await pending(storage, 'ORDER-1');
        await storage.store.transact(async (trx) => {
          await lockAttempts(storage, trx, payment.id);
          expect(await leaseDue(other, LEASE_MS, 10)).toEqual([]);
        });
        expect(await leaseDue(other, LEASE_MS, 10)).toMatchObject([{ id: payment.id }]);
      });

      it('of rows that another instance has locked are left to it, without waiting', async () => {
        const [locked, free] = [await pending(storage, 'ORDER-1'), await pending(storage, 'ORDER-2')];
        await storage.store.transact(async (trx) => {
          await trx.updateTable('payments').set({ reference_attempts: 1 }).where('id', '=', locked.id).execute();
          expect(await leaseDue(other, LEASE_MS, 10)).toMatchObject([{ id: free.id }]);
          storages.clock.advance(-1000);
          await makeAllDue(other);
          storages.clock.advance(1000);
        });
        expect(await read(storage, locked)).toMatchObject({
          next_check_at: storages.clock.now(),
          reference_attempts: 1,
        });
      });
    }
  });
});
