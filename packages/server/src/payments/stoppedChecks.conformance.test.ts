import { webhookSchema } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openSimulatedPayments, type SimulatedPayments } from '../../test/support/simulatedPayments.ts';
import { type TestCompanion, withStore } from '../../test/support/testCompanion.ts';
import { checkAndRelease } from '../poller.ts';
import { LEASE_MS } from '../rules/lease.ts';
import { checkBy, leaseDue, leaseOne } from '../storage/leases.ts';
import { historyOf, webhooksOf } from '../storage/reads.ts';
import type { StoredPayment } from '../storage/schema.ts';
import type { Transact } from '../storage/transaction.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The two ways in which status checks end without a result, and the review that follows. */
const ENDINGS = [
  { what: 'polling of a pending payment', kind: 'polling_stopped', reason: 'polling_stopped' },
  { what: 'verification of a completed payment', kind: 'verification_stopped', reason: 'unverified' },
] as const;

describe.each(STORES)('the end of status checks on %s', (store) => {
  let world: SimulatedPayments;
  beforeEach(async () => {
    world = await openSimulatedPayments(store);
  });
  afterEach(() => world.close());

  /** A payment whose next status check is the last one. */
  async function beforeTheLastCheck(kind: (typeof ENDINGS)[number]['kind']): Promise<StoredPayment> {
    const payment = await world.pay();
    if (kind === 'verification_stopped') {
      world.transactionOf(payment).state = 'completed';
      world.simulator.records = false;
      await world.pass(15 * MINUTE, MINUTE);
      expect(await world.read(payment.id)).toMatchObject({ status: 'completed', verified: 0 });
    }
    await world.pass(DAY, HOUR);
    world.advance(3 * DAY);
    expect(await reviewsOf(payment)).toEqual([]);
    return payment;
  }

  /** The reasons in the body of each `payment.review_required`, in order. */
  async function reviewsOf({ id }: StoredPayment) {
    const webhooks = (await webhooksOf(world.other.db, id)).filter(({ type }) => type === 'payment.review_required');
    return webhooks.map(({ payload }) => z.parse(webhookSchema, JSON.parse(payload)).data.reviewReasons);
  }

  async function eventsOf({ id }: StoredPayment, kind: string): Promise<number> {
    return (await historyOf(world.other.db, id)).filter((event) => event.kind === kind).length;
  }

  async function leasedBy(companion: TestCompanion, { id }: StoredPayment): Promise<StoredPayment> {
    const leased = await leaseOne(companion.storage, id, LEASE_MS);
    if (leased === undefined) throw new Error('the payment was not due, or another companion has its lease');
    return leased;
  }

  /** The companion, whose process ends at the transaction that ends the checks. */
  function crashing(companion: TestCompanion, when: 'before its commit' | 'after its commit'): TestCompanion {
    const transact: Transact = async (work) => {
      if (when === 'after its commit') await companion.storage.store.transact(work);
      throw new Error('the process ended');
    };
    return withStore(companion, { ...companion.storage.store, transact });
  }

  describe.each(ENDINGS)('$what', ({ kind, reason }) => {
    it('is recorded and sent to the shop once, with its reason, and no check follows', async () => {
      const payment = await beforeTheLastCheck(kind);
      await world.pass(DAY, HOUR);
      expect(await world.read(payment.id)).toMatchObject({ next_check_at: null, lease_owner: null, lease_until: null });
      expect(await eventsOf(payment, kind)).toBe(1);
      expect(await reviewsOf(payment)).toEqual([[reason]]);
      const { status_checks } = await world.read(payment.id);
      await world.pass(DAY, HOUR);
      expect(await world.read(payment.id)).toMatchObject({ status_checks });
      // A merchant asks for one more check.
      await checkBy(world.companions[0].storage, payment.id, 0, true);
      await world.pass(HOUR);
      expect(await world.read(payment.id)).toMatchObject({ next_check_at: null, status_checks: status_checks + 1 });
      expect(await reviewsOf(payment)).toEqual([[reason]]);
    });

    it.each(['before its commit', 'after its commit'] as const)(
      'is neither lost nor repeated if the process ends at it, %s',
      async (when) => {
        const payment = await beforeTheLastCheck(kind);
        const [first, second] = world.companions;
        await expect(checkAndRelease(crashing(first, when), await leasedBy(first, payment))).rejects.toThrow('the process ended');
        const written = when === 'before its commit' ? 0 : 1;
        expect(await eventsOf(payment, kind)).toBe(written);
        expect(await reviewsOf(payment)).toHaveLength(written);

        world.advance(LEASE_MS + 1);
        for (const due of await leaseDue(second.storage, LEASE_MS, 100)) await checkAndRelease(second, due);
        expect(await world.read(payment.id)).toMatchObject({ next_check_at: null });
        expect(await eventsOf(payment, kind)).toBe(1);
        expect(await reviewsOf(payment)).toEqual([[reason]]);
      },
    );
  });
});
