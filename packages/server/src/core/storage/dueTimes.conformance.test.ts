import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { seedPayment } from '../../../test/support/seed.ts';
import { seedWebhook } from '../../../test/support/seedRows.ts';
import { pending, read } from '../../../test/support/storages.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import type { StoredWebhook } from '../../database/schema.ts';
import { lowerDueTimes } from './dueTimes.ts';
import { leaseOne } from './leases.ts';
import { newestAheadMs } from './newestAhead.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LONGEST = { longestDelaysMs: [0, 5500, 330_000] };

describe.each(STORES)('after the clock was set back, on %s', (kind) => {
  const storages = useStorages(kind);

  it('a payment is due now; its lease, its status and all other times stay', async () => {
    const { storage, clock } = storages;
    clock.advance(3 * HOUR);
    const { id } = await pending(storage, 'ORDER-1');
    const leased = await leaseOne(storage, id, 12_000);
    if (leased === undefined) throw new Error('the payment was not due');
    clock.advance(-3 * HOUR);
    await lowerDueTimes(storage, LONGEST);
    expect(await read(storage, leased)).toEqual({ ...leased, next_check_at: clock.now() });
  });

  it('a webhook that waits longer than the longest delay after its attempts is due now', async () => {
    const { storage, clock } = storages;
    const now = clock.now();
    const webhook = (id: string, delivery_attempts: number, wait: number, status: StoredWebhook['status']) =>
      seedWebhook(storage.store, id, { delivery_attempts, next_attempt_at: now + wait, status, created_at: now + DAY });
    await webhook('a first', 0, 1, 'pending');
    await webhook('b second near', 1, 5500, 'pending');
    await webhook('c second', 1, 5501, 'pending');
    await webhook('d third near', 2, 330_000, 'pending');
    await webhook('e third', 2, DAY, 'pending');
    await webhook('f failed', 0, DAY, 'failed');
    await webhook('g delivered', 0, DAY, 'delivered');
    const before = await storage.store.db.selectFrom('outbox').selectAll().orderBy('id').execute();
    await lowerDueTimes(storage, LONGEST);
    const waits = [0, 5500, 0, 330_000, 0, DAY, DAY];
    expect(await storage.store.db.selectFrom('outbox').selectAll().orderBy('id').execute()).toEqual(
      before.map((row, index) => ({ ...row, next_attempt_at: now + (waits[index] ?? 0) })),
    );
  });

  it('an e-mail reports what happens from now on', async () => {
    const { storage, clock } = storages;
    const now = clock.now();
    const row = { reported: '[]', delivery_attempts: 0, fence: 0 } as const;
    await storage.store.db
      .insertInto('mail_kinds')
      .values([
        { ...row, kind: 'link_paid', reported_until: now - 1, next_attempt_at: now + HOUR },
        { ...row, kind: 'review_required', reported_until: now + HOUR, next_attempt_at: now + HOUR },
      ])
      .execute();
    await lowerDueTimes(storage, LONGEST);
    const read = storage.store.db.selectFrom('mail_kinds').select(['reported_until', 'next_attempt_at']);
    expect(await read.orderBy('kind').execute()).toEqual([
      { reported_until: now - 1, next_attempt_at: now + HOUR },
      { reported_until: now, next_attempt_at: now },
    ]);
  });

  it('the newest payment tells how far it was ahead, if that is more than 5 s', async () => {
    const { storage, clock } = storages;
    const ahead = () => newestAheadMs(storage.store.db, clock.now());
    expect(await ahead()).toBe(0);
    await seedPayment(storage.store, { created_at: clock.now() + 5000 });
    expect(await ahead()).toBe(0);
    await seedPayment(storage.store, { created_at: clock.now() + 3 * HOUR });
    expect(await ahead()).toBe(3 * HOUR);
  });
});
