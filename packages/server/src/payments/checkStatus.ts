import { type Msisdn, sumFees } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import { type DetailsResponse, readState } from '@tsena/shared/operator';
import { surely } from '../clock.ts';
import type { Operator } from '../operator/client.ts';
import type { Lookups } from '../operator/lookups.ts';
import type { DetailsOutcome, StatusOutcome } from '../operator/outcome.ts';
import { isReferenceMissing, MISSING_REFERENCE } from '../rules/attemptPolicy.ts';
import { checkIntervalMs } from '../rules/callbackChecks.ts';
import { delayToNextCheck, POLLED_FOR_MS } from '../rules/statusCheckSchedule.ts';
import { type Candidate, candidatesOf, namedTransactionsOf, rejectCandidate } from '../storage/callbacks.ts';
import type { Change } from '../storage/changes.ts';
import { historyOf, isBoundToAnother } from '../storage/reads.ts';
import { assumeSent } from '../storage/restoredDatabase.ts';
import { isTransactionTaken } from '../storage/sameTransaction.ts';
import type { StoredPayment } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { failureReasonOf } from './failureReason.ts';
import { completeByNamedTransaction, tryTransaction } from './namedTransactions.ts';
import type { PaymentChanges } from './paymentChanges.ts';
import type { AtStep } from './steps.ts';
import { createdAtOf, verifyDetails } from './verifyDetails.ts';

/** How long the details may stay unreadable before the operator's status alone completes a payment, ms. */
const DETAILS_WAIT_MS = 10 * 60_000;
/** How long the operator may not know a serverCorrelationId from a callback before it is rejected, ms. */
const CANDIDATE_WAIT_MS = 10 * 60_000;
const CANDIDATES_PER_CHECK = 5;
const MAX_STATUS_LENGTH = 40;
/** In the transaction that sends a completed payment to review, so that the webhook's `reviewReasons` contain `unverified`. */
const NO_FURTHER_CHECKS = { next_check_at: null } as const;

/** The difference of a payment whose status is failed, while its transaction details say completed. */
const DIFFERENT_STATUS = 'transactionStatus';

/** What {@link checkStatus} takes. */
export interface CheckStatusOptions {
  readonly storage: Storage;
  readonly operator: Pick<Operator, 'status' | 'details' | 'named'>;
  readonly changes: PaymentChanges;
  /** The credit party that a payment's details must name. */
  readonly partnerMsisdn: Msisdn;
  /** Whether somebody waits for news of a payment: its checks are then closer together. */
  hasSubscribers(id: PaymentId): boolean;
  /** 0 up to 1, to spread status checks. */
  random(): number;
  readonly at: AtStep;
}

/** How long until the next status check, ms; `done`: none is needed; `stopped`: the schedule ended while the result is still open. */
export type NextCheck = number | 'done' | 'stopped';

/** The result of comparing a completed transaction's details with the payment. */
type Verification =
  | { readonly kind: 'match'; readonly transactionId: string; readonly createdAt: number | null; readonly fees: string | null }
  | { readonly kind: 'mismatch'; readonly fields: readonly string[] }
  | { readonly kind: 'unreadable'; readonly reason: string; readonly retryAfterMs: number | null };

/**
 * Asks the operator for the status of a payment whose lease this process holds, and writes what follows from the answer.
 * Without an answer nothing changes.
 */
export async function checkStatus(options: CheckStatusOptions, payment: StoredPayment): Promise<NextCheck> {
  switch (payment.status) {
    case 'created':
      return failUnsent(options, payment);
    case 'sending':
      return leaveUnresolved(options, payment);
    case 'pending':
      return checkPending(options, payment);
    case 'completed':
      return payment.verified === 0 ? verifyLater(options, payment) : 'done';
    case 'failed':
    case 'unresolved':
      return payment.server_correlation_id === null
        ? checkCandidates(options, payment)
        : checkFailedAgain(options, payment, payment.server_correlation_id);
  }
}

/**
 * Its process stopped before `sending` was written, so nothing was sent, and with the new fence nothing will be. Where the database was
 * restored since, or another server took over without its last commits, the request may have been sent.
 */
async function failUnsent(options: CheckStatusOptions, payment: StoredPayment): Promise<NextCheck> {
  const failed = await change(options, payment, {
    to: 'failed',
    from: ['created'],
    openedHere: true,
    set: { failure_code: 'not_sent', final_at: options.storage.clock.now() },
    event: { kind: 'not_sent', data: { code: 'not_sent', reason: 'the companion stopped before it sent anything' } },
    webhook: 'payment.failed',
  });
  if (failed !== null) return 'done';
  const sending = await change(options, payment, assumeSent(payment));
  return sending === null ? 'done' : leaveUnresolved(options, sending);
}

/** Its process stopped after `sending` was written: the request may have reached the operator. */
async function leaveUnresolved(options: CheckStatusOptions, payment: StoredPayment): Promise<NextCheck> {
  await change(options, payment, {
    to: 'unresolved',
    event: { kind: 'outcome_unknown', data: { reason: 'the companion stopped before it had an answer' } },
    webhook: 'payment.unresolved',
  });
  const candidates = await candidatesOf(options.storage.store.db, payment.id, 1);
  return candidates.length > 0 ? 0 : 'done';
}

async function checkPending(options: CheckStatusOptions, payment: StoredPayment): Promise<NextCheck> {
  if (payment.server_correlation_id === null) return 'stopped';
  const answer = await options.operator.status(payment.server_correlation_id);
  options.at('status read');
  const ageMs = options.storage.clock.now() - (payment.sent_at ?? payment.created_at);
  if (answer.kind === 'unavailable') return nextCheck(options, payment, ageMs, answer.retryAfterMs);
  switch (answer.state) {
    case 'pending':
      return nextCheck(options, payment, ageMs);
    case 'unknown':
      await recordUnknownStatus(options, payment, answer.operatorStatus);
      return nextCheck(options, payment, ageMs);
    case 'failed':
    case 'declined':
      return failWithReason(options, payment, answer.state, await detailsNamedBy(options.operator, answer));
    case 'completed':
      return answer.objectReference === null
        ? completeWithoutReference(options, payment)
        : completeVerified(options, payment, answer, answer.objectReference);
  }
}

type StateAnswer = Extract<StatusOutcome, { kind: 'state' }>;

/**
 * The status is completed, but names no transaction, so no details can be compared. The status alone completes nothing: the payment needs
 * review at once, blocks its order and is checked again, until the operator, a callback, the payer or the merchant names the transaction.
 */
async function completeWithoutReference(options: CheckStatusOptions, payment: StoredPayment): Promise<NextCheck> {
  const named = await completeByNamedTransaction(options, payment, namedLookups(options, payment));
  options.at('details read');
  if (named.isCompleted) {
    options.at('result written');
    return 'done';
  }
  if (payment.differences === null) await flagDifferences(options, payment, [MISSING_REFERENCE]);
  return nextCheck(options, payment, options.storage.clock.now() - payment.created_at, named.retryAfterMs);
}

async function completeVerified(
  options: CheckStatusOptions,
  payment: StoredPayment,
  answer: StateAnswer,
  objectReference: string,
): Promise<NextCheck> {
  const verification = await verify(options, payment, objectReference);
  options.at('details read');
  switch (verification.kind) {
    case 'match': {
      const isTaken = await unlessTaken(options, payment, () => complete(options, payment, verification, {}));
      return isTaken ? nextCheck(options, payment, options.storage.clock.now() - payment.created_at) : 'done';
    }
    case 'mismatch':
      await flagDifferences(options, payment, verification.fields);
      return nextCheck(options, payment, options.storage.clock.now() - payment.created_at);
    case 'unreadable':
      return waitForDetails(options, payment, answer, verification);
  }
}

/** Reads a transaction's details and compares them with the payment. */
async function verify(
  { operator, partnerMsisdn }: CheckStatusOptions,
  payment: StoredPayment,
  transactionId: string,
  lookups: Pick<Lookups, 'details'> = operator,
): Promise<Verification> {
  const answer = await lookups.details(transactionId);
  if (answer.kind === 'absent') return { kind: 'unreadable', reason: answer.reason, retryAfterMs: null };
  if (answer.kind === 'unavailable') return { kind: 'unreadable', reason: answer.reason, retryAfterMs: answer.retryAfterMs };
  const match = verifyDetails(answer.details, payment, partnerMsisdn);
  if (match.kind === 'inconclusive') return { kind: 'unreadable', reason: match.reason, retryAfterMs: null };
  if (match.kind === 'mismatch') return match;
  return { kind: 'match', transactionId, createdAt: createdAtOf(answer.details), fees: sumFees(answer.details.fees) };
}

/**
 * A transaction that a serverCorrelationId led to is the payment's own. A reference that a payer submitted for another payment may have
 * taken it before: then this payment needs review, for one transaction pays one order.
 */
function payingTransaction({ createdAt }: Extract<Verification, { kind: 'match' }>) {
  return { createdAt, isProven: true };
}

/** Writes `completed` after the details matched. Throws where the transaction has paid another payment. */
async function complete(
  options: CheckStatusOptions,
  payment: StoredPayment,
  match: Extract<Verification, { kind: 'match' }>,
  set: Change['set'],
): Promise<void> {
  await change(options, payment, {
    to: 'completed',
    set: {
      ...set,
      transaction_id: match.transactionId,
      fees: match.fees,
      verified: 1,
      differences: null,
      failure_code: null,
      details_unavailable_since: null,
      final_at: options.storage.clock.now(),
    },
    transaction: payingTransaction(match),
    event: { kind: 'completed', data: { transactionId: match.transactionId, verified: true } },
    webhook: 'payment.completed',
  });
  options.at('result written');
}

/** Runs a change that takes a transaction for this payment. True where another payment has it already: then this one needs review. */
async function unlessTaken(
  options: CheckStatusOptions,
  payment: StoredPayment,
  take: () => Promise<unknown>,
  set: Change['set'] = {},
): Promise<boolean> {
  try {
    await take();
    return false;
  } catch (error) {
    if (!isTransactionTaken(error)) throw error;
    await flagDifferences(options, payment, ['transactionReference'], set);
    return true;
  }
}

type FailedState = 'failed' | 'declined';

async function detailsNamedBy(lookups: Pick<Lookups, 'details'>, { objectReference }: StateAnswer): Promise<DetailsOutcome | undefined> {
  return objectReference === null ? undefined : await lookups.details(objectReference);
}

/**
 * Writes `failed`, with the operator's reason where its details of the failed transaction give one.
 *
 * @param answer the details; undefined if the status names no transaction
 */
async function failWithReason(
  options: CheckStatusOptions,
  payment: StoredPayment,
  state: FailedState,
  answer: DetailsOutcome | undefined,
): Promise<NextCheck> {
  options.at('details read');
  if (answer?.kind === 'details' && readState(answer.details.transactionStatus) === 'completed') {
    // The operator contradicts itself: the money may have moved, so the payment stays open, and a person must look at it.
    await flagDifferences(options, payment, [DIFFERENT_STATUS]);
    return nextCheck(options, payment, options.storage.clock.now() - payment.created_at);
  }
  // Once it contradicted itself, only details that can be read settle it.
  if (payment.differences === DIFFERENT_STATUS && answer?.kind !== 'details') {
    return nextCheck(options, payment, options.storage.clock.now() - payment.created_at);
  }
  const named = answer?.kind === 'details' ? undefined : await detailsByCallback(options, payment);
  if (named !== undefined && readState(named.transactionStatus) === 'completed') {
    await flagDifferences(options, payment, [DIFFERENT_STATUS]);
    return nextCheck(options, payment, options.storage.clock.now() - payment.created_at);
  }
  const details = answer?.kind === 'details' ? answer.details : named;
  await fail(options, payment, state, details === undefined ? null : failureReasonOf(details));
  return 'done';
}

/** The details of a transaction that a callback named, unless they are another payment's. They change no status. */
async function detailsByCallback(options: CheckStatusOptions, payment: StoredPayment): Promise<DetailsResponse | undefined> {
  const [named] = await namedTransactionsOf(options.storage.store.db, payment, 1);
  if (named === undefined) return undefined;
  const answer = await namedLookups(options, payment).details(named.transaction_reference);
  if (answer.kind !== 'details') return undefined;
  return verifyDetails(answer.details, payment, options.partnerMsisdn).kind === 'mismatch' ? undefined : answer.details;
}

async function fail(options: CheckStatusOptions, payment: StoredPayment, state: FailedState, reason: string | null): Promise<void> {
  const code = state === 'declined' ? 'payment_declined' : 'payment_failed';
  await change(options, payment, {
    to: 'failed',
    set: {
      failure_code: code,
      failure_reason: reason,
      final_at: options.storage.clock.now(),
      // The operator's status was the difference, and now it is failed.
      ...(isReferenceMissing(payment) || payment.differences === DIFFERENT_STATUS ? { differences: null } : {}),
    },
    event: { kind: 'failed', data: { code, reason } },
    webhook: 'payment.failed',
  });
  options.at('result written');
}

async function flagDifferences(
  options: CheckStatusOptions,
  payment: StoredPayment,
  fields: readonly string[],
  set: Change['set'] = {},
): Promise<void> {
  const differences = fields.join(',');
  if (payment.differences === differences) return;
  await change(options, payment, {
    set: { ...set, differences },
    // The merchant recorded it before the operator reported this: the order waits for a person again.
    clearsNotReceived: true,
    event: { kind: 'details_mismatch', data: { fields: differences } },
    webhook: 'payment.review_required',
  });
}

/**
 * The status is completed, but the details cannot be read. After ten minutes the status alone completes the payment, if its
 * serverCorrelationId came from our own initiation.
 */
async function waitForDetails(
  options: CheckStatusOptions,
  payment: StoredPayment,
  answer: StateAnswer,
  { reason, retryAfterMs }: Extract<Verification, { kind: 'unreadable' }>,
): Promise<NextCheck> {
  const { clock } = options.storage;
  const now = clock.now();
  const since = payment.details_unavailable_since ?? now;
  if (payment.details_unavailable_since === null) {
    await change(options, payment, {
      set: { details_unavailable_since: now },
      event: { kind: 'details_unavailable', data: { reason } },
    });
  } else if (
    now - since >= surely(clock, DETAILS_WAIT_MS) &&
    payment.correlation_source === 'initiation' &&
    !hasOtherDifferences(payment)
  ) {
    await unlessTaken(options, payment, () =>
      change(options, payment, {
        to: 'completed',
        set: { transaction_id: answer.objectReference, verified: 0, differences: null, failure_code: null, final_at: now },
        event: { kind: 'completed', data: { transactionId: answer.objectReference, verified: false } },
        webhook: 'payment.completed',
      }),
    );
  }
  return nextCheck(options, payment, now - since, retryAfterMs);
}

/** Whether the details differ. That they could not be found without a reference does not count once the operator names one. */
function hasOtherDifferences(payment: StoredPayment): boolean {
  return payment.differences !== null && !isReferenceMissing(payment);
}

/** Verifies a payment that completed without its details. It completed by a status that named its transaction. */
async function verifyLater(options: CheckStatusOptions, payment: StoredPayment): Promise<NextCheck> {
  if (payment.transaction_id === null) return 'stopped';
  const ageMs = options.storage.clock.now() - (payment.details_unavailable_since ?? payment.created_at);
  const verification = await verify(options, payment, payment.transaction_id);
  if (verification.kind === 'unreadable') return nextCheck(options, payment, ageMs, verification.retryAfterMs);
  if (verification.kind === 'mismatch') {
    await flagDifferences(options, payment, verification.fields, NO_FURTHER_CHECKS);
    return 'done';
  }
  const writeVerified = () =>
    change(options, payment, {
      set: { fees: verification.fees, verified: 1, details_unavailable_since: null },
      transaction: payingTransaction(verification),
      event: { kind: 'verified', data: { transactionId: verification.transactionId } },
    });
  await unlessTaken(options, payment, writeVerified, NO_FURTHER_CHECKS);
  return 'done';
}

/**
 * Callbacks named transactions for a payment whose own is not known. A completed one counts only if its details match. A pending one
 * changes nothing: its status does not show that it is this payment's.
 */
async function checkCandidates(options: CheckStatusOptions, payment: StoredPayment): Promise<NextCheck> {
  const candidates = await candidatesOf(options.storage.store.db, payment.id, CANDIDATES_PER_CHECK);
  const lookups = namedLookups(options, payment);
  let next: number | undefined;
  for (const candidate of candidates) {
    const checked = await checkCandidate(options, payment, candidate, lookups);
    if (checked.isFinal) return checked.next;
    if (typeof checked.next === 'number') next = Math.min(next ?? checked.next, checked.next);
  }
  // Each forged callback adds a new candidate, which would be due soon.
  return next === undefined ? 'done' : Math.max(next, checkIntervalMs(payment));
}

/** Anybody who knows a callback address can name transactions: their lookups have a budget apart from the payments' status checks. */
function namedLookups({ operator }: CheckStatusOptions, { id }: StoredPayment): Lookups {
  return {
    status: (serverCorrelationId) => operator.named.run(id, (lookups) => lookups.status(serverCorrelationId)),
    details: (transactionId) => operator.named.run(id, (lookups) => lookups.details(transactionId)),
  };
}

function differenceIn(fields: readonly string[]): string {
  return `the details differ in ${fields.join(', ')}`;
}

interface CandidateCheck {
  /** Whether the payment has its result, so that no other candidate is checked. */
  readonly isFinal: boolean;
  readonly next: NextCheck;
}

async function checkCandidate(
  options: CheckStatusOptions,
  payment: StoredPayment,
  candidate: Candidate,
  lookups: Lookups,
): Promise<CandidateCheck> {
  const { storage } = options;
  const id = candidate.server_correlation_id;
  const ageMs = storage.clock.now() - candidate.received_at;
  const again = (retryAfterMs: number | null = null): CandidateCheck => ({
    isFinal: false,
    next: nextCheck(options, payment, ageMs, retryAfterMs),
  });
  const reject = async (why: string): Promise<CandidateCheck> => {
    await rejectCandidate(storage, payment, { server_correlation_id: id }, why);
    return { isFinal: false, next: 'done' };
  };

  if (await isBoundToAnother(storage.store.db, payment.id, id)) return reject('it is another payment’s');
  const answer = await lookups.status(id);
  options.at('status read');
  if (answer.kind === 'unavailable') return again(answer.retryAfterMs);
  switch (answer.state) {
    case 'unknown':
      return ageMs > surely(storage.clock, CANDIDATE_WAIT_MS) ? reject('the operator does not know it') : again();
    case 'pending':
      return again();
    case 'failed':
    case 'declined': {
      if (payment.status !== 'unresolved') return { isFinal: true, next: 'done' };
      const details = await detailsNamedBy(lookups, answer);
      const match = details?.kind === 'details' ? verifyDetails(details.details, payment, options.partnerMsisdn) : undefined;
      if (match?.kind === 'mismatch') return reject(differenceIn(match.fields));
      return { isFinal: true, next: await failWithReason(options, payment, answer.state, details) };
    }
    case 'completed': {
      if (answer.objectReference === null) {
        if (candidate.transaction_reference !== '') {
          const named = await tryTransaction(options, payment, candidate, lookups);
          return named.isCompleted ? { isFinal: true, next: 'done' } : again(named.retryAfterMs);
        }
        // Reported as paid, with nothing to compare: no other attempt may begin meanwhile.
        if (payment.status === 'unresolved') await flagDifferences(options, payment, [MISSING_REFERENCE]);
        return again();
      }
      const verification = await verify(options, payment, answer.objectReference, lookups);
      options.at('details read');
      if (verification.kind === 'unreadable') return again(verification.retryAfterMs);
      if (verification.kind === 'mismatch') return reject(differenceIn(verification.fields));
      try {
        await complete(options, payment, verification, { server_correlation_id: id, correlation_source: 'callback' });
        return { isFinal: true, next: 'done' };
      } catch (error) {
        if (!isTransactionTaken(error)) throw error;
        return reject('its transaction is another payment’s');
      }
    }
  }
}

/** The operator's status was failed, and a callback says completed. If the details now match, the payment completes. */
async function checkFailedAgain(options: CheckStatusOptions, payment: StoredPayment, serverCorrelationId: string): Promise<NextCheck> {
  const { clock } = options.storage;
  const answer = await options.operator.status(serverCorrelationId);
  if (answer.kind === 'unavailable') return nextCheck(options, payment, clock.now() - payment.updated_at, answer.retryAfterMs);
  if (answer.state !== 'completed') return 'done';
  if (answer.objectReference === null) {
    const named = await completeByNamedTransaction(options, payment, namedLookups(options, payment));
    return named.isCompleted ? 'done' : nextCheck(options, payment, clock.now() - payment.updated_at, named.retryAfterMs);
  }
  const verification = await verify(options, payment, answer.objectReference);
  switch (verification.kind) {
    case 'match':
      await unlessTaken(options, payment, () => complete(options, payment, verification, {}));
      return 'done';
    case 'mismatch':
      // Money may have moved after the operator reported a failure: the order waits for a person.
      await flagDifferences(options, payment, verification.fields);
      return 'done';
    case 'unreadable':
      return nextCheck(options, payment, clock.now() - payment.updated_at, verification.retryAfterMs);
  }
}

async function recordUnknownStatus(options: CheckStatusOptions, payment: StoredPayment, operatorStatus: string): Promise<void> {
  const kind = 'unknown_status';
  const data = { status: operatorStatus.slice(0, MAX_STATUS_LENGTH) };
  const history = await historyOf(options.storage.store.db, payment.id);
  if (history.some((event) => event.kind === kind && event.data === JSON.stringify(data))) return;
  await change(options, payment, { event: { kind, data } });
}

/** Writes as the holder of the lease; a process that lost it writes nothing. */
function change({ changes }: CheckStatusOptions, payment: StoredPayment, wanted: Change): Promise<StoredPayment | null> {
  return changes.apply(payment.id, { ...wanted, fence: payment.fence });
}

function nextCheck(
  { storage, hasSubscribers, random }: CheckStatusOptions,
  { id }: StoredPayment,
  sinceMs: number,
  retryAfterMs: number | null = null,
): NextCheck {
  // After a step of the clock a payment may only seem old enough for the schedule to end.
  const ageMs = surely(storage.clock, POLLED_FOR_MS) === POLLED_FOR_MS ? sinceMs : Math.min(sinceMs, POLLED_FOR_MS - 1);
  return delayToNextCheck({ ageMs, hasSubscribers: hasSubscribers(id), retryAfterMs, random: random() }) ?? 'stopped';
}
