import type { ReviewReason } from '@tsena/shared/merchant';
import { readReasons } from '../rules/reviewReasons.ts';
import type { Reader } from './reads.ts';

/** How many payments need review, for each reason. */
export async function countReviews(db: Reader): Promise<Record<ReviewReason, number>> {
  const rows = await db
    .selectFrom('payments')
    .select(({ fn }) => ['review_reasons', fn.countAll<number>().as('count')])
    .where('review_reasons', 'is not', null)
    .groupBy('review_reasons')
    .execute();
  const counts = { unresolved: 0, details_mismatch: 0, overpaid: 0, polling_stopped: 0, unverified: 0 };
  for (const row of rows) for (const reason of readReasons(row)) counts[reason] += Number(row.count);
  return counts;
}

/** How many payments need review, for any reason. */
export async function countNeedingReview(db: Reader): Promise<number> {
  const counted = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('review_reasons', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(counted.count);
}
