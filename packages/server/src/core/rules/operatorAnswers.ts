import type { ProblemCode } from '@tsena/shared';
import type { DetailsResponse, OperatorState } from '@tsena/shared/operator';
import type { NotificationMethod } from './payment.ts';

/**
 * Why an initiation has waited when it is sent: the operator's answer to the request before. 429: also to another
 * payment's request.
 */
export type RepeatedAfter = '401' | '4002' | '429';

/** The codes with which an initiation can fail. */
export type FailureCode = Extract<
  ProblemCode,
  | 'payment_failed'
  | 'payment_declined'
  | 'insufficient_funds'
  | 'payer_unknown'
  | 'same_parties'
  | 'amount_too_small'
  | 'amount_too_large'
  | 'request_refused'
  | 'operator_credentials'
  | 'operator_busy'
  | 'operator_unreachable'
  | 'not_sent'
>;

/** The operator refused an initiation for certain: it created nothing. */
export interface Refused {
  readonly kind: 'refused';
  readonly code: FailureCode;
  readonly reason: string;
  /** The operator's ErrorDateTime (section 7.2), as it wrote it; null if it is missing or no date. */
  readonly errorDateTime: string | null;
  /** Whether the same request may be accepted the next time: mmErrorCode 4002, or a 429. */
  readonly isPassing: boolean;
  readonly retryAfterMs: number | null;
}

/** The outcome of an initiation. Reasons go to the history and the log; they contain no phone numbers or secrets. */
export type InitiationOutcome =
  | {
      readonly kind: 'accepted';
      readonly serverCorrelationId: string;
      /** How the operator announces the result (section 2.3); null if it did not say. */
      readonly notificationMethod: NotificationMethod | null;
      /** The status in the answer, if it is another one than `pending` (section 2.3). */
      readonly unexpectedStatus?: string;
    }
  | Refused
  | { readonly kind: 'not_sent'; readonly code: FailureCode; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** The operator was not reached, or its answer has no usable information. */
export interface Unavailable {
  readonly kind: 'unavailable';
  readonly reason: string;
  readonly retryAfterMs: number | null;
  /** The operator reported success, but not the status of this payment. */
  readonly isUnreadable?: true;
  /** The operator has no transaction with this serverCorrelationId. */
  readonly isAbsent?: true;
  /**
   * The operator refuses the lookup itself: the same one will be refused again until somebody changes a setting, here
   * or there.
   */
  readonly isRefused?: true;
}

/** The outcome of a status check. `operatorStatus` has the operator's spelling. */
export type StatusOutcome =
  | {
      readonly kind: 'state';
      readonly state: OperatorState;
      readonly operatorStatus: string;
      readonly objectReference: string | null;
    }
  | Unavailable;

/** Whether a transaction with this status is final and moved no money. */
export function isFailedState(state: OperatorState): boolean {
  return state === 'failed' || state === 'declined';
}

/** Whether the operator reports the transaction as failed. */
export function hasFailed(answer: StatusOutcome | null | undefined): boolean {
  return answer?.kind === 'state' && isFailedState(answer.state);
}

/** Whether the operator says that it has no such transaction: by an error, or by empty fields. */
export function isUnknownToOperator(answer: StatusOutcome | null | undefined): boolean {
  if (answer?.kind === 'unavailable') return answer.isAbsent === true;
  return answer?.state === 'unknown' && answer.operatorStatus === '';
}

/** The outcome of reading a transaction's details. */
export type DetailsOutcome =
  | { readonly kind: 'details'; readonly details: DetailsResponse }
  /** The operator has no such transaction. */
  | { readonly kind: 'absent'; readonly reason: string }
  | Unavailable;
