import type { ReviewReason } from '@tsena/shared/merchant';

/**
 * The kind of history event after which a payment needs review until a `resolved` event follows. The other reasons, `unresolved` and
 * `polling_stopped`, depend on the payment's columns alone; storage/reviews.ts states all conditions in SQL.
 */
export const RAISED_BY = {
  details_mismatch: 'details_mismatch',
  overpaid: 'order_overpaid',
  unverified: 'completed',
} as const satisfies Partial<Record<ReviewReason, string>>;
