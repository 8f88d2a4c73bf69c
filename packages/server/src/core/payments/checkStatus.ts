import type { Msisdn } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import { steadyFor } from '../../clock.ts';
import type { Operator } from '../operator/client.ts';
import type { Lookups } from '../operator/lookups.ts';
import { checkIntervalMs } from '../rules/callbackChecks.ts';
import { decide } from '../rules/decide.ts';
import { asLeased, type Recheck } from '../rules/decision.ts';
import { hasNews } from '../rules/decisions/evidence.ts';
import type { Checked, StatusEvidence, TransactionEvidence } from '../rules/decisions/evidenceContext.ts';
import { hasFailed, isUnknownToOperator } from '../rules/operatorAnswers.ts';
import type { StoredCallback, StoredPayment } from '../rules/payment.ts';
import { delayToNextCheck, POLLED_FOR_MS } from '../rules/statusCheckSchedule.ts';
import { verifyDetails } from '../rules/verifyDetails.ts';
import { momentOf } from '../storage/applyDecision.ts';
import { candidatesOf, namedTransactionsOf } from '../storage/callbacks.ts';
import { findBoundTo } from '../storage/reads.ts';
import type { Storage } from '../storage/storage.ts';
import type { PaymentChanges } from './paymentChanges.ts';
import type { AtStep } from './steps.ts';

/** How many callbacks of a payment one status check looks up. */
const NAMED_PER_CHECK = 5;

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

/** Reads the details that the status makes necessary: of the transaction that it names, else of those that callbacks named. */
async function gatherTransactions(
  options: CheckStatusOptions,
  payment: StoredPayment,
  { answer }: StatusEvidence,
): Promise<TransactionEvidence[]> {
  const isFailed = hasFailed(answer);
  // A payment that has failed already can only complete.
  if (answer?.kind !== 'state' || !(isFailed ? payment.status !== 'failed' : answer.state === 'completed')) return [];
  const { objectReference } = answer;
  const own = objectReference === null ? [] : [await ownDetails(options.operator, objectReference)];
  options.at('details read');
  if (isFailed ? own.some((one) => one.answer.kind === 'details') : own.length > 0) return own;
  const callbacks = await namedTransactionsOf(options.storage.store.db, payment, isFailed ? 1 : NAMED_PER_CHECK);
  return [...own, ...(await namedDetails(options, payment, callbacks))];
}

async function ownDetails(lookups: Pick<Lookups, 'details'>, reference: string): Promise<TransactionEvidence> {
  return { reference, isNamedByCallback: false, answer: await lookups.details(reference) };
}

/** Stops at the first transaction that matches. Anybody who knows a callback address can name transactions: their lookups have a budget. */
async function namedDetails(
  options: CheckStatusOptions,
  payment: StoredPayment,
  callbacks: readonly StoredCallback[],
): Promise<TransactionEvidence[]> {
  const found: TransactionEvidence[] = [];
  for (const { transaction_reference: reference } of callbacks) {
    const answer = await namedLookups(options, payment).details(reference);
    found.push({ reference, isNamedByCallback: true, answer });
    if (answer.kind === 'details' && verifyDetails(answer.details, payment, options.partnerMsisdn).kind === 'match') break;
  }
  return found;
}

function namedLookups({ operator }: CheckStatusOptions, { id }: StoredPayment): Lookups {
  return {
    status: (serverCorrelationId) => operator.named.run(id, (lookups) => lookups.status(serverCorrelationId)),
    details: (transactionId) => operator.named.run(id, (lookups) => lookups.details(transactionId)),
  };
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
  for (const callback of await candidatesOf(options.storage.store.db, payment.id, NAMED_PER_CHECK)) {
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

async function candidateTransactions(
  options: CheckStatusOptions,
  payment: StoredPayment,
  candidate: StoredCallback,
  answer: StatusEvidence['answer'],
): Promise<TransactionEvidence[]> {
  if (answer?.kind !== 'state' || answer.state === 'pending' || answer.state === 'unknown') return [];
  const isFailed = hasFailed(answer);
  if (isFailed && payment.status !== 'unresolved') return [];
  const { objectReference } = answer;
  const own = objectReference === null ? [] : [await ownDetails(namedLookups(options, payment), objectReference)];
  options.at('details read');
  if (own.length > 0 && (!isFailed || own.some((one) => one.answer.kind === 'details'))) return own;
  const callbacks = isFailed
    ? await namedTransactionsOf(options.storage.store.db, payment, 1)
    : [candidate].filter(({ transaction_reference }) => transaction_reference !== '');
  return [...own, ...(await namedDetails(options, payment, callbacks))];
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
  { id }: StoredPayment,
  recheck: Recheck | undefined,
): NextCheck {
  if (recheck === undefined || recheck.kind === 'done') return 'done';
  if (recheck.kind === 'stopped') return 'stopped';
  // After a step of the clock a payment may only seem old enough for the schedule to end.
  const ageMs = steadyFor(clock) >= POLLED_FOR_MS ? recheck.sinceMs : Math.min(recheck.sinceMs, POLLED_FOR_MS - 1);
  return delayToNextCheck({ ageMs, hasSubscribers: hasSubscribers(id), retryAfterMs: recheck.retryAfterMs, random: random() }) ?? 'stopped';
}
