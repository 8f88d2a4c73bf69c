import type { LinkStatus } from '@tsena/shared/merchant';
import { closedReason, type PageTimes } from '../../core/rules/opening.ts';

/** What the status of a payment link depends on. */
export interface LinkFacts extends PageTimes {
  /** 1 if each payer gets an order of their own. */
  readonly reusable: number;
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
