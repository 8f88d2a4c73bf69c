import type { DetailsResponse } from '@tsena/shared/operator';
import { isReferenceMissing, UNREAD_DETAILS } from '../attemptPolicy.ts';
import { type Columns, DONE, flag, type PaymentChange, type Recheck } from '../decision.ts';
import { failureReasonOf } from '../failureReason.ts';
import type { HistoryEvent } from '../historyEvent.ts';
import type { StoredPayment } from '../payment.ts';
import { stateOf, verifyDetails } from '../verifyDetails.ts';
import { type Context, end, haveDetailsFailed, ownDetails, type Result } from './evidenceContext.ts';
import { reporterOf } from './reported.ts';

/**
 * The difference of a payment that is failed according to its status, its details or an earlier status, and paid
 * according to another.
 */
export const DIFFERENT_STATUS = 'transactionStatus';

type FailedState = 'failed' | 'declined';

/**
 * The operator reports a failure. If the transaction's details say completed, or its status did before, the operator
 * contradicts itself: the money may have moved, so the payment stays open, and a person must look at it. Once it did,
 * only details that say failed fail it.
 */
export function decideFailed(context: Context, operatorState: FailedState, keep: Recheck): Result {
  const { state, moment } = context;
  const { payment } = state;
  const { differences } = payment;
  // What only a callback said, the operator has now denied.
  const wasCompleted = reporterOf(state)?.isWord === false && (differences === null || differences === UNREAD_DETAILS);
  const isUndecided = (wasCompleted || differences === DIFFERENT_STATUS) && !haveDetailsFailed(context);
  if (isUndecided || isContradicted(context)) return end(flag(payment, [DIFFERENT_STATUS]), keep);
  const details = readDetails(context);
  return end(fail(payment, operatorState, details === undefined ? null : failureReasonOf(details), moment.now), DONE);
}

/** Whether the details of the transaction say that it is completed. */
export function isContradicted(context: Context): boolean {
  const details = readDetails(context);
  return details !== undefined && stateOf(details) === 'completed';
}

function readDetails(context: Context): DetailsResponse | undefined {
  const own = ownDetails(context);
  const found = own?.kind === 'details' ? [own.details] : detailsByCallbacks(context);
  return found.find((details) => stateOf(details) === 'completed') ?? found[0];
}

/** The details of transactions that callbacks named, but for those that are another payment's. */
function detailsByCallbacks({ state, input }: Context): DetailsResponse[] {
  return input.transactions.flatMap(({ reference, isNamedByCallback, answer }) => {
    if (!isNamedByCallback || answer.kind !== 'details' || state.takenBy.has(reference)) return [];
    return verifyDetails(answer.details, state.payment, input.partnerMsisdn).kind === 'mismatch'
      ? []
      : [answer.details];
  });
}

function fail(payment: StoredPayment, state: FailedState, reason: string | null, now: number): PaymentChange[] {
  const code = state === 'declined' ? 'payment_declined' : 'payment_failed';
  const differences = isStatusDifferent(payment) ? null : payment.differences;
  const set = { failure_code: code, failure_reason: reason, final_at: now, differences } as const;
  return changeToFailed(payment, set, { kind: 'failed', data: { code, reason } });
}

/** Whether only the operator's statuses differ, so that its own status decides. */
export function isStatusDifferent(payment: Pick<StoredPayment, 'differences'>): boolean {
  const { differences } = payment;
  return isReferenceMissing(payment) || differences === UNREAD_DETAILS || differences === DIFFERENT_STATUS;
}

/**
 * The operator reports a payment as completed, or as accepted, that it has refused or reported as failed, and nothing
 * can be compared: money may have moved, so the order waits for a person until the details decide.
 */
export function flagTakenBack(payment: StoredPayment, set: Columns = {}): PaymentChange[] {
  return payment.status === 'failed' && payment.differences === null ? flag(payment, [DIFFERENT_STATUS], set) : [];
}

/**
 * A change to `failed`. If the merchant recorded the money as received, the shop must not cancel the order before a
 * person has looked.
 */
export function changeToFailed(
  payment: StoredPayment,
  set: Columns,
  event: Extract<HistoryEvent, { readonly kind: 'failed' | 'refused' | 'not_sent' }>,
): PaymentChange[] {
  if (payment.resolution !== 'received') return [{ to: 'failed', set, event, webhook: 'payment.failed' }];
  const { code, reason } = event.data;
  const failed: PaymentChange = {
    to: 'failed',
    set,
    event: { kind: 'failed_though_received', data: { code, reason } },
  };
  return [failed, ...flag({ ...payment, ...set }, [DIFFERENT_STATUS])];
}
