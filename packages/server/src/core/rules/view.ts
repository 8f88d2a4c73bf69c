import { PAYMENT_VIEWS, type PaymentId, type PaymentView } from '@tsena/shared/checkout';
import { currentPaymentOf, hasOpenDifferences, isPaid, isReportedPaid, isUnderWay } from './attemptPolicy.ts';
import { DETAILS_WAIT_MS } from './decisions/reported.ts';
import type { StoredPayment } from './payment.ts';
import { OPEN_STATUSES } from './stateMachine.ts';

/** How long a page goes on following after `failed`, ms: the operator may report afterwards that the money moved. */
const FOLLOWED_AFTER_FAILED_MS = 10 * 60_000;

/** All payments of an order, newest first. */
export type Attempts = readonly StoredPayment[];

/** A payment, and all payments of its order: what is shown of it depends on them. */
export interface PaymentInOrder {
  readonly payment: StoredPayment;
  readonly attempts: Attempts;
}

type Rule = (payment: StoredPayment, attempts: Attempts, now: number) => boolean;

/** When each view fits; the first of PAYMENT_VIEWS that does is the payment's. */
const RULES: Readonly<Record<PaymentView, Rule>> = {
  paid_twice: (_payment, attempts) => attempts.filter(isPaidAndKept).length >= 2,
  paid: isPaidAndKept,
  refunded: (payment, attempts) => isPaid(payment) || (attempts.some(isPaid) && !attempts.some(isPaidAndKept)),
  paid_by_another: (_payment, attempts) => attempts.some(isPaid),
  review: (_payment, attempts, now) => attempts.some((one) => isInReview(one, now)),
  confirming: (_payment, attempts) => attempts.some(isConfirming),
  waiting: (_payment, attempts, now) => attempts.some((one) => isOpen(one) && isWaiting(one, now)),
  unresolved: (_payment, attempts) => attempts.some(isOpen),
  failed: () => true,
};

/** What is true of a payment within its order. */
export function findView(payment: StoredPayment, attempts: Attempts, now: number): PaymentView {
  return PAYMENT_VIEWS.find((view) => RULES[view](payment, attempts, now)) ?? 'failed';
}

/** The payment of an order that is shown for it: one that paid it and was not given back, else its current one. */
export function shownPaymentOf(attempts: Attempts): StoredPayment | undefined {
  return attempts.find(isPaidAndKept) ?? currentPaymentOf(attempts);
}

/** What is true of an order: the view of the payment that is shown for it; null before its first payment. */
export function findOrderView(attempts: Attempts, now: number): PaymentView | null {
  const shown = shownPaymentOf(attempts);
  return shown === undefined ? null : findView(shown, attempts, now);
}

/**
 * The payment that paid the order in this one's place, if both have the same payer's number: another payer's receipt is
 * not theirs.
 */
export function findPaidBy(payment: StoredPayment, attempts: Attempts): PaymentId | null {
  if (isPaid(payment) || payment.msisdn === null) return null;
  const own = attempts.filter((one) => isPaid(one) && one.msisdn === payment.msisdn);
  return (own.find(isPaidAndKept) ?? own[0])?.id ?? null;
}

/**
 * Until when a page that shows a payment of the order goes on following, ms since 1970. Infinite while a payment of the
 * order has no result or is in review: what the merchant records does not end that.
 */
export function followedUntil(attempts: Attempts, now: number): number {
  if (attempts.some((one) => hasNoResult(one) || isInReview(one, now))) return Number.POSITIVE_INFINITY;
  if (attempts.some(isPaid)) return 0;
  return Math.max(
    0,
    ...attempts.map(({ final_at, updated_at }) => (final_at ?? updated_at) + FOLLOWED_AFTER_FAILED_MS),
  );
}

/** When the view can next change by the passing of time alone, ms since 1970; infinite if it cannot. */
export function viewChangesAt(attempts: Attempts, now: number): number {
  const moments = attempts.flatMap(({ lease_until, details_unavailable_since: since }) => [
    lease_until,
    since === null ? null : since + DETAILS_WAIT_MS,
  ]);
  return Math.min(...moments.filter((at) => at !== null && at > now).map(Number), Number.POSITIVE_INFINITY);
}

function isPaidAndKept(payment: StoredPayment): boolean {
  return isPaid(payment) && payment.amount_refunded < payment.amount;
}

/** Whether the operator reports it as completed, and its details cannot be read yet. */
function isConfirming(payment: StoredPayment): boolean {
  return !isPaid(payment) && isReportedPaid(payment);
}

function isInReview(payment: StoredPayment, now: number): boolean {
  if (isPaid(payment)) return false;
  if (hasOpenDifferences(payment)) return payment.resolution !== 'closed';
  const since = payment.details_unavailable_since;
  return isConfirming(payment) && since !== null && since + DETAILS_WAIT_MS <= now;
}

/** Whether the operator's answer may still change the payment, and the merchant has not recorded what became of it. */
export function isOpen(payment: StoredPayment): boolean {
  return hasNoResult(payment) && payment.resolution === null;
}

/** Whether the operator's answer may still change the payment. */
function hasNoResult(payment: StoredPayment): boolean {
  return OPEN_STATUSES.some((status) => status === payment.status);
}

/** Whether somebody works on its result: it is about to be sent, is being sent, or is polled. */
function isWaiting(payment: StoredPayment, now: number): boolean {
  const { status, next_check_at } = payment;
  return isUnderWay(payment, now) || (status === 'pending' && next_check_at !== null);
}
