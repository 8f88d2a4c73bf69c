import {
  DONE,
  flag,
  isAskedMeanwhile,
  type Moment,
  type PaymentChange,
  type Recheck,
  type State,
  unlessClockStepped,
} from '../decision.ts';
import { mismatchEvent } from '../historyEvent.ts';
import { isLeaseLive, LEASE_MS } from '../lease.ts';
import { type DetailsOutcome, isFailedState } from '../operatorAnswers.ts';
import type { Difference, StoredCallback, StoredPayment } from '../payment.ts';
import type { NamedQuestion } from '../questions.ts';
import { isSameReference } from '../sameReference.ts';
import { stateOf } from '../verifyDetails.ts';
import {
  BY_CALLBACK,
  complete,
  completionOf,
  namedTransaction,
  type PayingTransaction,
  transactionOfNamedId,
} from './completion.ts';
import {
  after,
  type Context,
  compare,
  end,
  isTaken,
  isTakenInOtherSpelling,
  ownDetails,
  type Result,
} from './evidenceContext.ts';
import { DIFFERENT_STATUS, isContradicted } from './failure.ts';
import { reporterOf } from './reported.ts';

// What a callback can cause. It names a transaction, or a serverCorrelationId that is not the payment's own: the
// operator may have created two transactions for one request, or one that it answered with an error. What it names is
// asked about in every status of the payment. It completes the payment if its details match, or keeps its order from
// another payment and sends it to review, or changes nothing. It never fails a payment, and never completes one without
// its details.

/** How long the operator may not know what a callback names before it is rejected, ms. */
const NAMED_WAIT_MS = 10 * 60_000;

export function isOld({ received_at }: StoredCallback, moment: Moment): boolean {
  return moment.now - received_at > unlessClockStepped(moment, NAMED_WAIT_MS);
}

/**
 * Whether a callback that reports a payment of the order as completed still keeps the order from another one: until it
 * is old, and until it was checked. A check that is due, or under way, may be the first that asks about it. An unresolved
 * payment goes to review, which blocks the order, at the first check after that: a lease later, that check has ended.
 */
export function isAwaited(report: StoredCallback, attempts: readonly StoredPayment[], moment: Moment): boolean {
  const payment = attempts.find(({ id }) => id === report.payment_id);
  const isUnknown = payment?.status === 'unresolved' || payment?.status === 'sending';
  const isChecked = (payment?.last_checked_at ?? 0) > report.received_at + (isUnknown ? NAMED_WAIT_MS + LEASE_MS : 0);
  const isDue = payment?.next_check_at != null && payment.next_check_at <= moment.now;
  const isUnderWay = payment !== undefined && isLeaseLive(payment.lease_until, moment.now);
  return isDue || isUnderWay || !isChecked || !isOld(report, moment);
}

/** The result of trying transactions that callbacks named. */
export interface NamedResult {
  readonly changes: readonly PaymentChange[];
  readonly retryAfterMs: number | null;
  /** Why the details of one of them could not be read; null if all could. */
  readonly unread: string | null;
  /** When a callback about one of them came, ms since 1970: it is asked about again. */
  readonly unreadSince: number | null;
}

const NONE_TRIED: NamedResult = { changes: [], retryAfterMs: null, unread: null, unreadSince: null };

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
  const { state, input, moment, question } = context;
  const changed = (changes: readonly PaymentChange[]): NamedResult => ({ ...NONE_TRIED, changes });
  const rejects = { transaction_reference: reference };
  const refused = (why: string) => changed(reject(state, rejects, why));
  const callback = question.callbacks.find(({ transaction_reference }) => transaction_reference === reference);
  if (callback === undefined) return NONE_TRIED;
  const keep = { ...NONE_TRIED, unreadSince: callback.received_at };
  const compared = compare(state.payment, answer, input.partnerMsisdn);
  switch (compared.kind) {
    case 'unreadable':
      if (answer.kind === 'details' && isFailedState(stateOf(answer.details)))
        return refused('its details say that it failed');
      return { ...keep, retryAfterMs: compared.retryAfterMs, unread: compared.reason };
    case 'absent':
      return isOld(callback, moment)
        ? refused('the operator does not know the transaction')
        : { ...keep, unread: compared.reason };
    case 'mismatch':
      return refused(differenceIn(compared.fields));
    case 'match': {
      const { details } = compared;
      // Two transactions of one payer can look the same: the status of the id that the callback names tells them apart.
      if (isTaken(context, { reference }) && question.isNamedByCallback) return keep;
      const transaction = namedTransaction(state.payment, reference, details, BY_CALLBACK);
      return changed(decideMatch(context, { reference, transaction, details, rejects }));
    }
  }
}

/** The operator reports what callbacks name as completed, and its details match. */
export function decideNamedMatch(
  context: Context,
  { serverCorrelationId }: NamedQuestion,
  reference: string,
  details: Match['details'],
): PaymentChange[] {
  const { payment } = context.state;
  const rejects = { server_correlation_id: serverCorrelationId };
  const transaction = transactionOfNamedId(payment, reference, details);
  // The payment's own is not known: this is it.
  const isOwn = payment.server_correlation_id === null;
  const bound = { server_correlation_id: serverCorrelationId, correlation_source: 'callback' } as const;
  return decideMatch(context, { reference, transaction, details, rejects, ...(isOwn ? { bound } : {}) });
}

/** A transaction that a callback named, or that the status of what it named: its details match. */
interface Match {
  readonly reference: string;
  /** Null if its time does not fit the payment. */
  readonly transaction: PayingTransaction | null;
  readonly details: Extract<DetailsOutcome, { readonly kind: 'details' }>['details'];
  /** What is not asked about again if it does not complete the payment. */
  readonly rejects: Rejects;
  /** Further columns of the payment if it completes. */
  readonly bound?: Pick<StoredPayment, 'server_correlation_id' | 'correlation_source'>;
}

function decideMatch(context: Context, { reference, transaction, details, rejects, bound }: Match): PaymentChange[] {
  const { state, moment } = context;
  if (isTakenInOtherSpelling(context, { reference }) && state.payment.status !== 'completed') {
    return flag(state.payment, ['transactionReference'], {}, reference);
  }
  if (isTaken(context, { reference })) return [rejection(state, rejects, 'its transaction is another payment’s')];
  if (state.payment.status === 'completed') {
    return isSameReference(reference, state.payment.transaction_id) ? [] : flagSecond(state, reference, rejects);
  }
  if (transaction === null) return flagNamed(state, 'createDate', reference, rejects);
  const id = 'server_correlation_id' in rejects ? { serverCorrelationId: rejects.server_correlation_id } : {};
  const by = bound === undefined ? { by: BY_CALLBACK.by } : { set: bound };
  return complete(state, { transaction, details, ...id, ...by }, moment.now);
}

/**
 * The operator reports what callbacks name as failed. Money may have moved all the same if its details say completed,
 * or if it has completed the payment before.
 */
export function decideNamedFailed(
  context: Context,
  named: NamedQuestion,
  objectReference: string | null,
  keep: Recheck,
): Result {
  const { state } = context;
  const { payment } = state;
  if (payment.status === 'completed' && completionOf(state).serverCorrelationId === named.serverCorrelationId) {
    return end(flag(payment, [DIFFERENT_STATUS]), DONE);
  }
  const compared = compare(payment, ownDetails(context), context.input.partnerMsisdn);
  if (compared.kind === 'mismatch') return refuse(state, named, differenceIn(compared.fields), keep);
  if (!isContradicted(context)) return refuse(state, named, 'the operator reports it as failed', keep);
  return end(
    payment.status === 'completed' ? flagSecond(state, objectReference) : flag(payment, [DIFFERENT_STATUS]),
    keep,
  );
}

/**
 * The operator does not know what callbacks name. If the payment is reported as paid by the operator's own answer about
 * it, the operator contradicts itself: money may have moved, so a person must look.
 */
export function decideNamedUnknown({ state, moment }: Context, named: NamedQuestion, keep: Recheck): Result {
  if (!named.callbacks.every((callback) => isOld(callback, moment))) return end([], keep);
  const reporter = reporterOf(state);
  const isReporter =
    reporter !== null && !reporter.isWord && reporter.serverCorrelationId === named.serverCorrelationId;
  if (!isReporter) return refuse(state, named, 'the operator does not know it', keep);
  return end(state.payment.differences === null ? flag(state.payment, [DIFFERENT_STATUS]) : [], keep);
}

/** Whether callbacks name the transaction that has completed the payment with this serverCorrelationId. */
export function namesPaying({ payment, callbacks }: State, { serverCorrelationId }: NamedQuestion): boolean {
  return callbacks.some(
    (one) =>
      one.server_correlation_id === serverCorrelationId &&
      isSameReference(one.transaction_reference, payment.transaction_id),
  );
}

/** The serverCorrelationId is not this payment's. */
export function refuse(state: State, { serverCorrelationId }: NamedQuestion, why: string, keep: Recheck): Result {
  const changes = reject(state, { server_correlation_id: serverCorrelationId }, why);
  return end(changes, changes.length === 0 ? keep : DONE);
}

type Rejects = NonNullable<PaymentChange['rejects']>;

/** A callback that came meanwhile may be about it: the operator has corrected itself since it was asked. */
function reject(state: State, rejects: Rejects, why: string): PaymentChange[] {
  return isAskedMeanwhile(state) ? [] : [rejection(state, rejects, why)];
}

/** What callbacks name is not this payment's. If the payment is reported as paid because of it, that ends. */
export function rejection(state: State, rejects: Rejects, why: string): PaymentChange {
  const reporter = reporterOf(state)?.serverCorrelationId;
  const isReporter =
    'server_correlation_id' in rejects && reporter !== undefined && reporter === rejects.server_correlation_id;
  return {
    ...(isReporter ? { set: { details_unavailable_since: null } } : {}),
    rejects,
    event: { kind: 'callback_rejected', data: { why } },
  };
}

export function differenceIn(fields: readonly Difference[]): string {
  return `the details differ in ${fields.join(', ')}`;
}

/**
 * The payment is completed, and the operator has another transaction that may have debited the payer too: a person
 * looks, once.
 */
export function flagSecond(state: State, reference: string | null, rejects?: Rejects): PaymentChange[] {
  return flagNamed(state, 'secondTransaction', reference, rejects);
}

function flagNamed(state: State, difference: Difference, reference: string | null, rejects?: Rejects): PaymentChange[] {
  const event = mismatchEvent([difference], reference ?? undefined);
  const data = JSON.stringify(event.data);
  if (state.history.some((one) => one.kind === event.kind && one.data === data)) return [];
  const [change] = flag({ ...state.payment, differences: null }, [difference], {}, reference ?? undefined);
  return change === undefined ? [] : [{ ...change, ...(rejects === undefined ? {} : { rejects }) }];
}
