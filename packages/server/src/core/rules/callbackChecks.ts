import type { PaymentStatus } from '@tsena/shared/checkout';
import { readState } from '@tsena/shared/operator';
import { isFailedState } from './operatorAnswers.ts';
import type { StoredCallback, StoredPayment } from './payment.ts';
import { isSameReference } from './sameReference.ts';

/** The least time between the last status check and one that a repeated callback causes, ms. */
const REPEAT_INTERVAL_MS = 5 * 60_000;

/** Columns of a payment that a callback belongs to. Times are ms since 1970. */
export interface CallbackTarget {
  readonly status: PaymentStatus;
  readonly server_correlation_id: string | null;
  readonly transaction_id: string | null;
  readonly last_checked_at: number | null;
  readonly next_check_at: number | null;
  readonly lease_until: number | null;
}

/** What a callback says, and how often it has come. */
type Said = Pick<StoredCallback, 'server_correlation_id' | 'transaction_reference' | 'status' | 'count'>;

/**
 * When a callback makes the status check of its payment due, ms since 1970: at once, and a repeated one five minutes
 * after the last check. While a payment is created or sent, the callback is kept: the operator's answer, or its
 * absence, makes the check due.
 *
 * @returns undefined if the callback causes no check, or if one that has not begun is due early enough
 */
export function checkAtAfterCallback(payment: CallbackTarget, said: Said, now: number): number | undefined {
  if (payment.status === 'created' || payment.status === 'sending') return undefined;
  if (
    payment.status === 'completed'
      ? isKnown(payment, said)
      : payment.server_correlation_id === null && !namesSomething(said)
  ) {
    return undefined;
  }
  const lastCheckedAt = Math.min(payment.last_checked_at ?? 0, now);
  const checkAt = said.count === 1 ? now : Math.max(now, lastCheckedAt + REPEAT_INTERVAL_MS);
  return isPlanned(payment, checkAt) ? undefined : checkAt;
}

/** Whether a callback names a serverCorrelationId or a transaction that the operator can be asked about. */
export function namesSomething({
  server_correlation_id: id,
  transaction_reference: reference,
}: Pick<Said, 'server_correlation_id' | 'transaction_reference'>): boolean {
  return id !== '' || reference !== '';
}

/** Whether a callback is about the payment's own serverCorrelationId, or names none. */
export function isAboutOwn(
  { server_correlation_id: own }: Pick<CallbackTarget, 'server_correlation_id'>,
  { server_correlation_id: id }: Pick<Said, 'server_correlation_id'>,
): boolean {
  return id === '' || id.toLowerCase() === own?.toLowerCase();
}

/** Whether a callback of a completed payment only repeats that it is completed, and by what. */
function isKnown(payment: CallbackTarget, said: Said): boolean {
  if (isFailedState(readState(said.status))) return false;
  const { transaction_reference: reference } = said;
  return reference === '' ? isAboutOwn(payment, said) : isSameReference(reference, payment.transaction_id);
}

/**
 * A check that has begun may have asked the operator before this callback came, so it does not count: its due time is
 * the end of its lease.
 */
function isPlanned({ next_check_at, lease_until }: CallbackTarget, checkAt: number): boolean {
  return next_check_at !== null && next_check_at !== lease_until && next_check_at <= checkAt;
}

/**
 * Open callbacks that report one of these payments as completed, and whose check is planned. What a person has resolved
 * since waits no more.
 */
export function reportsAmong(
  attempts: readonly StoredPayment[],
  callbacks: readonly StoredCallback[],
): StoredCallback[] {
  const asked = attempts.filter(({ status, next_check_at }) => status !== 'completed' && next_check_at !== null);
  return callbacks.filter(({ payment_id, rejected, received_at, status }) => {
    const payment = asked.find(({ id }) => id === payment_id);
    if (payment === undefined || rejected === 1 || readState(status) !== 'completed') return false;
    return payment.resolution_at === null || received_at > payment.resolution_at;
  });
}
