import type { Ariary, ProblemCode } from '@tsena/shared';
import { isOpenView, type PaymentView } from '@tsena/shared/checkout';
import type { PageToken } from '../../core/orders/pageToken.ts';
import { refuseOpening } from '../../core/rules/attemptPolicy.ts';
import { closedReason } from '../../core/rules/opening.ts';
import { type Attempts, findOrderView, shownPaymentOf } from '../../core/rules/view.ts';
import { attemptsOf } from '../../core/storage/reads.ts';
import type { Storage } from '../../core/storage/storage.ts';
import type { StoredPayment } from '../../database/schema.ts';
import { cooldownBy } from '../../time/clock.ts';
import type { LinkRow } from './linkRows.ts';
import { orderOfLink } from './paymentLinks.ts';

/**
 * What the page of a link offers to anyone who opens it.
 * - `open`: the form; while a payment of the order has no result, behind a question. `waiting`: only that the payment
 *   is in progress, for who has just sent its number again on a reusable link.
 * - `paid`: the order is paid. `in_progress`: no other payment can begin before there is a result, or a person has
 *   decided. `exhausted`, `changed`: the order takes no payment. `too_small`: the operator takes no payment of this
 *   amount. `cancelled`, `expired`: the link takes none.
 */
export type OrderPageState =
  | 'open'
  | 'waiting'
  | 'paid'
  | 'in_progress'
  | 'exhausted'
  | 'changed'
  | 'too_small'
  | 'cancelled'
  | 'expired';

/** The states in which the page of a link has no form. */
type ClosedState = Exclude<OrderPageState, 'open' | 'waiting'>;

/** What the page of a link shows, without data of a payer. */
export interface OrderPage {
  readonly state: OrderPageState;
  /**
   * What is true of the link's order; null before its first payment, and on a reusable link, where each form has an
   * order of its own.
   */
  readonly view: PaymentView | null;
  /** All payments of the link's order, newest first; none on a reusable link. */
  readonly attempts: Attempts;
  /** Whether the prompt of a payment that failed may still be on a phone. */
  readonly mayHavePrompt: boolean;
}

/** Decides what the page of a link shows. Writes nothing. */
export async function readOrderPage({ store, clock }: Storage, link: LinkRow, cooldownMs: number): Promise<OrderPage> {
  const attempts = link.reusable === 1 ? [] : await attemptsOf(store.db, link.order_reference);
  const now = clock.now();
  const view = findOrderView(attempts, now);
  const mayHavePrompt = view === 'failed' && attempts.some(({ sent_at }) => sent_at !== null);
  return { view, attempts, mayHavePrompt, state: findState(link, attempts, view, now, cooldownBy(clock, cooldownMs)) };
}

function findState(
  link: LinkRow,
  attempts: readonly StoredPayment[],
  view: PaymentView | null,
  now: number,
  cooldownMs: number,
): OrderPageState {
  if (link.status === 'paid') return 'paid';
  switch (view) {
    case 'paid':
    case 'paid_twice':
    case 'refunded':
      return 'paid';
    // No other payment can begin until somebody knows whether this one paid.
    case 'review':
    case 'confirming':
      return 'in_progress';
  }
  const refusal = refuseOpening(attempts, link.amount as Ariary, now, cooldownMs);
  const closed = closedReason(link, now) ?? (refusal?.kind === 'exists' ? undefined : refusal?.kind);
  // Whatever became of the link: the payer must not pay elsewhere.
  if (closed !== undefined) return isOpenView(view) ? 'in_progress' : closed;
  if (refusal !== null) return 'in_progress';
  return view === 'failed' && attempts.some((one) => isTooSmall(one, link)) ? 'too_small' : 'open';
}

/** Whether the operator refused the link's amount, so that no other number can pay it either. */
function isTooSmall({ status, failure_code, amount }: StoredPayment, link: LinkRow): boolean {
  return status === 'failed' && failure_code === 'amount_too_small' && amount === link.amount;
}

/**
 * Reads what the widget on a hosted page shows: the payment that began with this page's form or on whose page it is,
 * never another's.
 *
 * @returns `payment` is null if this page has started none; without such a payment, the `state` that prevents one
 */
export async function readOwnPayment(
  storage: Storage,
  link: LinkRow,
  page: PageToken,
  cooldownMs: number,
): Promise<
  | { readonly kind: 'shown'; readonly payment: StoredPayment | null }
  | { readonly kind: 'closed'; readonly state: ClosedState }
> {
  const attempts = await attemptsOf(storage.store.db, orderOfLink(link, page.oneTimeValue).sub);
  const own = shownPaymentOf(attempts.filter((one) => isOwn(one, page)));
  if (own !== undefined) return { kind: 'shown', payment: own };
  const { state } = await readOrderPage(storage, link, cooldownMs);
  // The operator decides about an amount, and a page that is open already may ask it.
  const mayAsk = state === 'open' || state === 'waiting' || state === 'too_small';
  return mayAsk ? { kind: 'shown', payment: null } : { kind: 'closed', state };
}

/**
 * Whether the bearer of a page token may see a payment: it began with that page's form, or the token is from its own
 * page.
 */
export function isOwn(
  { id, form_hash }: Pick<StoredPayment, 'id' | 'form_hash'>,
  { formHash, payment }: PageToken,
): boolean {
  return form_hash === formHash || id === payment;
}

/**
 * Whether a payment that stands in the way of a form may be shown to its sender: only if it began with the same form.
 * Others learn only that the order has a payment, also if they know the payer's number or had a payment of this order
 * themselves, for a link can have several buyers, and the address of a payment becomes its receipt.
 */
export function mayShow(payment: StoredPayment, formHash: string): boolean {
  return payment.form_hash === formHash;
}

const CODES: Readonly<Record<Exclude<ClosedState, 'expired'>, ProblemCode>> = {
  paid: 'link_paid',
  in_progress: 'payment_in_progress',
  exhausted: 'attempts_exhausted',
  changed: 'order_changed',
  too_small: 'amount_too_small',
  cancelled: 'link_cancelled',
};

/** Why the page of a link takes no payment. */
export function closedCode(state: ClosedState, { source }: Pick<LinkRow, 'source'>): ProblemCode {
  if (state !== 'expired') return CODES[state];
  return source === 'shop' ? 'order_token_expired' : 'link_expired';
}
