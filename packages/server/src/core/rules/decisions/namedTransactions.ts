import { isAboutOwn } from '../callbackChecks.ts';
import {
  flag,
  isAskedMeanwhile,
  type Moment,
  openCallbacks,
  type PaymentChange,
  type State,
  unlessClockStepped,
} from '../decision.ts';
import { mismatchEvent } from '../historyEvent.ts';
import { LEASE_MS } from '../lease.ts';
import { type DetailsOutcome, isFailedState } from '../operatorAnswers.ts';
import type { Difference, StoredCallback, StoredPayment } from '../payment.ts';
import { isSameReference } from '../sameReference.ts';
import { stateOf } from '../verifyDetails.ts';
import { BY_CALLBACK, complete, namedTransaction, type PayingTransaction } from './completion.ts';
import { after, type Context, compare, isTaken, isTakenInOtherSpelling } from './evidenceContext.ts';

/** How long the operator may not know what a callback names before it is rejected, ms. */
const NAMED_WAIT_MS = 10 * 60_000;

/** The result of trying transactions that callbacks named. */
export interface NamedResult {
  readonly changes: readonly PaymentChange[];
  readonly retryAfterMs: number | null;
  /** Why the details of one of them could not be read; null if all could. */
  readonly unread: string | null;
  /** When a callback about one of them came, ms since 1970: it is asked about again. */
  readonly unreadSince: number | null;
}

export const NONE_TRIED: NamedResult = { changes: [], retryAfterMs: null, unread: null, unreadSince: null };

/**
 * Tries the transactions that callbacks named. As with a reference from a payer, the details must match in amount,
 * currency, both parties and time, and no other payment may have the transaction. One that cannot be this payment's is
 * rejected. One that matches a payment which is completed already sends it to review.
 */
export function tryNamed(context: Context): NamedResult {
  return context.input.transactions
    .filter(({ isNamedByCallback }) => isNamedByCallback)
    .reduce((tried, { reference, answer }) => {
      const one = tryTransaction(after(context, tried.changes), reference, answer);
      return {
        changes: [...tried.changes, ...one.changes],
        retryAfterMs: one.retryAfterMs ?? tried.retryAfterMs,
        unread: one.unread ?? tried.unread,
        unreadSince: one.unreadSince ?? tried.unreadSince,
      };
    }, NONE_TRIED);
}

function tryTransaction(context: Context, reference: string, answer: DetailsOutcome): NamedResult {
  const { state, input, moment } = context;
  const changed = (changes: readonly PaymentChange[]): NamedResult => ({ ...NONE_TRIED, changes });
  const rejects = { transaction_reference: reference };
  // A callback that came meanwhile may be about it: the operator has corrected itself since it was asked.
  const refuse = (why: string) => changed(isAskedMeanwhile(state) ? [] : [reject(rejects, why)]);
  const callback = openCallbacks(state).find(({ transaction_reference }) => transaction_reference === reference);
  if (callback === undefined) return NONE_TRIED;
  const keep = { ...NONE_TRIED, unreadSince: callback.received_at };
  const compared = compare(state.payment, answer, input.partnerMsisdn);
  switch (compared.kind) {
    case 'unreadable':
      if (answer.kind === 'details' && isFailedState(stateOf(answer.details)))
        return refuse('its details say that it failed');
      return { ...keep, retryAfterMs: compared.retryAfterMs, unread: compared.reason };
    case 'absent':
      return isOld(callback, moment)
        ? refuse('the operator does not know the transaction')
        : { ...keep, unread: compared.reason };
    case 'mismatch':
      return refuse(differenceIn(compared.fields));
    case 'match': {
      const { details } = compared;
      // Two transactions of one payer can look the same: the status of the id that the callback names tells them apart.
      if (isTaken(context, { reference }) && !isAboutOwn(state.payment, callback)) return keep;
      const transaction = namedTransaction(state.payment, reference, details, BY_CALLBACK);
      return changed(decideMatch(context, { reference, transaction, details, rejects }));
    }
  }
}

/** A transaction that a callback named, or that the status of what it named: its details match. */
export interface Match {
  readonly reference: string;
  /** Null if its time does not fit the payment. */
  readonly transaction: PayingTransaction | null;
  readonly details: Extract<DetailsOutcome, { readonly kind: 'details' }>['details'];
  /** What is not asked about again if it does not complete the payment. */
  readonly rejects: NonNullable<PaymentChange['rejects']>;
  /** Further columns of the payment if it completes. */
  readonly bound?: Pick<StoredPayment, 'server_correlation_id' | 'correlation_source'>;
}

export function decideMatch(
  context: Context,
  { reference, transaction, details, rejects, bound }: Match,
): PaymentChange[] {
  const { state, moment } = context;
  if (isTakenInOtherSpelling(context, { reference }) && state.payment.status !== 'completed') {
    return flag(state.payment, ['transactionReference'], {}, reference);
  }
  if (isTaken(context, { reference })) return [reject(rejects, 'its transaction is another payment’s')];
  if (state.payment.status === 'completed') {
    return isSameReference(reference, state.payment.transaction_id) ? [] : flagSecond(state, reference, rejects);
  }
  if (transaction === null) return flagNamed(state, 'createDate', reference, rejects);
  const id = 'server_correlation_id' in rejects ? { serverCorrelationId: rejects.server_correlation_id } : {};
  const by = bound === undefined ? { by: BY_CALLBACK.by } : { set: bound };
  return complete(state, { transaction, details, ...id, ...by }, moment.now);
}

/**
 * The payment is completed, and the operator has another transaction that may have debited the payer too: a person
 * looks, once.
 */
export function flagSecond(
  state: State,
  reference: string | null,
  rejects?: PaymentChange['rejects'],
): PaymentChange[] {
  return flagNamed(state, 'secondTransaction', reference, rejects);
}

function flagNamed(
  state: State,
  difference: Difference,
  reference: string | null,
  rejects?: PaymentChange['rejects'],
): PaymentChange[] {
  const event = mismatchEvent([difference], reference ?? undefined);
  const data = JSON.stringify(event.data);
  if (state.history.some((one) => one.kind === event.kind && one.data === data)) return [];
  const [change] = flag({ ...state.payment, differences: null }, [difference], {}, reference ?? undefined);
  return change === undefined ? [] : [{ ...change, ...(rejects === undefined ? {} : { rejects }) }];
}

export function isOld({ received_at }: StoredCallback, moment: Moment): boolean {
  return moment.now - received_at > unlessClockStepped(moment, NAMED_WAIT_MS);
}

/**
 * Whether a callback that reports a payment of the order as completed still keeps the order from another one: until it
 * is old, and until it was checked. An unresolved payment goes to review, which blocks the order, at the first check
 * after that: a lease later, that check has ended.
 */
export function isAwaited(report: StoredCallback, attempts: readonly StoredPayment[], moment: Moment): boolean {
  const payment = attempts.find(({ id }) => id === report.payment_id);
  const isUnknown = payment?.status === 'unresolved' || payment?.status === 'sending';
  const isChecked = (payment?.last_checked_at ?? 0) > report.received_at + (isUnknown ? NAMED_WAIT_MS + LEASE_MS : 0);
  return !isChecked || !isOld(report, moment);
}

export function reject(rejects: NonNullable<PaymentChange['rejects']>, why: string): PaymentChange {
  return { rejects, event: { kind: 'callback_rejected', data: { why } } };
}

export function differenceIn(fields: readonly Difference[]): string {
  return `the details differ in ${fields.join(', ')}`;
}
