import type { Msisdn } from '@tsena/shared';
import type { DetailsResponse } from '@tsena/shared/operator';
import type { Decision, Moment, PaymentChange, Recheck, State } from '../decision.ts';
import { type DetailsOutcome, isFailedState, type StatusOutcome } from '../operatorAnswers.ts';
import type { Difference, StoredPayment } from '../payment.ts';
import { stateOf, verifyDetails } from '../verifyDetails.ts';
import type { PayingTransaction } from './completion.ts';

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
  /** Null if the operator was not asked. */
  readonly answer: StatusOutcome | null;
  /** Others that callbacks named, and that the same check has found failed. */
  readonly alsoFailed?: readonly string[];
  /** Others that callbacks named, and that the operator does not know. */
  readonly alsoAbsent?: readonly string[];
}

/** What a status check has read from the operator. */
export interface EvidenceInput {
  readonly fence: number;
  /** Null for a completed payment, whose details are read once more. */
  readonly status: StatusEvidence | null;
  readonly transactions: readonly TransactionEvidence[];
  /** The credit party that the details must name. */
  readonly partnerMsisdn: Msisdn;
}

/** When the payment is checked again; `isFinal`: no other callback of it needs a check. */
export interface Checked {
  readonly isFinal: boolean;
  readonly recheck: Recheck;
}

/** What a decision about evidence depends on. */
export interface Context {
  readonly state: State;
  readonly input: EvidenceInput;
  readonly moment: Moment;
}

export type Result = Decision<Checked>;

export function end(changes: readonly PaymentChange[], recheck: Recheck, isFinal = true): Result {
  return { changes, outcome: { isFinal, recheck } };
}

export function sinceCreated({ state, moment }: Context): number {
  return moment.now - state.payment.created_at;
}

/** The result of comparing a transaction's details with the payment. */
export type Comparison =
  | { readonly kind: 'match'; readonly details: DetailsResponse }
  | { readonly kind: 'mismatch'; readonly fields: readonly Difference[] }
  | { readonly kind: 'absent' | 'unreadable'; readonly reason: string; readonly retryAfterMs: number | null };

export function compare(payment: StoredPayment, answer: DetailsOutcome | undefined, partnerMsisdn: Msisdn): Comparison {
  if (answer === undefined) return { kind: 'unreadable', reason: 'the details were not read', retryAfterMs: null };
  if (answer.kind === 'absent') return { ...answer, retryAfterMs: null };
  if (answer.kind === 'unavailable') return { kind: 'unreadable', reason: answer.reason, retryAfterMs: answer.retryAfterMs };
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

/** The transaction, in another spelling of its reference, has paid another payment: whether it is the same one, a person must see. */
export function isTakenInOtherSpelling({ state }: Context, { reference }: PayingTransaction): boolean {
  return state.takenBy.get(reference)?.isOtherSpelling === true;
}

export function isTaken({ state }: Context, { reference }: PayingTransaction): boolean {
  return state.takenBy.has(reference);
}
