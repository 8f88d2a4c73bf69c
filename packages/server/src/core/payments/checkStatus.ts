import type { Msisdn } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { steadyFor } from '../../time/clock.ts';
import type { Recheck } from '../rules/decision.ts';
import { decisionOrder, type Evidence } from '../rules/followingLookup.ts';
import { type NextCheck, nextCheckAfter, soonest } from '../rules/nextCheck.ts';
import type { StoredPayment } from '../rules/payment.ts';
import { questionsOf } from '../rules/questions.ts';
import { openCallbacksOf } from '../storage/callbacks.ts';
import { type EvidenceOptions, gatherEvidence } from './gatherEvidence.ts';
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
  const questions = questionsOf(payment, await openCallbacksOf(options.storage.store.db, payment.id));
  const ofOwn = await gatherEvidence(options, payment, questions.own);
  const checks: NextCheck[] = [];
  for (const question of decisionOrder(questions, ofOwn)) {
    const evidence = question === questions.own ? ofOwn : await gatherEvidence(options, payment, question);
    checks.push(await decideOn(options, payment, evidence));
  }
  return soonest(checks);
}

async function decideOn(options: CheckStatusOptions, payment: StoredPayment, evidence: Evidence): Promise<NextCheck> {
  const { changes, partnerMsisdn, at } = options;
  const { id, fence } = payment;
  const applied = await changes.apply(id, { kind: 'evidence', fence, ...evidence, partnerMsisdn });
  if (applied?.written.some(({ change }) => change.to !== undefined)) at('result written');
  return nextCheck(options, payment, applied?.outcome);
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
  const pace = { hasSubscribers: hasSubscribers(order_reference), random: random() };
  return nextCheckAfter(recheck, steadyFor(clock), pace);
}
