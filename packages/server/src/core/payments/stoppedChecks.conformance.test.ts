import { webhookSchema } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openSimulatedPayments } from '../../../test/support/simulatedPayments.ts';
import { useForEach } from '../../../test/support/use.ts';
import type { StoredPayment } from '../../database/schema.ts';
import { checkBy } from '../storage/leases.ts';
import { historyOf, webhooksOf } from '../storage/reads.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The two ways in which status checks end without a result, and the review that follows. */
const ENDINGS = [
  { what: 'polling of a pending payment', kind: 'polling_stopped', reason: 'polling_stopped' },
  { what: 'verification of a completed payment', kind: 'verification_stopped', reason: 'unverified' },
] as const;

describe.each(STORES)('the end of status checks on %s', (store) => {
  const world = useForEach(() => openSimulatedPayments(store));

  /** A payment whose next status check is the last one. */
  async function beforeTheLastCheck(kind: (typeof ENDINGS)[number]['kind']): Promise<StoredPayment> {
    const payment = await world.pay();
    if (kind === 'verification_stopped') {
      world.transactionOf(payment).state = 'completed';
      world.simulator.faults.details = 'down';
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
  });
});
