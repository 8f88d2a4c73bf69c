import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { seedPayments } from '../../../test/support/seed.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import { countNeedingReview, countReviews } from './reviews.ts';

describe.each(STORES)('payments that need review on %s', (kind) => {
  const storages = useStorages(kind);
  const { storage } = storages;
  const db = () => storage.store.db;

  it('are counted for each reason, and once in all', async () => {
    const none = { unresolved: 0, details_mismatch: 0, overpaid: 0, polling_stopped: 0, unverified: 0 };
    expect([await countReviews(db()), await countNeedingReview(db())]).toEqual([none, 0]);
    await seedPayments(
      storage.store,
      ['unresolved', 'unresolved', 'overpaid', 'details_mismatch,polling_stopped', 'unverified', null].map(
        (review_reasons) => ({ review_reasons }),
      ),
    );
    const counts = { unresolved: 2, details_mismatch: 1, overpaid: 1, polling_stopped: 1, unverified: 1 };
    expect([await countReviews(db()), await countNeedingReview(db())]).toEqual([counts, 5]);
  });
});
