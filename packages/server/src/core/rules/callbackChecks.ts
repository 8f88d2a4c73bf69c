import type { PaymentStatus } from '@tsena/shared/checkout';

/**
 * Callbacks of one payment start this many status checks at once. Later ones start a check every CHECK_INTERVAL_MS, and from
 * MANY_CHECKS on every LONG_CHECK_INTERVAL_MS, so that a flood of forged callbacks costs few requests to the operator.
 */
const CHECKS_AT_ONCE = 5;
const CHECK_INTERVAL_MS = 10_000;
export const MANY_CHECKS = 25;
const LONG_CHECK_INTERVAL_MS = 5 * 60_000;

/** Columns of a payment that a callback belongs to. Times are ms since 1970. */
export interface CallbackTarget {
  readonly status: PaymentStatus;
  readonly server_correlation_id: string | null;
  readonly callback_checks: number;
  readonly last_checked_at: number | null;
  readonly next_check_at: number | null;
  readonly lease_until: number | null;
}

/** The least time between two status checks that callbacks of this payment cause, ms. */
export function checkIntervalMs({ callback_checks: count }: Pick<CallbackTarget, 'callback_checks'>): number {
  if (count < CHECKS_AT_ONCE) return 0;
  return count < MANY_CHECKS ? CHECK_INTERVAL_MS : LONG_CHECK_INTERVAL_MS;
}

/**
 * When a callback makes the status check of its payment due, ms since 1970.
 *
 * @param serverCorrelationId the one that the callback names; '' if none
 * @returns undefined if the callback causes no check, or if one that has not begun is due early enough
 */
export function checkAtAfterCallback(payment: CallbackTarget, serverCorrelationId: string, now: number): number | undefined {
  if (payment.status === 'completed' || payment.status === 'created' || payment.status === 'sending') return undefined;
  if (payment.server_correlation_id === null && serverCorrelationId === '') return undefined;
  const checkAt = Math.max(now, Math.min(payment.last_checked_at ?? 0, now) + checkIntervalMs(payment));
  return isPlanned(payment, checkAt) ? undefined : checkAt;
}

/** A check that has begun may have asked the operator before this callback came, so it does not count: its due time is the end of its lease. */
function isPlanned({ next_check_at, lease_until }: CallbackTarget, checkAt: number): boolean {
  return next_check_at !== null && next_check_at !== lease_until && next_check_at <= checkAt;
}
