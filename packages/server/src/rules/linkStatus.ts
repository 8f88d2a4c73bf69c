import type { LinkStatus } from '@tsena/shared/merchant';

/** What the status of a payment link depends on. Times are ms since 1970. */
export interface LinkFacts {
  /** 1 if each payer gets an order of their own. */
  readonly reusable: number;
  readonly expires_at: number | null;
  readonly cancelled_at: number | null;
  /** 1 if the link's order is paid. */
  readonly is_paid: number;
}

/**
 * The status of a payment link. A payment of a cancelled or expired link that completes later makes it `paid`: the money has arrived. A
 * reusable link is never `paid`.
 */
export function linkStatus(link: LinkFacts, now: number): LinkStatus {
  if (link.reusable === 0 && link.is_paid === 1) return 'paid';
  return closedReason(link, now) ?? 'active';
}

/** Why no new payment can begin on a link; undefined if one can. */
export function closedReason(
  { expires_at, cancelled_at }: Pick<LinkFacts, 'expires_at' | 'cancelled_at'>,
  now: number,
): 'cancelled' | 'expired' | undefined {
  if (cancelled_at !== null) return 'cancelled';
  return expires_at !== null && expires_at <= now ? 'expired' : undefined;
}
