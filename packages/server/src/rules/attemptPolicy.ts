import type { PaymentStatus } from '@tsena/shared/checkout';
import { isLeaseLive } from './lease.ts';

/** How many attempts of one order may be sent. One of which nothing left this machine does not count. */
const MAX_ATTEMPTS = 5;

/**
 * How many attempts of one order may come to nothing before they are sent, in how long, ms. They do not count among MAX_ATTEMPTS, and
 * LIMIT_PER_MSISDN and LIMIT_PER_IP may be off: without this, one order token could fill the storage while the operator is away.
 */
const MAX_UNSENT = 20;
const UNSENT_WINDOW_MS = 10 * 60_000;

/** What decides whether an order may have a further attempt: columns of one attempt's row. Times are ms since 1970. */
export interface Attempt {
  readonly status: PaymentStatus;
  readonly differences: string | null;
  readonly resolution: string | null;
  readonly created_at: number;
  readonly sent_at: number | null;
  readonly sent_attempt_number: number;
  readonly lease_until: number | null;
  readonly superseded: number | null;
}

/** Whether the order's money has come by this attempt: the operator says so, or the merchant does. */
export function isPaid({ status, resolution }: Pick<Attempt, 'status' | 'resolution'>): boolean {
  return status === 'completed' || resolution === 'received';
}

/** Whether this attempt keeps every other one of its order from starting: its money came, or a person has to say whether it did. */
export function blocksOrder(attempt: Pick<Attempt, 'status' | 'resolution' | 'differences'>): boolean {
  return isPaid(attempt) || attempt.differences !== null;
}

/**
 * The attempt that stands for an order: the one that completed, else the one that the merchant received, else the one whose
 * transaction details differ, else the newest.
 *
 * @param attempts all of the order's, newest first
 */
export function currentOf<One extends Pick<Attempt, 'status' | 'resolution' | 'differences'>>(attempts: readonly One[]): One | undefined {
  return attempts.find(({ status }) => status === 'completed') ?? attempts.find(isPaid) ?? attempts.find(blocksOrder) ?? attempts[0];
}

/** Whether an attempt is waiting to be sent, or its request is under way, in a process that lives. */
export function isUnderWay({ status, lease_until }: Pick<Attempt, 'status' | 'lease_until'>, now: number): boolean {
  return (status === 'created' || status === 'sending') && isLeaseLive(lease_until, now);
}

/** Whether all attempts that the order may have were sent, and the last one has ended for the shopper: nothing but their number is in the way. */
export function isExhausted(attempt: Attempt): boolean {
  return !blocksOrder(attempt) && hasEnded(attempt) && sentSoFar(attempt) >= MAX_ATTEMPTS;
}

/**
 * From when on another attempt of the order may take the place of this one, ms since 1970, as far as that is known now: a lease
 * may be renewed until then. The cool-down counts from when the request was sent, for an attempt may wait to be sent.
 *
 * @returns null where time alone will not allow it
 */
export function retryableFrom(attempt: Attempt, now: number, cooldownMs: number): number | null {
  if (attempt.superseded !== null || blocksOrder(attempt) || sentSoFar(attempt) >= MAX_ATTEMPTS) return null;
  if (hasEnded(attempt)) return now;
  const freeAt = isUnderWay(attempt, now) && attempt.lease_until !== null ? attempt.lease_until : now;
  return attempt.status === 'created' ? freeAt : Math.max(freeAt, (attempt.sent_at ?? attempt.created_at) + cooldownMs);
}

/** Whether another attempt of the order may take the place of this one now. */
export function mayFollow(attempt: Attempt, now: number, cooldownMs: number): boolean {
  const from = retryableFrom(attempt, now, cooldownMs);
  return from !== null && from <= now;
}

/**
 * How long an order has to wait because too many of its attempts came to nothing before they were sent, ms; null if it need not.
 *
 * @param attempts all of the order's, newest first
 */
export function unsentRetryAfter(attempts: readonly Pick<Attempt, 'sent_at' | 'created_at'>[], now: number): number | null {
  // Not those of a clock that was ahead: they would count for hours.
  const unsent = attempts.filter(({ sent_at, created_at }) => sent_at === null && Math.abs(now - created_at) < UNSENT_WINDOW_MS);
  const oldest = unsent[MAX_UNSENT - 1];
  return oldest === undefined ? null : Math.min(oldest.created_at + UNSENT_WINDOW_MS - now, UNSENT_WINDOW_MS);
}

function hasEnded({ status, resolution }: Attempt): boolean {
  return status === 'failed' || resolution === 'not_received';
}

function sentSoFar({ sent_at, sent_attempt_number }: Attempt): number {
  return sent_at === null ? sent_attempt_number - 1 : sent_attempt_number;
}
