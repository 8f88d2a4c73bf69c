import type { Limit } from '../../config/settings.ts';
import { isLeaseLive } from './lease.ts';

/** How many payments may be opened in a period; null: any number. */
export interface RateLimits {
  readonly perMsisdn: Limit | null;
  /** From one client address. A carrier puts thousands of phones behind one. */
  readonly perIp: Limit | null;
  /**
   * Through public payment links from one client address, and by one key of the counter: only prompts that nobody
   * approved count.
   */
  readonly perLink: Limit | null;
}

/** For each limit whose period is full: when the payment that fills it was created, ms since 1970. */
export type PeriodsFull = Readonly<Record<keyof RateLimits, number | null>>;

/**
 * No payment may begin now: by the rate limits, while the operator asks to wait, or because the merchant has not
 * finished the setup.
 */
export interface RateLimited {
  readonly kind: 'limited';
  readonly code:
    | 'too_many_for_msisdn'
    | 'too_many_from_address'
    | 'prompt_open'
    | 'operator_busy'
    | 'operator_unavailable'
    | 'setup_incomplete';
  readonly retryAfterMs: number;
}

/** Columns of a payment of the same phone number that may have a prompt open. Times are ms since 1970. */
export interface Prompt {
  readonly status: string;
  readonly created_at: number;
  readonly sent_at: number | null;
  readonly lease_until: number | null;
}

/**
 * A phone shows one prompt at a time: a second one, of another order, would hide the first or be approved in its place.
 * The prompt of a payment without a result counts as open for the cool-down, as it does for its own order. A payment
 * that waits to be sent shows its prompt later, so it counts as open too.
 *
 * @param prompts payments of this phone number without a result, of other orders
 * @returns how long the phone's prompts stay open, ms; 0 if none is open
 */
export function promptOpenForMs(prompts: readonly Prompt[], now: number, promptOpenMs: number): number {
  const openForMs = prompts.map(({ status, created_at, sent_at, lease_until }) =>
    status === 'created' && isLeaseLive(lease_until, now) ? promptOpenMs : (sent_at ?? created_at) + promptOpenMs - now,
  );
  return Math.max(0, ...openForMs);
}

/** By how much a period may exceed its limit with payments that were never sent. */
const UNSENT_FACTOR = 4;

/**
 * How many payments a period may have, with those that were never sent. During an outage of the operator nobody uses up
 * a limit on prompts that nobody saw, and one phone or address still cannot fill the database.
 */
export function maxWithUnsent({ count }: Limit): number {
  return count * UNSENT_FACTOR;
}

/**
 * How long until a period that is full has room for another payment, ms.
 *
 * @param oldestCounted when the payment that fills the period was created, ms since 1970: the `count`-th newest
 */
export function periodFullForMs({ windowMs }: Limit, oldestCounted: number, now: number): number {
  return oldestCounted + windowMs - now;
}

/** Refuses a payment that the limits do not allow; null if they do. */
export function refuseByLimits(
  limits: RateLimits,
  prompts: readonly Prompt[],
  full: PeriodsFull,
  now: number,
  promptOpenMs: number,
): RateLimited | null {
  const openForMs = limits.perMsisdn === null ? 0 : promptOpenForMs(prompts, now, promptOpenMs);
  if (openForMs > 0) return { kind: 'limited', code: 'prompt_open', retryAfterMs: openForMs };
  for (const name of ['perMsisdn', 'perIp', 'perLink'] as const) {
    const [limit, oldestCounted] = [limits[name], full[name]];
    if (limit === null || oldestCounted === null) continue;
    const code = name === 'perMsisdn' ? 'too_many_for_msisdn' : 'too_many_from_address';
    return { kind: 'limited', code, retryAfterMs: periodFullForMs(limit, oldestCounted, now) };
  }
  return null;
}
