import type { MerchantPayment } from './merchantPayment.ts';
import type { ReviewReason } from './reviewReasons.ts';

/** What a review depends on beside its reason. */
export type ReviewedPayment = Pick<MerchantPayment, 'status'> & {
  /** The fields in which the operator's transaction details differ; null if none do. */
  readonly differences: readonly string[] | null;
  /** What the merchant has recorded; null if nothing. */
  readonly resolution: string | null;
};

/** Finds a text of `REVIEW_TEXTS` in one language; undefined if there is none. */
export type FindReviewText = (key: string, values?: Readonly<Record<string, string>>) => string | undefined;

/** Differences that stand alone, and say something else than that transaction details differ. */
const KINDS = {
  objectReference: 'unnamed',
  transactionStatus: 'contradicted',
  details: 'unread',
  secondTransaction: 'second',
} as const;

/** What the differences say: the details differ, or something that stands alone. */
export function kindOfDifferences(differences: readonly string[]): 'differ' | (typeof KINDS)[keyof typeof KINDS] {
  const [only, ...others] = new Set(differences);
  const isAlone = only !== undefined && others.length === 0 && Object.hasOwn(KINDS, only);
  return isAlone ? KINDS[only as keyof typeof KINDS] : 'differ';
}

/** Names the fields in which transaction details differ, in words. A field of a newer companion is named as it is. */
export function nameDifferences(fields: readonly string[], find: FindReviewText): string {
  return fields.map((field) => find(`field.${field.trim()}`) ?? field).join(', ');
}

/**
 * What happened to a payment that needs review, and what it means for the money: never more than is known of this
 * payment.
 */
export function describeReview(reason: ReviewReason, payment: ReviewedPayment, find: FindReviewText): string {
  const { differences } = payment;
  const isAboutDetails = reason === 'details_mismatch' || reason === 'unverified';
  if (!isAboutDetails || differences === null || differences.length === 0) return find(`review.${reason}`) ?? reason;
  const kind = kindOfDifferences(differences);
  const which = kind === 'differ' ? [find('review.fields', { fields: nameDifferences(differences, find) })] : [];
  return [find(`review.${kind}`), ...which, find(`review.${moneyOf(payment)}`)].join(' ');
}

function moneyOf({ status, resolution }: ReviewedPayment): 'staysPaid' | 'recordedPaid' | 'notPaid' {
  if (status === 'completed') return 'staysPaid';
  return resolution === 'received' ? 'recordedPaid' : 'notPaid';
}
