import type { ReviewReason } from '@tsena/shared/merchant';

/**
 * The kind of history event since which a resolution answers the reason: a payment with a `resolved` event after it
 * needs no review. `unverified` counts from `completed`, which comes before the end of its checks: a merchant who
 * resolved the payment in between knows of it. The other reasons, `unresolved` and `polling_stopped`, depend on the
 * payment's columns alone. storage/reviews.ts states all conditions in SQL.
 */
export const RAISED_BY = {
  details_mismatch: 'details_mismatch',
  overpaid: 'order_overpaid',
  unverified: 'completed',
} as const satisfies Partial<Record<ReviewReason, string>>;
