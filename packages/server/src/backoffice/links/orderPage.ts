import type { Ariary, ProblemCode } from '@tsena/shared';
import { unlessClockStepped } from '../../clock.ts';
import type { PageToken } from '../../core/orders/pageToken.ts';
import { currentPaymentOf, hasOpenDifferences, isPaid, refuseOpening } from '../../core/rules/attemptPolicy.ts';
import { closedReason } from '../../core/rules/opening.ts';
import { attemptsOf } from '../../core/storage/reads.ts';
import type { Storage } from '../../core/storage/storage.ts';
import type { StoredPayment } from '../../database/schema.ts';
import type { LinkRow } from './linkRows.ts';
import { orderOfLink } from './paymentLinks.ts';

/**
 * What the page of a link shows to anyone who opens it, without data of a payer.
 * - `open`: the form. `busy`: the form too, and that a payment is in progress. `waiting`: only that the payment is in progress, for who has
 *   just sent its number again on a reusable link.
 * - `paid`, `review`, `exhausted`, `changed`: the order takes no payment now. `cancelled`, `expired`: the link takes none.
 */
export type OrderPageState = 'open' | 'busy' | 'waiting' | 'paid' | 'review' | 'exhausted' | 'changed' | 'cancelled' | 'expired';

/** The states in which the page of a link has no form. */
type ClosedState = Exclude<OrderPageState, 'open' | 'busy' | 'waiting'>;

/** Decides what the page of a link shows. Writes nothing. */
export async function readOrderPage({ store, clock }: Storage, link: LinkRow, cooldownMs: number): Promise<OrderPageState> {
  const now = clock.now();
  if (link.status === 'paid') return 'paid';
  // Each form of a reusable link has an order of its own, which has no payment yet.
  const attempts = link.reusable === 1 ? [] : await attemptsOf(store.db, link.order_reference);
  if (attempts.some(hasOpenDifferences)) return 'review';
  const closed = closedReason(link, now);
  if (closed !== undefined) return closed;
  const refusal = refuseOpening(attempts, link.amount as Ariary, now, unlessClockStepped(clock, cooldownMs));
  if (refusal === null) return 'open';
  return refusal.kind === 'exists' ? 'busy' : refusal.kind;
}

/**
 * Reads what the widget on a hosted page shows: the payment that began with this page's form or on whose page it is, never another's.
 *
 * @returns `payment` is null if this page has started none; without such a payment, the `state` that prevents one
 */
export async function readOwnPayment(
  storage: Storage,
  link: LinkRow,
  page: PageToken,
  cooldownMs: number,
): Promise<{ readonly kind: 'shown'; readonly payment: StoredPayment | null } | { readonly kind: 'closed'; readonly state: ClosedState }> {
  const attempts = await attemptsOf(storage.store.db, orderOfLink(link, page.oneTimeValue).sub);
  const own = currentPaymentOf(attempts.filter((one) => isOwn(one, page)));
  if (own !== undefined && (isPaid(own) || !attempts.some(isPaid))) return { kind: 'shown', payment: own };
  const state = own === undefined ? await readOrderPage(storage, link, cooldownMs) : 'paid';
  return state === 'open' || state === 'busy' || state === 'waiting' ? { kind: 'shown', payment: null } : { kind: 'closed', state };
}

/** Whether the bearer of a page token may see a payment: it began with that page's form, or the token is from its own page. */
export function isOwn({ id, form_hash }: Pick<StoredPayment, 'id' | 'form_hash'>, { formHash, payment }: PageToken): boolean {
  return form_hash === formHash || id === payment;
}

/**
 * Whether a payment that stands in the way of a form may be shown to its sender: only if it began with the same form. Others learn only that
 * the order has a payment, also if they know the payer's number or had a payment of this order themselves, for a link can have several
 * buyers: the address of a payment takes references of the operator's SMS, of which there are few, and becomes the receipt.
 */
export function mayShow(payment: StoredPayment, formHash: string): boolean {
  return payment.form_hash === formHash;
}

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
