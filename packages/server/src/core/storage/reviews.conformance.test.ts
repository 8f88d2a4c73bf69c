import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import { REVIEW_REASONS, type ReviewReason } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { seedEvent, seedPayment } from '../../../test/support/seed.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import type { PaymentsTable } from '../../database/schema.ts';
import { countNeedingReview, countReviews, needingReview, reviewReasonsAmong, reviewsSince } from './reviews.ts';

const NONE = Object.fromEntries(REVIEW_REASONS.map((reason) => [reason, 0])) as Record<ReviewReason, number>;

describe.each(STORES)('payments that need review on %s', (kind) => {
  const storages = useStorages(kind);

  const store = () => storages.storage.store;
  const db = () => storages.storage.store.db;

  /** A payment whose history has these events, in this order. */
  async function seed(values: Partial<PaymentsTable>, events: readonly string[] = []): Promise<PaymentId> {
    const id = await seedPayment(store(), values);
    for (const [index, event] of events.entries()) await seedEvent(store(), id, index + 1, event);
    return id;
  }

  /** The reasons of a payment; every read of this file must agree with them. */
  async function reasons(id: PaymentId): Promise<ReviewReason[]> {
    const found = (await reviewReasonsAmong(db(), [id])).get(id) ?? [];
    const ids = (await needingReview(db()).execute()).map((row) => row.id);
    expect(ids.includes(id)).toBe(found.length > 0);
    expect(new Set(ids).size).toBe(ids.length);
    return found;
  }

  const unresolved = { status: 'unresolved' } as const;
  const stopped = { status: 'pending', next_check_at: null } as const;
  const differing = { status: 'pending', next_check_at: 1, differences: 'amount' } as const;
  const unverified = { status: 'completed', verified: 0 } as const;
  it.each<readonly [string, Partial<PaymentsTable>, readonly string[], readonly ReviewReason[]]>([
    ...(['created', 'sending', 'pending', 'completed', 'failed'] as const).map(
      (status) => [`one is ${status}`, { status, next_check_at: 1 }, [], []] as const,
    ),
    ['one is unresolved', unresolved, [], ['unresolved']],
    ...(['received', 'not_received', 'closed'] as const).map(
      (resolution) => [`a person recorded it as ${resolution}`, { ...unresolved, resolution }, [], []] as const,
    ),
    ['details differ', differing, ['details_mismatch'], ['details_mismatch']],
    ['details differ after a resolution', differing, ['resolved', 'details_mismatch'], ['details_mismatch']],
    ['details differ, and were resolved', differing, ['details_mismatch', 'resolved'], []],
    ['details differ again', differing, ['details_mismatch', 'resolved', 'details_mismatch'], ['details_mismatch']],
    ['details agree by now', { status: 'completed', verified: 1 }, ['details_mismatch'], []],
    ['details differ without the event', differing, ['status_read'], []],
    ['polling stopped', stopped, [], ['polling_stopped']],
    ['a sending one has no check', { ...stopped, status: 'sending' }, [], []],
    ['polling stopped, and it was closed', { ...stopped, resolution: 'closed' }, [], []],
    ['one completed unverified', unverified, ['completed'], ['unverified']],
    ['its checks have not ended', { ...unverified, next_check_at: 1 }, ['completed'], []],
    ['it is verified', { ...unverified, verified: 1 }, ['completed'], []],
    ['its verification is unknown', { ...unverified, verified: null }, ['completed'], []],
    ['it was resolved', unverified, ['completed', 'resolved'], []],
    ['it has no event of its completion', unverified, ['accepted'], []],
  ])('if %s: %#', async (_what, values, events, expected) => {
    expect(await reasons(await seed(values, events))).toEqual(expected);
  });

  /** Two paid payments of an order; the event is in the history of the second. */
  const OVERPAID: readonly (readonly [string, Partial<PaymentsTable>, Partial<PaymentsTable>, string, boolean])[] = [
    ['two payments are completed', {}, {}, 'order_overpaid', true],
    [
      'one of them is recorded as received',
      { status: 'unresolved', resolution: 'received' },
      {},
      'order_overpaid',
      true,
    ],
    ['one of them failed', { status: 'failed' }, {}, 'order_overpaid', false],
    [
      'one of them is recorded as not received',
      { status: 'failed', resolution: 'not_received' },
      {},
      'order_overpaid',
      false,
    ],
    ['the first is refunded in part', { amount_refunded: 24_999 }, {}, 'order_overpaid', true],
    ['the first is refunded in full', { amount_refunded: 25_000 }, {}, 'order_overpaid', false],
    ['the second is refunded in part', {}, { amount_refunded: 24_999 }, 'order_overpaid', true],
    ['the second is refunded in full', {}, { amount_refunded: 25_000 }, 'order_overpaid', false],
    ['they were resolved', {}, {}, 'order_overpaid resolved', false],
    ['there is no such event', {}, {}, 'completed', false],
  ];
  it.each(OVERPAID)('of an order that is overpaid, if %s: %#', async (_what, first, second, events, isOverpaid) => {
    const order_reference = 'OVERPAID' as OrderReference;
    await seed({ order_reference, status: 'completed', verified: 1, ...first });
    const own = { order_reference, attempt_number: 2, status: 'completed', verified: 1, ...second } as const;
    const id = await seed(own, events.split(' '));
    const alone = await seed({ status: 'completed', verified: 1, order_reference: 'ALONE' as OrderReference }, [
      'order_overpaid',
    ]);
    await db().updateTable('orders').set({ overpaid_at: 1 }).execute();
    expect(await reasons(id)).toEqual(isOverpaid ? ['overpaid'] : []);
    // Not because the payment of another order is paid.
    expect(await reasons(alone)).toEqual([]);
  });

  it('are counted for each reason, and once in all', async () => {
    expect([await countReviews(db()), await countNeedingReview(db())]).toEqual([NONE, 0]);
    await seed({ status: 'unresolved' });
    await seed({ status: 'unresolved' });
    await seed({ status: 'pending', next_check_at: null });
    const both = await seed({ status: 'pending', next_check_at: null, differences: 'amount' }, ['details_mismatch']);
    await seed({ status: 'completed', verified: 0 }, ['completed']);
    const order_reference = 'ORDER-1' as OrderReference;
    await seed({ status: 'completed', verified: 1, order_reference }, ['order_overpaid']);
    await seed({ status: 'completed', verified: 1, order_reference, attempt_number: 2 }, ['order_overpaid']);
    await db().updateTable('orders').set({ overpaid_at: 1 }).where('reference', '=', order_reference).execute();
    await seed({ status: 'failed' });
    expect(await countReviews(db())).toEqual({
      unresolved: 2,
      details_mismatch: 1,
      overpaid: 2,
      polling_stopped: 2,
      unverified: 1,
    });
    expect(await countNeedingReview(db())).toBe(7);
    expect(await reasons(both)).toEqual(['details_mismatch', 'polling_stopped']);
  });

  it('and have changed since a time come newest first, with how many there are', async () => {
    const at = async (updated_at: number, status: PaymentsTable['status'] = 'unresolved') =>
      seed({ status, updated_at });
    await at(999);
    const ids = [await at(1000), await at(1001), await at(1002)];
    await at(1003, 'failed');
    const since = await reviewsSince(db(), 1000, 2);
    expect([since.count, since.payments.map(({ id }) => id)]).toEqual([3, [ids[2], ids[1]]]);
    expect(since.payments[0]).toMatchObject({ status: 'unresolved', amount: 25_000, updated_at: 1002 });
    expect(await reviewsSince(db(), 2000, 2)).toEqual({ count: 0, payments: [] });
  });
});
