import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attempt, changed, type Ledgers, opened, openLedgers, pending, together } from '../testing/ledgers.ts';
import { STORES } from '../testing/stores.ts';
import { changePayment } from './changes.ts';
import { leaseDue, leaseOne, lookBy, MAX_LEASE, makeAllDue, nextDue, releaseAfterLook, releaseAll, renewLeases } from './leases.ts';
import type { Ledger } from './ledger.ts';
import { findPayment } from './reads.ts';
import type { StoredPayment } from './schema.ts';

const LEASE = 12_000;

describe.each(STORES)('leases on %s', (kind) => {
  let ledgers: Ledgers;
  let ledger: Ledger;
  let other: Ledger;
  beforeAll(async () => {
    ledgers = await openLedgers(kind, 4);
    ledger = ledgers.at(0);
    other = ledgers.at(1);
  });
  beforeEach(() => ledgers.empty());
  afterAll(() => ledgers.close());

  const read = async (payment: StoredPayment) => {
    const found = await findPayment(ledger.store.db, payment.id);
    if (found === undefined) throw new Error('the payment is gone');
    return found;
  };

  it('are never held twice, and none is left out, however many instances claim at once', async () => {
    const all = await together(60, (index) => pending(ledgers.at(index), `ORDER-${index}`));
    const claimed: StoredPayment[] = [];
    for (let round = 0; claimed.length < all.length && round < 20; round += 1) {
      const rounds = await together(12, (index) => leaseDue(ledgers.at(index), LEASE, 3));
      for (const leased of rounds) {
        expect(leased.length).toBeLessThanOrEqual(3);
        claimed.push(...leased);
      }
    }
    expect(claimed).toHaveLength(60);
    expect(new Set(claimed.map(({ id }) => id)).size).toBe(60);
    expect(await leaseDue(ledger, LEASE, 100)).toEqual([]);
  });

  it('of one payment go to one of all who ask at once', async () => {
    const payment = await pending(ledger, 'ORDER-1');
    const leased = await together(12, (index) => leaseOne(ledgers.at(index), payment.id, LEASE));
    expect(leased.filter((one) => one !== undefined)).toHaveLength(1);
  });

  it('go to those that have been due the longest', async () => {
    await pending(ledger, 'LATE');
    ledgers.clock.advance(-1000);
    const early = await pending(ledger, 'EARLY');
    ledgers.clock.advance(1000);
    expect((await leaseDue(ledger, LEASE, 1)).map(({ id }) => id)).toEqual([early.id]);
  });

  it('that nobody renews are free again when they end, and the former holder writes nothing', async () => {
    await pending(ledger, 'ORDER-1');
    const [held] = await leaseDue(ledger, LEASE, 1);
    if (held === undefined) throw new Error('nothing was leased');
    ledgers.clock.advance(LEASE - 1);
    expect(await leaseDue(other, LEASE, 1)).toEqual([]);
    ledgers.clock.advance(1);
    const [taken] = await leaseDue(other, LEASE, 1);
    expect(taken).toMatchObject({ id: held.id, lease_owner: other.owner, fence: held.fence + 1 });

    const late = { to: 'failed', event: { kind: 'failed' } } as const;
    expect(await changePayment(ledger, held.id, { ...late, fence: held.fence })).toBeNull();
    expect(await releaseAfterLook(ledger, held, null)).toBeUndefined();
    expect(await read(held)).toMatchObject({ status: 'pending', lease_owner: other.owner });
    expect(await changePayment(other, held.id, { ...late, fence: taken?.fence ?? -1 })).toMatchObject({ status: 'failed' });
  });

  it('hold as long as they are renewed, by their holder alone', async () => {
    await pending(ledger, 'ORDER-1');
    const [held] = await leaseDue(ledger, LEASE, 1);
    if (held === undefined) throw new Error('nothing was leased');
    ledgers.clock.advance(LEASE - 1);
    await renewLeases(other, [held.id], LEASE);
    await renewLeases(ledger, [held.id], LEASE);
    ledgers.clock.advance(LEASE - 1);
    expect(await leaseDue(other, LEASE, 1)).toEqual([]);
    ledgers.clock.advance(1);
    expect(await leaseDue(other, LEASE, 1)).toHaveLength(1);
  });

  it('taken before the clock was set back do not block for longer than any lease lasts', async () => {
    const payment = await pending(ledger, 'ORDER-1');
    await leaseDue(ledger, LEASE, 1);
    ledgers.clock.advance(-24 * 60 * 60_000);
    await makeAllDue(other);
    expect(await leaseDue(other, LEASE, 1)).toMatchObject([{ id: payment.id, lease_owner: other.owner }]);
    ledgers.clock.advance(24 * 60 * 60_000);
    expect(MAX_LEASE).toBeLessThan(24 * 60 * 60_000);
  });

  it('are not taken for lapsed while the clock, which stepped, cannot tell', async () => {
    const payment = await pending(ledger, 'ORDER-1');
    await leaseDue(ledger, LEASE, 1);
    const sending = await opened(ledger, attempt('ORDER-2'));
    let steadyFor = 29_999;
    const stepped: Ledger = { ...other, clock: { now: () => ledgers.clock.now(), steadyFor: () => steadyFor } };
    ledgers.clock.advance(3 * 60 * 60_000);
    expect(await leaseDue(stepped, LEASE, 100)).toEqual([]);
    expect(await leaseOne(stepped, sending.id, LEASE)).toBeUndefined();
    steadyFor = 30_000;
    expect((await leaseDue(stepped, LEASE, 100)).map(({ id }) => id).sort()).toEqual([payment.id, sending.id].sort());
  });

  it('of an attempt are left alone by whoever puts right what a clock that was ahead left, until they would have been renewed', async () => {
    ledgers.clock.advance(3 * 60 * 60_000);
    const sending = await opened(ledger, attempt('ORDER-1'));
    ledgers.clock.advance(-3 * 60 * 60_000);
    let steadyFor = 29_999;
    const stepped: Ledger = { ...other, clock: { now: () => ledgers.clock.now(), steadyFor: () => steadyFor } };
    await makeAllDue(stepped);
    expect(await read(sending)).toEqual(sending);
    steadyFor = 30_000;
    await makeAllDue(stepped);
    expect(await leaseDue(stepped, LEASE, 100)).toMatchObject([{ id: sending.id, lease_owner: other.owner }]);
  });

  it('given back say when the payment is due next', async () => {
    await pending(ledger, 'ORDER-1');
    const [held] = await leaseDue(ledger, LEASE, 1);
    if (held === undefined) throw new Error('nothing was leased');
    const next = ledgers.clock.now() + 5000;
    expect(await releaseAfterLook(ledger, held, next)).toBe(next);
    expect(await read(held)).toMatchObject({ lease_owner: null, lease_until: null, next_look_at: next, looks: 1 });
    expect(await nextDue(ledger)).toBe(next);
    expect(await leaseDue(other, LEASE, 1)).toEqual([]);
  });

  it('of an attempt under way run out by themselves, so that a row that nobody finishes comes up', async () => {
    const created = await opened(ledger, attempt('ORDER-1'));
    expect(await leaseDue(other, LEASE, 1)).toEqual([]);
    ledgers.clock.advance(LEASE);
    expect(await leaseDue(other, LEASE, 1)).toMatchObject([{ id: created.id, fence: created.fence + 1 }]);
    expect(await changePayment(ledger, created.id, { to: 'sending', fence: created.fence, event: { kind: 'sending' } })).toBeNull();
  });

  it('of a process that stops are given back, but not those of attempts that it is sending', async () => {
    const looked = await pending(ledger, 'ORDER-1');
    await leaseDue(ledger, LEASE, 1);
    const sending = await opened(ledger, attempt('ORDER-2'));
    await releaseAll(ledger);
    expect(await read(looked)).toMatchObject({ lease_owner: null });
    expect(await read(sending)).toMatchObject({ lease_owner: ledger.owner });
  });

  it('leave a look where it is when a later one is asked for, and bring an earlier one forward', async () => {
    const now = ledgers.clock.now();
    const payment = await pending(ledger, 'ORDER-1');
    await changed(ledger, payment.id, { set: { next_look_at: now + 60_000 }, event: { kind: 'test' } });
    await lookBy(other, payment.id, now + 90_000);
    expect(await read(payment)).toMatchObject({ next_look_at: now + 60_000 });
    await lookBy(other, payment.id, now + 5000);
    expect(await read(payment)).toMatchObject({ next_look_at: now + 5000 });
  });

  it('do not keep an instance from starting while others work', async () => {
    const all = await together(30, (index) => pending(ledgers.at(index), `ORDER-${index}`));
    await together<unknown>(40, (index) => {
      const here = ledgers.at(index);
      if (index % 4 === 0) return makeAllDue(here);
      if (index % 4 === 1) return renewLeases(here, all.map(({ id }) => id).reverse(), LEASE);
      if (index % 4 === 2) return leaseDue(here, LEASE, 10);
      return releaseAll(here);
    });
    ledgers.clock.advance(LEASE);
    await makeAllDue(ledger);
    expect(await leaseDue(ledger, LEASE, 100)).toHaveLength(30);
  });
});
