import type { Msisdn } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { steadyFor } from '../../time/clock.ts';
import { checkIntervalMs, isAboutOwn } from '../rules/callbackChecks.ts';
import { decide } from '../rules/decide.ts';
import { again, asLeased, DONE, type Recheck } from '../rules/decision.ts';
import { hasNews } from '../rules/decisions/evidence.ts';
import type { StatusEvidence } from '../rules/decisions/evidenceContext.ts';
import { hasFailed } from '../rules/operatorAnswers.ts';
import type { StoredCallback, StoredPayment } from '../rules/payment.ts';
import { delayToNextCheck, POLLED_FOR_MS } from '../rules/statusCheckSchedule.ts';
import { openCallbacksOf, questionsOf } from '../storage/callbacks.ts';
import { momentOf } from '../storage/storage.ts';
import { type Evidence, type EvidenceOptions, gatherNamed, gatherOwn } from './gatherEvidence.ts';
import type { PaymentChanges } from './paymentChanges.ts';

/** How many callbacks of a payment one status check asks about. */
const NAMED_PER_CHECK = 4;

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
 * Asks the operator about a payment whose lease this process holds: about its own serverCorrelationId, and about what
 * callbacks named, whatever the payment's status. Has decided what follows from the answers about each. What is read
 * here only says what to ask; the decision reads it again under its lock.
 */
export async function checkStatus(options: CheckStatusOptions, payment: StoredPayment): Promise<NextCheck> {
  if (payment.status === 'created' || payment.status === 'sending') {
    const lapsed = await options.changes.apply(payment.id, { kind: 'lapsed', fence: payment.fence });
    return nextCheck(options, payment, lapsed?.outcome);
  }
  const [status, callbacks] = await Promise.all([
    statusOfOwn(options, payment),
    openCallbacksOf(options.storage.store.db, payment.id),
  ]);
  const { asked: questions, left } = questionsOf(payment, callbacks, NAMED_PER_CHECK);
  const isOwn = (callback: StoredCallback) => isAboutOwn(payment, callback);
  const own = await gatherOwn(options, payment, status, questions.filter(isOwn));
  const decideOwn = () => decideOn(options, payment, own, callbacks.filter(isOwn));

  // A failure is decided last: what callbacks name may show that the payer has paid.
  const isFailed = hasFailed(status?.answer);
  const ownCheck = async () => {
    const next = nextCheck(options, payment, await decideOwn());
    return payment.status === 'pending' ? next : atIntervals(payment, next);
  };
  const checks = isFailed ? [] : [await ownCheck()];
  for (const id of new Set(
    questions.filter((callback) => !isOwn(callback)).map((callback) => callback.server_correlation_id),
  )) {
    const about = callbacks.filter((callback) => callback.server_correlation_id === id);
    const checked = await decideOn(
      options,
      payment,
      await gatherNamed(
        options,
        payment,
        id,
        questions.filter((one) => about.includes(one)),
      ),
      about,
    );
    const next = nextCheck(options, payment, checked);
    checks.push(next === 'stopped' ? 'done' : atIntervals(payment, next));
  }
  if (left[0] !== undefined)
    checks.push(
      atIntervals(payment, nextCheck(options, payment, again(options.storage.clock.now() - left[0].received_at))),
    );
  if (isFailed) checks.push(await ownCheck());
  return soonest(checks);
}

async function statusOfOwn(
  { operator, at }: CheckStatusOptions,
  payment: StoredPayment,
): Promise<StatusEvidence | null> {
  const { server_correlation_id: own } = payment;
  if (own === null) return null;
  const answer = await operator.status(own);
  at('status read');
  return { serverCorrelationId: own, isNamedByCallback: false, answer };
}

/** @param callbacks those about the same serverCorrelationId */
async function decideOn(
  { storage, changes, partnerMsisdn, at }: CheckStatusOptions,
  payment: StoredPayment,
  evidence: Evidence,
  callbacks: readonly StoredCallback[],
): Promise<Recheck> {
  const { id, fence } = payment;
  const input = { kind: 'evidence', fence, ...evidence, partnerMsisdn } as const;
  if (!hasNews(payment, input, callbacks))
    return decide(asLeased(payment, callbacks), input, momentOf(storage)).outcome;
  const applied = await changes.apply(id, input);
  if (applied?.written.some(({ change }) => change.to !== undefined)) at('result written');
  return applied?.outcome ?? DONE;
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
  return atIntervals(payment, nextCheck(options, payment, stopped?.outcome));
}

/** Each forged callback names something new, which would be due soon, and begins the schedule again. */
function atIntervals(payment: StoredPayment, next: NextCheck): NextCheck {
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
  const pace = {
    ageMs,
    hasSubscribers: hasSubscribers(order_reference),
    retryAfterMs: recheck.retryAfterMs,
    random: random(),
  };
  return delayToNextCheck(pace) ?? 'stopped';
}
