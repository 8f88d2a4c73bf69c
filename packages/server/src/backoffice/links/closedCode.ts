import type { ProblemCode } from '@tsena/shared';
import type { LinkRow } from './linkRows.ts';
import type { ClosedState } from './orderPage.ts';

const CODES: Readonly<Record<Exclude<ClosedState, 'expired'>, ProblemCode>> = {
  paid: 'link_paid',
  review: 'payment_in_progress',
  exhausted: 'attempts_exhausted',
  changed: 'order_changed',
  cancelled: 'link_cancelled',
};

/** Why the page of a link takes no payment. */
export function closedCode(state: ClosedState, { source }: Pick<LinkRow, 'source'>): ProblemCode {
  if (state !== 'expired') return CODES[state];
  return source === 'shop' ? 'order_token_expired' : 'link_expired';
}
