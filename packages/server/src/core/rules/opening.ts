import type { PaymentId } from '@tsena/shared/checkout';
import { existingPayment, isPaid, type OpeningRefusal, refuseOpening, unsentRetryAfter } from './attemptPolicy.ts';
import type { Moment } from './decision.ts';
import { isAwaited } from './decisions/named.ts';
import type { StoredCallback, StoredPayment } from './payment.ts';
import { type PeriodsFull, type Prompt, type RateLimited, type RateLimits, refuseByLimits } from './rateLimits.ts';
import { type Attempts, isOpen, shownPaymentOf } from './view.ts';

/** When a payment page opens no more payments, ms since 1970. */
export interface PageTimes {
  readonly expires_at: number | null;
  readonly cancelled_at: number | null;
}

/**
 * What the opening of a payment may depend on, as it was read under the lock of its order, its number and its address.
 */
export interface OpeningState {
  /** All payments of the order, newest first. */
  readonly attempts: readonly StoredPayment[];
  /** The payment page's link; null if the payment begins in a widget. */
  readonly link: PageTimes | null;
  /** The open payment of this payer on the same link, of another order. */
  readonly openOnLink: StoredPayment | null;
  /** Payments of this number, of other orders, that may have a prompt open. */
  readonly prompts: readonly Prompt[];
  readonly periodsFull: PeriodsFull;
  /** Callbacks that report a payment of the order as completed, which the operator has not confirmed yet. */
  readonly reports: readonly StoredCallback[];
}

/** How long the answer to a press waits for the operator, ms. */
export const ANSWER_WITHIN_MS = 5000;

/** When a shopper whose order waits for the confirmation of a report may ask again, ms. */
const REPORT_RETRY_MS = 5000;

/**
 * Of which payments without a result the page that asks for another one has asked the payer whether the secret code was
 * typed: of all, as a caller of the API decides; of none, as a form in a shop's page, which knows no payment; of those
 * until a moment, ms since 1970, when the page was made; or of those up to a payment, which it shows.
 */
export type AskedAbout = 'all' | 'none' | { readonly until: number } | { readonly upTo: PaymentId };

/** Who asks for a payment. */
export interface OpeningRequest {
  /** Whole Ariary, as signed. */
  readonly amount: number;
  /** The payment page's form; null if the payment begins in a widget. */
  readonly form: { readonly hash: string; readonly from: PaymentId | undefined } | null;
  readonly askedAbout: AskedAbout;
  /** Infinite while the clock does not tell how long ago a payment was sent. */
  readonly cooldownMs: number;
  /** For how long a phone's prompt counts as open, ms: the cool-down of the settings. */
  readonly promptOpenMs: number;
  readonly limits: RateLimits;
  /** A companion that is stopping opens no payment. */
  readonly isStopping: boolean;
  /** How long the initiation would wait for its turn, because the operator has answered 429, ms. */
  readonly turnInMs: number;
}

/** The payment begins on a link that starts no more. */
export interface ClosedLink {
  readonly kind: 'closed';
  readonly code: 'link_cancelled' | 'link_expired';
}

/** Whether a payment is opened. */
export type OpeningDecision =
  | { readonly kind: 'open' }
  | OpeningRefusal<StoredPayment>
  | { readonly kind: 'stopping' }
  | ClosedLink
  | RateLimited;

/** Why no new payment can begin on a page; undefined if one can. */
export function closedReason(
  { expires_at, cancelled_at }: PageTimes,
  now: number,
): 'cancelled' | 'expired' | undefined {
  if (cancelled_at !== null) return 'cancelled';
  return expires_at !== null && expires_at <= now ? 'expired' : undefined;
}

/** Decides whether another payment of an order may be opened. */
export function decideOpening(state: OpeningState, request: OpeningRequest, moment: Moment): OpeningDecision {
  const { attempts, link, openOnLink } = state;
  const { amount, cooldownMs, promptOpenMs, limits } = request;
  const { now } = moment;
  const started = startedBy(request.form, attempts);
  if (started !== undefined) return { kind: 'exists', payment: started };
  const refusal = refuseOpening(attempts, amount, now, cooldownMs);
  // The payment that pays the order: a newer one may have been refunded.
  if (refusal !== null && isPaid(refusal.payment))
    return existingPayment(shownPaymentOf(attempts) ?? refusal.payment, amount);
  if (refusal !== null) return refusal;
  // Two prompts, and the payer could approve both.
  const unasked = findUnasked(attempts, request.askedAbout);
  if (unasked !== undefined) return existingPayment(shownPaymentOf(attempts) ?? unasked, amount);
  const closed = link === null ? undefined : closedReason(link, now);
  if (closed !== undefined) return { kind: 'closed', code: `link_${closed}` };
  if (openOnLink !== null) return { kind: 'exists', payment: openOnLink };
  if (request.isStopping) return { kind: 'stopping' };
  if (request.turnInMs > ANSWER_WITHIN_MS)
    return { kind: 'limited', code: 'operator_busy', retryAfterMs: request.turnInMs };
  if (state.reports.some((report) => isAwaited(report, attempts, moment)))
    return { kind: 'limited', code: 'operator_unavailable', retryAfterMs: REPORT_RETRY_MS };
  const retryAfterMs = unsentRetryAfter(attempts, now);
  if (retryAfterMs !== null) return { kind: 'limited', code: 'operator_unavailable', retryAfterMs };
  const limited = refuseByLimits(limits, state.prompts, state.periodsFull, now, promptOpenMs);
  if (limited !== null) return limited;
  return { kind: 'open' };
}

/**
 * The payment that this form has started already, however it ended: one form starts one payment. On a reusable link,
 * the form that tries again has the value of the payment's own form, and names that payment.
 */
function startedBy(form: OpeningRequest['form'], attempts: readonly StoredPayment[]): StoredPayment | undefined {
  const newest = form === null ? undefined : attempts.find(({ form_hash }) => form_hash === form.hash);
  return newest?.id === form?.from ? undefined : newest;
}

/** The newest payment without a result of which the payer was not asked whether the secret code was typed. */
function findUnasked(attempts: Attempts, askedAbout: AskedAbout): StoredPayment | undefined {
  if (askedAbout === 'all') return undefined;
  const open = attempts.filter(isOpen);
  if (askedAbout === 'none') return open[0];
  if ('until' in askedAbout) return open.find(({ created_at }) => created_at > askedAbout.until);
  const shown = attempts.findIndex(({ id }) => id === askedAbout.upTo);
  return shown === -1 ? open[0] : attempts.slice(0, shown).find(isOpen);
}
