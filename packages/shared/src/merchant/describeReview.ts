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

/** Whether the details differ, no transaction is named to compare with, or the operator's answers contradict one another. */
export function kindOfDifferences(differences: readonly string[]): 'differ' | 'unnamed' | 'contradicted' {
  if (differences.every((field) => field === 'objectReference')) return 'unnamed';
  return differences.every((field) => field === 'transactionStatus') ? 'contradicted' : 'differ';
}

/** Names the fields in which transaction details differ, in words. A field of a newer companion is named as it is. */
export function nameDifferences(fields: readonly string[], find: FindReviewText): string {
  return fields.map((field) => find(`field.${field.trim()}`) ?? field).join(', ');
}

/** What happened to a payment that needs review, and what it means for the money: never more than is known of this payment. */
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
