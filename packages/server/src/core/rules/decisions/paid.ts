import { readState } from '@tsena/shared/operator';
import { isAboutOwn } from '../callbackChecks.ts';
import { again, DONE, flag, type Recheck, STOPPED, type State } from '../decision.ts';
import { isFailedState, type StatusOutcome } from '../operatorAnswers.ts';
import type { StoredCallback } from '../payment.ts';
import { isSameReference } from '../sameReference.ts';
import { completionOf, ownTransaction, verifiedLater } from './completion.ts';
import {
  after,
  type Context,
  compare,
  end,
  haveDetailsFailed,
  isTaken,
  ownDetails,
  type Result,
  sinceAsked,
} from './evidenceContext.ts';
import { DIFFERENT_STATUS } from './failure.ts';
import { flagSecond } from './named.ts';

/**
 * In the change that sends a completed payment to review, so that the webhook's `reviewReasons` contain `unverified`.
 */
const NO_FURTHER_CHECKS = { next_check_at: null } as const;

/**
 * A completed payment is asked about again: to verify it; because another transaction than its own completed it, and
 * its own may complete too; or because a callback says that it failed.
 */
export function decidePaid(context: Context, answer: StatusOutcome | null): Result {
  const verified = context.state.payment.verified === 0 ? verifyLater(context) : end([], DONE);
  const own = answer === null ? end([], DONE) : decideOwnStatus(after(context, verified.changes), answer);
  return end([...verified.changes, ...own.changes], sooner(verified.outcome, own.outcome));
}

function sooner(one: Recheck, other: Recheck): Recheck {
  if (one.kind !== 'again') return other.kind === 'done' ? one : other;
  return other.kind === 'again' && other.sinceMs < one.sinceMs ? other : one;
}

function decideOwnStatus(context: Context, answer: StatusOutcome): Result {
  const { state } = context;
  const { payment } = state;
  const { by } = completionOf(state);
  if (answer.kind === 'unavailable' || answer.state === 'pending' || answer.state === 'unknown') {
    const isAwaited = by !== undefined || context.question.callbacks.some(saysFailed);
    return end(
      [],
      isAwaited ? again(sinceAsked(context), answer.kind === 'unavailable' ? answer.retryAfterMs : null) : DONE,
    );
  }
  // Its own failed, and another one paid.
  const isOwn = by === undefined || (by === 'callback' && isNamedWithOwn(state));
  if (answer.state !== 'completed') return end(isOwn ? flag(payment, [DIFFERENT_STATUS]) : [], DONE);
  const { objectReference } = answer;
  if (payment.transaction_id === null || isSameReference(objectReference, payment.transaction_id)) return end([], DONE);
  // Without a reference, it may be the transaction that a callback named with it, or that a person read in the
  // operator's message.
  const isSame = objectReference === null && (by !== 'callback' || isNamedWithOwn(state));
  return end(isSame ? [] : flagSecond(state, objectReference), DONE);
}

function isNamedWithOwn({ payment, callbacks }: State): boolean {
  return callbacks.some(
    (callback) =>
      isAboutOwn(payment, callback) && isSameReference(callback.transaction_reference, payment.transaction_id),
  );
}

function saysFailed({ status }: StoredCallback): boolean {
  return isFailedState(readState(status));
}

/** Verifies a payment that completed without its details. It completed by a status that named its transaction. */
function verifyLater(context: Context): Result {
  const { state, input, moment } = context;
  const { payment } = state;
  if (payment.transaction_id === null) return end([], STOPPED);
  const ageMs = moment.now - (payment.details_unavailable_since ?? payment.created_at);
  const compared = compare(payment, ownDetails(context), input.partnerMsisdn);
  if (compared.kind === 'mismatch') return end(flag(payment, compared.fields, NO_FURTHER_CHECKS), STOPPED);
  if (compared.kind !== 'match') {
    return end(
      haveDetailsFailed(context) ? flag(payment, [DIFFERENT_STATUS]) : [],
      again(ageMs, compared.retryAfterMs),
    );
  }
  const transaction = ownTransaction(payment.transaction_id, compared.details);
  if (isTaken(context, transaction)) return end(flag(payment, ['transactionReference'], NO_FURTHER_CHECKS), STOPPED);
  return end([verifiedLater(payment, transaction, compared.details, moment.now)], DONE);
}
