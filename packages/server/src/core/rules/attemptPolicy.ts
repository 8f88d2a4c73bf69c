import type { PaymentStatus } from '@tsena/shared/checkout';
import { isLeaseLive } from './lease.ts';

/**
 * How many payments of one order may be sent to the operator. A payment that never left this machine does not count.
 */
const MAX_SENT = 5;

/**
 * How many payments of one order may end within a period without being sent. They do not count towards MAX_SENT, and
 * LIMIT_PER_MSISDN and LIMIT_PER_IP may be off: without this limit, one order token could fill the database while the
 * operator is unreachable.
 */
const MAX_UNSENT = 20;
const UNSENT_PERIOD_MS = 10 * 60_000;

/** The columns of a payment that decide whether its order may have another payment. Times are ms since 1970. */
export interface Attempt {
  readonly status: PaymentStatus;
  readonly differences: string | null;
  readonly resolution: string | null;
  /** Since when the operator reports it as completed and its details cannot be read. */
  readonly details_unavailable_since: number | null;
  readonly created_at: number;
  readonly sent_at: number | null;
  readonly sent_attempt_number: number;
  readonly lease_until: number | null;
  readonly superseded: number | null;
}

/** Whether this payment paid the order: the operator confirmed it, or the merchant recorded it as received. */
export function isPaid({ status, resolution }: Pick<Attempt, 'status' | 'resolution'>): boolean {
  return status === 'completed' || resolution === 'received';
}

/** Whether the operator's details differ, and the merchant has not said that no money came. */
export function hasOpenDifferences({ differences, resolution }: Pick<Attempt, 'resolution' | 'differences'>): boolean {
  return differences !== null && resolution !== 'not_received';
}

/**
 * The difference of a payment that the operator reports as completed without naming the transaction (objectReference,
 * section 2.4).
 */
export const MISSING_REFERENCE = 'objectReference';

/**
 * The difference of a payment that is reported as completed, and of which nothing could be compared for ten minutes.
 */
export const UNREAD_DETAILS = 'details';

/** Whether the operator reports the payment as completed, but names no transaction whose details could be compared. */
export function isReferenceMissing({ differences }: Pick<Attempt, 'differences'>): boolean {
  return differences === MISSING_REFERENCE;
}

/** The columns that {@link blocksOrder} reads. */
type Blocking = Pick<Attempt, 'status' | 'resolution' | 'differences' | 'details_unavailable_since'>;

/** Whether the operator reports the payment as completed, and its details cannot be read yet. */
export function isReportedPaid({ status, details_unavailable_since: since, resolution }: Blocking): boolean {
  return (status === 'pending' || status === 'unresolved') && since !== null && resolution !== 'not_received';
}

/**
 * Whether this payment prevents every other one of its order: it is paid, reported as paid, or a person must decide
 * whether it is.
 */
export function blocksOrder(payment: Blocking): boolean {
  return isPaid(payment) || hasOpenDifferences(payment) || isReportedPaid(payment);
}

/**
 * The current payment of an order: the completed one, else the one recorded as received, else the one whose transaction
 * details differ, else the newest.
 *
 * @param payments all payments of the order, newest first
 */
export function currentPaymentOf<One extends Blocking>(payments: readonly One[]): One | undefined {
  return (
    payments.find(({ status }) => status === 'completed') ??
    payments.find(isPaid) ??
    payments.find(blocksOrder) ??
    payments[0]
  );
}

/**
 * Whether a process is about to send this payment, or waits for the operator's answer to its initiation. Once the lease
 * of one that is `created` has ended, the poller decides what became of it.
 */
export function isUnderWay({ status, lease_until }: Pick<Attempt, 'status' | 'lease_until'>, now: number): boolean {
  return status === 'created' || (status === 'sending' && isLeaseLive(lease_until, now));
}

/**
 * From when another payment of the order may replace this one, ms since 1970. A worker may renew the lease of this
 * payment, so the moment can move back. The cool-down counts from when the initiation was sent, because a payment may
 * wait before that.
 *
 * @returns null if no passing of time allows it
 */
export function retryableFrom(payment: Attempt, now: number, cooldownMs: number): number | null {
  if (payment.superseded !== null || blocksOrder(payment) || sentSoFar(payment) >= MAX_SENT) return null;
  if (payment.status === 'created') return null;
  if (hasEnded(payment)) return now;
  const freeAt = isUnderWay(payment, now) && payment.lease_until !== null ? payment.lease_until : now;
  return Math.max(freeAt, (payment.sent_at ?? payment.created_at) + cooldownMs);
}

/** Whether another payment of the order may replace this one now. */
export function mayFollow(payment: Attempt, now: number, cooldownMs: number): boolean {
  const from = retryableFrom(payment, now, cooldownMs);
  return from !== null && from <= now;
}

/** No further payment of the order may be opened now. */
export interface OpeningRefusal<One> {
  /**
   * - `exists`: the order has a payment, and this is it.
   * - `changed`: the same, but the order token names another amount than that payment.
   * - `exhausted`: the order has had all its payments.
   */
  readonly kind: 'exists' | 'changed' | 'exhausted';
  readonly payment: One;
}

/**
 * Decides whether another payment of an order may be opened.
 *
 * @param payments all payments of the order, newest first
 * @param amount what the order token asks for, whole Ariary
 * @returns null if it may
 */
export function refuseOpening<One extends Attempt & { readonly amount: number }>(
  payments: readonly One[],
  amount: number,
  now: number,
  cooldownMs: number,
): OpeningRefusal<One> | null {
  const deciding = decidingPayment(payments, now);
  if (deciding === undefined || mayFollow(deciding, now, cooldownMs)) return null;
  // A payment that has ended and blocks nothing may be followed, unless the order has had all its payments.
  const isExhausted = hasEnded(deciding) && !blocksOrder(deciding);
  return isExhausted ? { kind: 'exhausted', payment: deciding } : existingPayment(deciding, amount);
}

/** The refusal that an existing payment causes. */
export function existingPayment<One extends { readonly amount: number }>(
  payment: One,
  amount: number,
): OpeningRefusal<One> {
  return { kind: payment.amount === amount ? 'exists' : 'changed', payment };
}

/**
 * The payment that decides whether another may be opened: the one that blocks the order, else one that is under way,
 * else the current one. What its row says about the others is computed again, so that a stale row cannot decide.
 */
function decidingPayment<One extends Attempt>(payments: readonly One[], now: number): One | undefined {
  const current = currentPaymentOf(payments);
  if (current === undefined) return undefined;
  const deciding = blocksOrder(current) ? current : (payments.find((payment) => isUnderWay(payment, now)) ?? current);
  return {
    ...deciding,
    superseded: null,
    sent_attempt_number: countSent(payments) + (deciding.sent_at === null ? 1 : 0),
  };
}

/** How many of these payments were sent to the operator. */
export function countSent(payments: readonly Pick<Attempt, 'sent_at'>[]): number {
  return payments.filter(({ sent_at }) => sent_at !== null).length;
}

/** What a payment's row says about the other payments of its order. */
export interface OrderPosition<One> {
  readonly payment: One;
  readonly superseded: 1 | null;
  readonly sent_attempt_number: number;
}

/**
 * Computes for each payment of an order whether it is superseded, and how many were sent up to it.
 *
 * @param payments all payments of the order, newest first
 */
export function orderPositions<One extends Attempt>(payments: readonly One[]): OrderPosition<One>[] {
  const current = currentPaymentOf(payments);
  let sent = 0;
  return payments.toReversed().map((payment) => {
    const position = { payment, superseded: payment === current ? null : 1, sent_attempt_number: sent + 1 } as const;
    if (payment.sent_at !== null) sent += 1;
    return position;
  });
}

/**
 * How long an order must wait because too many of its payments ended without being sent, ms; null if it need not wait.
 *
 * @param payments all payments of the order, newest first
 */
export function unsentRetryAfter(
  payments: readonly Pick<Attempt, 'sent_at' | 'created_at'>[],
  now: number,
): number | null {
  const unsent = payments.filter(({ sent_at, created_at }) => sent_at === null && now - created_at < UNSENT_PERIOD_MS);
  const oldest = unsent[MAX_UNSENT - 1];
  return oldest === undefined ? null : Math.min(oldest.created_at + UNSENT_PERIOD_MS - now, UNSENT_PERIOD_MS);
}

function hasEnded({ status, resolution }: Attempt): boolean {
  return status === 'failed' || resolution === 'not_received';
}

function sentSoFar({ sent_at, sent_attempt_number }: Attempt): number {
  return sent_at === null ? sent_attempt_number - 1 : sent_attempt_number;
}
