import type { Msisdn } from '@tsena/shared';
import type { DetailsResponse } from '@tsena/shared/operator';
import type { Decision, Moment, PaymentChange, Recheck, State } from '../decision.ts';
import { type DetailsOutcome, isFailedState, type StatusOutcome } from '../operatorAnswers.ts';
import type { Difference, StoredPayment } from '../payment.ts';
import type { Question } from '../questions.ts';
import { stateOf, verifyDetails } from '../verifyDetails.ts';

/** The details of a transaction. */
export interface TransactionEvidence {
  readonly reference: string;
  /** Whether only a callback named it. */
  readonly isNamedByCallback: boolean;
  readonly answer: DetailsOutcome;
}

/** The status of a serverCorrelationId. */
export interface StatusEvidence {
  readonly serverCorrelationId: string;
  /** Whether only a callback named it. */
  readonly isNamedByCallback: boolean;
  /** Null if the operator was not asked: it is another payment's. */
  readonly answer: StatusOutcome | null;
}

/**
 * What a status check has read about one serverCorrelationId: its status, and the transactions that the status or
 * callbacks name.
 */
export interface EvidenceInput {
  readonly fence: number;
  /** Null for a payment whose own serverCorrelationId is not known: then callbacks name its transactions alone. */
  readonly status: StatusEvidence | null;
  readonly transactions: readonly TransactionEvidence[];
  /** The credit party that the details must name. */
  readonly partnerMsisdn: Msisdn;
}

/** What a decision about evidence depends on. */
export interface Context {
  readonly state: State;
  readonly input: EvidenceInput;
  readonly moment: Moment;
  /** What the evidence answers. */
  readonly question: Question;
}

export type Result = Decision<Recheck>;

export function end(changes: readonly PaymentChange[], recheck: Recheck): Result {
  return { changes, outcome: recheck };
}

/** The context as these changes leave it: one check may complete a payment, and find a second transaction. */
export function after(context: Context, changes: readonly PaymentChange[]): Context {
  let { payment, attempts } = context.state;
  for (const { to, set } of changes) payment = { ...payment, ...set, status: to ?? payment.status };
  attempts = attempts.map((one) => (one.id === payment.id ? payment : one));
  const written = changes.map(({ event }) => ({ kind: event.kind, data: JSON.stringify(event.data) }));
  return {
    ...context,
    state: { ...context.state, payment, attempts, history: [...context.state.history, ...written] },
  };
}

/** For how long there has been a reason to ask, ms: since a callback named it, the payment failed, or was sent. */
export function sinceAsked({ state: { payment }, question, moment }: Context): number {
  const [callback] = question.callbacks;
  if (question.isNamedByCallback && callback !== undefined) return moment.now - callback.received_at;
  return moment.now - (payment.status === 'failed' ? payment.updated_at : (payment.sent_at ?? payment.created_at));
}

/** The result of comparing a transaction's details with the payment. */
export type Comparison =
  | { readonly kind: 'match'; readonly details: DetailsResponse }
  | { readonly kind: 'mismatch'; readonly fields: readonly Difference[] }
  | { readonly kind: 'absent' | 'unreadable'; readonly reason: string; readonly retryAfterMs: number | null };

export function compare(payment: StoredPayment, answer: DetailsOutcome | undefined, partnerMsisdn: Msisdn): Comparison {
  if (answer === undefined) return { kind: 'unreadable', reason: 'the details were not read', retryAfterMs: null };
  if (answer.kind === 'absent') return { ...answer, retryAfterMs: null };
  if (answer.kind === 'unavailable')
    return { kind: 'unreadable', reason: answer.reason, retryAfterMs: answer.retryAfterMs };
  const match = verifyDetails(answer.details, payment, partnerMsisdn);
  if (match.kind === 'match') return { kind: 'match', details: answer.details };
  return match.kind === 'mismatch' ? match : { kind: 'unreadable', reason: match.reason, retryAfterMs: null };
}

/** The details of the transaction that the status names. */
export function ownDetails({ input }: Context): DetailsOutcome | undefined {
  return input.transactions.find(({ isNamedByCallback }) => !isNamedByCallback)?.answer;
}

/** Whether the details of the transaction that the status names say that it failed. */
export function haveDetailsFailed(context: Context): boolean {
  const own = ownDetails(context);
  return own?.kind === 'details' && isFailedState(stateOf(own.details));
}

/**
 * The transaction, in another spelling of its reference, has paid another payment: whether it is the same one, a person
 * must see.
 */
export function isTakenInOtherSpelling({ state }: Context, { reference }: { readonly reference: string }): boolean {
  return state.takenBy.get(reference)?.isOtherSpelling === true;
}

export function isTaken({ state }: Context, { reference }: { readonly reference: string }): boolean {
  return state.takenBy.has(reference);
}
