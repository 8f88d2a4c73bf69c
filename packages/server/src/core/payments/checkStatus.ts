import type { OrderReference } from '@tsena/shared/checkout';
import { steadyFor } from '../../clock.ts';
import { checkIntervalMs } from '../rules/callbackChecks.ts';
import { decide } from '../rules/decide.ts';
import { asLeased, type Recheck } from '../rules/decision.ts';
import { hasNews } from '../rules/decisions/evidence.ts';
import type { Checked, StatusEvidence, TransactionEvidence } from '../rules/decisions/evidenceContext.ts';
import { hasFailed, isUnknownToOperator } from '../rules/operatorAnswers.ts';
import type { StoredCallback, StoredPayment } from '../rules/payment.ts';
import { delayToNextCheck, POLLED_FOR_MS } from '../rules/statusCheckSchedule.ts';
import { momentOf } from '../storage/applyDecision.ts';
import { candidatesOf } from '../storage/callbacks.ts';
import { findBoundTo } from '../storage/reads.ts';
import {
  candidateTransactions,
  type EvidenceOptions,
  gatherTransactions,
  NAMED_PER_CHECK,
  namedLookups,
  ownDetails,
} from './gatherEvidence.ts';
import type { PaymentChanges } from './paymentChanges.ts';

/** What {@link checkStatus} takes. */
export interface CheckStatusOptions extends EvidenceOptions {
  readonly changes: PaymentChanges;
  /** Whether somebody waits for news of an order: the checks of its payments are then closer together. */
  hasSubscribers(order: OrderReference): boolean;
  /** 0 up to 1, to spread status checks. */
  random(): number;
}

/** How long until the next status check, ms; `done`: none is needed; `stopped`: the schedule ended while the result is still open. */
export type NextCheck = number | 'done' | 'stopped';

/**
 * Asks the operator about a payment whose lease this process holds, and has decided what follows from the answers. What is read here only
 * says what to ask; the decision reads it again under its lock.
 */
export async function checkStatus(options: CheckStatusOptions, payment: StoredPayment): Promise<NextCheck> {
  const { operator } = options;
  const { server_correlation_id: own, transaction_id: reference, fence } = payment;
  if (payment.status === 'created' || payment.status === 'sending') {
    const lapsed = await options.changes.apply(payment.id, { kind: 'lapsed', fence });
    return nextCheck(options, payment, lapsed?.outcome);
  }
  if (payment.status === 'completed') {
    if (payment.verified !== 0) return 'done';
    if (reference === null) return 'stopped';
    return nextCheck(options, payment, (await decideOn(options, payment, null, [await ownDetails(operator, reference)])).recheck);
  }
  if (own === null) return payment.status === 'pending' ? 'stopped' : checkCandidates(options, payment);
  const status: StatusEvidence = { serverCorrelationId: own, isNamedByCallback: false, answer: await operator.status(own) };
  options.at('status read');
  const transactions = await gatherTransactions(options, payment, status);
  return nextCheck(options, payment, (await decideOn(options, payment, status, transactions)).recheck);
}

/** @param callbacks those that led to the status */
async function decideOn(
  { storage, changes, partnerMsisdn, at }: CheckStatusOptions,
  payment: StoredPayment,
  status: StatusEvidence | null,
  transactions: readonly TransactionEvidence[],
  callbacks: readonly StoredCallback[] = [],
): Promise<Checked> {
  const { id, fence } = payment;
  const input = { kind: 'evidence', fence, status, transactions, partnerMsisdn } as const;
  if (!hasNews(input)) return decide(asLeased(payment, callbacks), input, momentOf(storage)).outcome;
  const applied = await changes.apply(id, input);
  if (applied?.written.some(({ change }) => change.to !== undefined)) at('result written');
  return applied?.outcome ?? { isFinal: true, recheck: { kind: 'done' } };
}

/** What a callback named, and what the operator says about it. */
interface SeenCandidate {
  readonly callback: StoredCallback;
  readonly status: StatusEvidence;
  readonly transactions: readonly TransactionEvidence[];
}

/** Callbacks named transactions for a payment whose own is not known. */
async function checkCandidates(options: CheckStatusOptions, payment: StoredPayment): Promise<NextCheck> {
  let next: number | undefined;
  const seen: SeenCandidate[] = [];
  for (const callback of await candidatesOf(options.storage.store.db, payment, NAMED_PER_CHECK)) {
    const candidate = await askAbout(options, payment, callback);
    const checked = await decideOnCandidate(options, payment, candidate, seen);
    const delay = nextCheck(options, payment, checked.recheck);
    if (checked.isFinal) return delay;
    if (typeof delay === 'number') next = Math.min(next ?? delay, delay);
    seen.push(candidate);
  }
  // An earlier one was decided before the later ones were known.
  const failed = seen.find(({ status }) => hasFailed(status.answer));
  if (failed !== undefined && seen.length > 1) {
    const checked = await decideOnCandidate(options, payment, failed, seen);
    if (checked.isFinal) return nextCheck(options, payment, checked.recheck);
  }
  // Each forged callback adds a new candidate, which would be due soon.
  return next === undefined ? 'done' : Math.max(next, checkIntervalMs(payment));
}

async function askAbout(options: CheckStatusOptions, payment: StoredPayment, callback: StoredCallback): Promise<SeenCandidate> {
  const { server_correlation_id: serverCorrelationId } = callback;
  const isOthers = (await findBoundTo(options.storage.store.db, payment.id, serverCorrelationId)) !== undefined;
  const answer = isOthers ? null : await namedLookups(options, payment).status(serverCorrelationId);
  options.at('status read');
  const transactions = await candidateTransactions(options, payment, callback, answer);
  return { callback, status: { serverCorrelationId, isNamedByCallback: true, answer }, transactions };
}

/** @param seen the other candidates, as far as they were asked about */
function decideOnCandidate(
  options: CheckStatusOptions,
  payment: StoredPayment,
  candidate: SeenCandidate,
  seen: readonly SeenCandidate[],
): Promise<Checked> {
  const others = seen.filter((one) => one !== candidate).map(({ status }) => status);
  const also = {
    alsoFailed: others.filter(({ answer }) => hasFailed(answer)).map((one) => one.serverCorrelationId),
    alsoAbsent: others.filter(({ answer }) => isUnknownToOperator(answer)).map((one) => one.serverCorrelationId),
  };
  return decideOn(options, payment, { ...candidate.status, ...also }, candidate.transactions, [candidate.callback]);
}

/** The schedule of a payment's status checks has ended. @returns `stopped` if its checks have; `done` if this process lost the lease */
export async function stopChecks(options: CheckStatusOptions, payment: StoredPayment): Promise<NextCheck> {
  const stopped = await options.changes.apply(payment.id, { kind: 'checks_stopped', fence: payment.fence });
  const next = nextCheck(options, payment, stopped?.outcome);
  // Forged callbacks begin the schedule again too.
  return typeof next === 'number' ? Math.max(next, checkIntervalMs(payment)) : next;
}

function nextCheck(
  { storage: { clock }, hasSubscribers, random }: CheckStatusOptions,
  { order_reference }: StoredPayment,
  recheck: Recheck | undefined,
): NextCheck {
  if (recheck === undefined || recheck.kind === 'done') return 'done';
  if (recheck.kind === 'stopped') return 'stopped';
  // After a step of the clock a payment may only seem old enough for the schedule to end.
  const ageMs = steadyFor(clock) >= POLLED_FOR_MS ? recheck.sinceMs : Math.min(recheck.sinceMs, POLLED_FOR_MS - 1);
  const pace = { ageMs, hasSubscribers: hasSubscribers(order_reference), retryAfterMs: recheck.retryAfterMs, random: random() };
  return delayToNextCheck(pace) ?? 'stopped';
}
