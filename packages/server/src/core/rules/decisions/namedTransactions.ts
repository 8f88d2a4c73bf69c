import { flag, type Moment, openCallbacks, type PaymentChange, unlessClockStepped } from '../decision.ts';
import { LEASE_MS } from '../lease.ts';
import type { DetailsOutcome } from '../operatorAnswers.ts';
import type { Difference, StoredCallback, StoredPayment } from '../payment.ts';
import { BY_CALLBACK, complete, namedTransaction } from './completion.ts';
import { type Context, compare, isTaken, isTakenInOtherSpelling } from './evidenceContext.ts';

/** How long the operator may not know what a callback names before it is rejected, ms. */
const NAMED_WAIT_MS = 10 * 60_000;

/** The result of trying transactions that callbacks named. */
export interface NamedResult {
  readonly changes: readonly PaymentChange[];
  readonly isCompleted: boolean;
  readonly retryAfterMs: number | null;
  /** One of them has paid another payment in another spelling: the changes send the payment to review. */
  readonly isFlagged: boolean;
}

/**
 * Tries the transactions that callbacks named. As with a reference from a payer, the details must match in amount, currency, both parties
 * and time, and no other payment may have the transaction. One that cannot be this payment's is rejected.
 */
export function tryNamed(context: Context): NamedResult {
  const rejections: PaymentChange[] = [];
  let retryAfterMs: number | null = null;
  let isFlagged = false;
  for (const { reference, answer } of context.input.transactions.filter(({ isNamedByCallback }) => isNamedByCallback)) {
    const tried = tryTransaction(context, reference, answer);
    if (tried.isCompleted) return { ...tried, changes: [...rejections, ...tried.changes] };
    rejections.push(...tried.changes);
    retryAfterMs = tried.retryAfterMs ?? retryAfterMs;
    isFlagged ||= tried.isFlagged;
  }
  return { changes: rejections, isCompleted: false, retryAfterMs, isFlagged };
}

function tryTransaction(context: Context, reference: string, answer: DetailsOutcome): NamedResult {
  const { state, input, moment } = context;
  const keep = (retryAfterMs: number | null = null): NamedResult => ({ changes: [], isCompleted: false, retryAfterMs, isFlagged: false });
  const refuse = (why: string): NamedResult => ({ ...keep(), changes: [reject({ transaction_reference: reference }, why)] });
  const callback = openCallbacks(state).find(({ transaction_reference }) => transaction_reference === reference);
  if (callback === undefined) return keep();
  const compared = compare(state.payment, answer, input.partnerMsisdn);
  switch (compared.kind) {
    case 'unreadable':
      return keep(compared.retryAfterMs);
    case 'absent':
      return isOld(callback, moment) ? refuse('the operator does not know the transaction') : keep();
    case 'mismatch':
      return refuse(differenceIn(compared.fields));
    case 'match': {
      const transaction = namedTransaction(state.payment, reference, compared.details, BY_CALLBACK);
      if (transaction !== null && isTakenInOtherSpelling(context, transaction)) {
        return { ...keep(), changes: flag(state.payment, ['transactionReference']), isFlagged: true };
      }
      if (transaction === null || isTaken(context, transaction)) return refuse('its transaction is of another payment or another time');
      const completion = { transaction, details: compared.details, by: BY_CALLBACK.by, set: { next_check_at: null } };
      return { changes: complete(state, completion, moment.now), isCompleted: true, retryAfterMs: null, isFlagged: false };
    }
  }
}

export function isOld({ received_at }: StoredCallback, moment: Moment): boolean {
  return moment.now - received_at > unlessClockStepped(moment, NAMED_WAIT_MS);
}

/**
 * Whether a callback that reports a payment of the order as completed still keeps the order from another one: until it is old, and until it
 * was checked. An unresolved payment goes to review, which blocks the order, at the first check after that: a lease later, that check has ended.
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
