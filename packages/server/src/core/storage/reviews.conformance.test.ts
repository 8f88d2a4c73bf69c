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

  describe('unresolved', () => {
    it.each(['created', 'sending', 'pending', 'completed', 'failed'] as const)('not in %s', async (status) => {
      expect(await reasons(await seed({ status, next_check_at: 1 }))).toEqual([]);
    });

    it('until a person recorded what became of them', async () => {
      expect(await reasons(await seed({ status: 'unresolved' }))).toEqual(['unresolved']);
      for (const resolution of ['received', 'not_received', 'closed'] as const) {
        expect(await reasons(await seed({ status: 'unresolved', resolution }))).toEqual([]);
      }
    });
  });

  describe('whose details differ', () => {
    const differing = (events: readonly string[]) => seed({ status: 'pending', next_check_at: 1, differences: 'amount' }, events);

    it('until they were resolved after that', async () => {
      expect(await reasons(await differing(['details_mismatch']))).toEqual(['details_mismatch']);
      expect(await reasons(await differing(['resolved', 'details_mismatch']))).toEqual(['details_mismatch']);
      expect(await reasons(await differing(['details_mismatch', 'resolved']))).toEqual([]);
      expect(await reasons(await differing(['details_mismatch', 'resolved', 'details_mismatch']))).toEqual(['details_mismatch']);
    });

    it('not once they agree, and not without the event', async () => {
      expect(await reasons(await seed({ status: 'completed', verified: 1 }, ['details_mismatch']))).toEqual([]);
      expect(await reasons(await differing(['status_read']))).toEqual([]);
    });
  });

  describe('whose polling stopped', () => {
    it('while they are pending and no check is planned', async () => {
      expect(await reasons(await seed({ status: 'pending', next_check_at: null }))).toEqual(['polling_stopped']);
      expect(await reasons(await seed({ status: 'pending', next_check_at: 1 }))).toEqual([]);
      expect(await reasons(await seed({ status: 'sending', next_check_at: null }))).toEqual([]);
      expect(await reasons(await seed({ status: 'pending', next_check_at: null, resolution: 'closed' }))).toEqual([]);
    });
  });

  describe('that completed unverified', () => {
    it('once their checks have ended, until they were resolved', async () => {
      const completed = (change: Partial<PaymentsTable>, events: readonly string[]) =>
        seed({ status: 'completed', verified: 0, ...change }, events);
      expect(await reasons(await completed({}, ['completed']))).toEqual(['unverified']);
      expect(await reasons(await completed({ next_check_at: 1 }, ['completed']))).toEqual([]);
      expect(await reasons(await completed({ verified: 1 }, ['completed']))).toEqual([]);
      expect(await reasons(await completed({ verified: null }, ['completed']))).toEqual([]);
      expect(await reasons(await completed({}, ['completed', 'resolved']))).toEqual([]);
      expect(await reasons(await completed({}, ['accepted']))).toEqual([]);
    });
  });

  describe('of an overpaid order', () => {
    let count = 0;
    /** Two paid payments of an order; the event is in the history of the second. */
    async function overpaid(
      first: Partial<PaymentsTable> = {},
      second: Partial<PaymentsTable> = {},
      events: readonly string[] = ['order_overpaid'],
      overpaid_at: number | null = 1,
    ): Promise<PaymentId> {
      count += 1;
      const order_reference = `OVERPAID-${count}` as OrderReference;
      await seed({ order_reference, status: 'completed', verified: 1, ...first });
      const id = await seed({ order_reference, attempt_number: 2, status: 'completed', verified: 1, ...second }, events);
      await db().updateTable('orders').set({ overpaid_at }).where('reference', '=', order_reference).execute();
      return id;
    }

    it('while two of its payments are completed or recorded as received', async () => {
      expect(await reasons(await overpaid())).toEqual(['overpaid']);
      expect(await reasons(await overpaid({ status: 'unresolved', resolution: 'received' }))).toEqual(['overpaid']);
      expect(await reasons(await overpaid({ status: 'failed' }))).toEqual([]);
      expect(await reasons(await overpaid({ status: 'failed', resolution: 'not_received' }))).toEqual([]);
    });

    it('until one of them is refunded in full', async () => {
      expect(await reasons(await overpaid({ amount_refunded: 24_999 }))).toEqual(['overpaid']);
      expect(await reasons(await overpaid({ amount_refunded: 25_000 }))).toEqual([]);
      expect(await reasons(await overpaid({}, { amount_refunded: 24_999 }))).toEqual(['overpaid']);
      expect(await reasons(await overpaid({}, { amount_refunded: 25_000 }))).toEqual([]);
    });

    it('until they were resolved, and not without the event', async () => {
      expect(await reasons(await overpaid({}, {}, ['order_overpaid', 'resolved']))).toEqual([]);
      expect(await reasons(await overpaid({}, {}, ['completed']))).toEqual([]);
    });

    it('not because the payment of another order is paid', async () => {
      await overpaid();
      const alone = await seed({ status: 'completed', verified: 1, order_reference: 'ALONE' as OrderReference }, ['order_overpaid']);
      await db()
        .updateTable('orders')
        .set({ overpaid_at: 1 })
        .where('reference', '=', 'ALONE' as OrderReference)
        .execute();
      expect(await reasons(alone)).toEqual([]);
    });
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
    expect(await countReviews(db())).toEqual({ unresolved: 2, details_mismatch: 1, overpaid: 2, polling_stopped: 2, unverified: 1 });
    expect(await countNeedingReview(db())).toBe(7);
    expect(await reasons(both)).toEqual(['details_mismatch', 'polling_stopped']);
  });

  it('and have changed since a time come newest first, with how many there are', async () => {
    const at = async (updated_at: number, status: PaymentsTable['status'] = 'unresolved') => seed({ status, updated_at });
    await at(999);
    const ids = [await at(1000), await at(1001), await at(1002)];
    await at(1003, 'failed');
    const since = await reviewsSince(db(), 1000, 2);
    expect([since.count, since.payments.map(({ id }) => id)]).toEqual([3, [ids[2], ids[1]]]);
    expect(since.payments[0]).toMatchObject({ status: 'unresolved', amount: 25_000, updated_at: 1002 });
    expect(await reviewsSince(db(), 2000, 2)).toEqual({ count: 0, payments: [] });
  });
});
