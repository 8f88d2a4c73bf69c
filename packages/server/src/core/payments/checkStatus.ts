import type { Msisdn } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { steadyFor } from '../../time/clock.ts';
import type { Recheck } from '../rules/decision.ts';
import { hasFailed } from '../rules/operatorAnswers.ts';
import type { StoredPayment } from '../rules/payment.ts';
import { questionsOf } from '../rules/questions.ts';
import { delayToNextCheck, POLLED_FOR_MS } from '../rules/statusCheckSchedule.ts';
import { openCallbacksOf } from '../storage/callbacks.ts';
import { type Evidence, type EvidenceOptions, gatherEvidence } from './gatherEvidence.ts';
import type { PaymentChanges } from './paymentChanges.ts';

/** What {@link checkStatus} takes. */
export interface CheckStatusOptions extends EvidenceOptions {
  /** The credit party that a payment's details must name. */
  readonly partnerMsisdn: Msisdn;
  readonly changes: PaymentChanges;
  /** Whether somebody waits for news of an order: the checks of its payments are then closer together. */
  hasSubscribers(order: OrderReference): boolean;
  /** 0 up to 1, to spread status checks. */
  random(): number;
}

/**
 * How long until the next status check, ms; `done`: none is needed; `stopped`: the schedule ended while the result is
 * still open.
 */
export type NextCheck = number | 'done' | 'stopped';

/**
 * Asks the operator about a payment whose lease this process holds: about its own serverCorrelationId, and about all
 * that callbacks name, whatever the payment's status. Has decided what follows from the answers about each. What is
 * read here only says what to ask; the decision reads it again under its lock.
 */
export async function checkStatus(options: CheckStatusOptions, payment: StoredPayment): Promise<NextCheck> {
  if (payment.status === 'created' || payment.status === 'sending') {
    const mayLackSending = options.storage.store.kind === 'postgres';
    const lapsed = await options.changes.apply(payment.id, { kind: 'lapsed', fence: payment.fence, mayLackSending });
    return nextCheck(options, payment, lapsed?.outcome);
  }
  const { own, named } = questionsOf(payment, await openCallbacksOf(options.storage.store.db, payment.id));
  const ofOwn = await gatherEvidence(options, payment, own);
  // A failure is decided last: what callbacks name may show that the payer has paid.
  const isFailed = hasFailed(ofOwn.status?.answer);
  const checks: NextCheck[] = [];
  if (!isFailed) checks.push(await decideOn(options, payment, ofOwn));
  for (const question of named) {
    checks.push(await decideOn(options, payment, await gatherEvidence(options, payment, question)));
  }
  if (isFailed) checks.push(await decideOn(options, payment, ofOwn));
  return soonest(checks);
}

async function decideOn(options: CheckStatusOptions, payment: StoredPayment, evidence: Evidence): Promise<NextCheck> {
  const { changes, partnerMsisdn, at } = options;
  const { id, fence } = payment;
  const applied = await changes.apply(id, { kind: 'evidence', fence, ...evidence, partnerMsisdn });
  if (applied?.written.some(({ change }) => change.to !== undefined)) at('result written');
  return nextCheck(options, payment, applied?.outcome);
}

function soonest(checks: readonly NextCheck[]): NextCheck {
  const delays = checks.filter((check) => typeof check === 'number');
  if (delays.length > 0) return Math.min(...delays);
  return checks.includes('stopped') ? 'stopped' : 'done';
}

/**
 * The schedule of a payment's status checks has ended. @returns `stopped` if its checks have; `done` if this process
 * lost the lease
 */
export async function stopChecks(options: CheckStatusOptions, payment: StoredPayment): Promise<NextCheck> {
  const stopped = await options.changes.apply(payment.id, { kind: 'checks_stopped', fence: payment.fence });
  return nextCheck(options, payment, stopped?.outcome);
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
  const pace = {
    ageMs,
    hasSubscribers: hasSubscribers(order_reference),
    retryAfterMs: recheck.retryAfterMs,
    random: random(),
  };
  return delayToNextCheck(pace) ?? 'stopped';
}
