import { decisionOrder, followingLookup } from '../../../src/core/rules/followingLookup.ts';
import { type NextCheck, nextCheckAfter, soonest } from '../../../src/core/rules/nextCheck.ts';
import type { StatusOutcome } from '../../../src/core/rules/operatorAnswers.ts';
import { type Question, questionsOf } from '../../../src/core/rules/questions.ts';
import { NOW } from '../ages.ts';
import { normalRows } from '../normalRows.ts';
import { detailsOf, LOST, ODD_STATUSES, outcomeOf, PARTNER_MSISDN, statusOf } from '../operator.ts';
import { findBoundTo, lease, paymentIdOf, paymentOf, releaseAfterCheck } from '../rowsInMemory.ts';
import { type Activity, type DetailsRead, type EvidenceRead, IDLE, type World } from '../world.ts';
import { apply, fenceOf } from './applyStep.ts';
import { type Event, momentOf, type Rules, spend, withWorker } from './event.ts';

/** A worker leases a payment whose check is due, and asks about its own serverCorrelationId. */
export function leaseSteps(world: World, rules: Rules, payment: number, worker: number): Event[] {
  const row = paymentOf(world.rows, payment);
  const { lease_until, next_check_at } = row;
  const isFree = lease_until === null || (lease_until <= NOW && world.budget.steadyFor > 0);
  if (next_check_at === null || !isFree || next_check_at > NOW) return [];
  const leased: World = {
    ...world,
    rows: rules.memo.of(world.rows, `lease ${payment}`, () => rules.shared(normalRows(lease(world.rows, payment)))),
    workers: world.workers.map((one) => (isOf(one, payment) ? { ...one, isHolder: false } : one)),
  };
  const label = `worker ${worker + 1} leases payment ${payment + 1} `;
  if (row.status === 'created' || row.status === 'sending')
    return [{ name: label, world: withWorker(leased, worker, { kind: 'lapsed', payment, isHolder: true }) }];
  const { status, verified, transaction_id } = row;
  const asked = { status, verified, transaction_id };
  const callbacks = world.rows.callbacks.filter(({ payment_id, rejected }) => payment_id === row.id && rejected === 0);
  const { own, named } = questionsOf(row, callbacks);
  return readings(leased, rules, payment, asked, own).flatMap(({ evidence, lost, world: read }) => {
    const left = decisionOrder({ own, named }, evidence).map((question) =>
      question === own
        ? ({ kind: 'own', evidence } as const)
        : ({ kind: 'ask', question: withoutTimes(question) } as const),
    );
    const check = { kind: 'check', payment, isHolder: true, asked, checks: [] } as const;
    return continued(read, rules, { ...check, left }, worker, `${label} and reads ${nameOf(evidence)}${lost}`);
  });
}

/** The worker has what it decides about next. */
function continued(
  world: World,
  rules: Rules,
  check: Omit<Check, 'evidence'>,
  worker: number,
  name: string,
  broken?: string,
): Event[] {
  const [next, ...left] = check.left;
  if (next === undefined) {
    const soon = soonest(check.checks);
    const after = soon === 'stopped' ? 'stop' : soon === 'done' ? 'never' : 'planned';
    const { payment, isHolder } = check;
    return [{ name, world: withWorker(world, worker, { kind: 'release', payment, isHolder, next: after }), broken }];
  }
  if (next.kind === 'own')
    return [{ name, world: withWorker(world, worker, { ...check, evidence: next.evidence, left }), broken }];
  return readings(world, rules, check.payment, check.asked, next.question).map(({ evidence, lost, world: read }) => ({
    name: `${name}, then reads ${nameOf(evidence)}${lost}`,
    world: withWorker(read, worker, { ...check, evidence, left }),
    broken,
  }));
}

const NOTHING: EvidenceRead = { status: null, transactions: [] };

function isOf(
  activity: Activity,
  payment: number,
): activity is Exclude<Activity, { readonly kind: 'idle' | 'reference' }> {
  return activity.kind !== 'idle' && activity.kind !== 'reference' && activity.payment === payment;
}

function withoutTimes(question: Question): Question {
  const callbacks = question.callbacks.map((callback) => ({ ...callback, received_at: 0, count: 1 }));
  return { ...question, callbacks };
}

function nameOf({ status, transactions }: EvidenceRead): string {
  const answer = status?.answer ?? null;
  const word = answer === null ? 'no status' : answer.kind === 'state' ? answer.state : answer.reason;
  return [word, ...transactions.map((one) => `${one.reference} ${one.answer.kind}`)].join(', ');
}

interface Reading {
  readonly evidence: EvidenceRead;
  readonly lost: string;
  readonly world: World;
}

/** An answer of the operator that is not as it should be: which lookup's, by its number, and what comes instead. */
interface Fault {
  readonly lookup: number;
  readonly status: StatusOutcome;
  readonly details: (read: DetailsRead) => DetailsRead;
}

const LOST_ANSWER = { status: LOST, details: (): DetailsRead => ({ kind: 'lost' }) };
const ODD_ANSWERS = ODD_STATUSES.map((status) => ({ status, details: otherAmount }));

function otherAmount(read: DetailsRead): DetailsRead {
  return read.kind === 'details' ? { ...read, isOtherAmount: true } : read;
}

/** What can be read about a question: with all answers, or with one of them lost or odd. */
function readings(world: World, rules: Rules, payment: number, asked: Check['asked'], question: Question): Reading[] {
  const all = read(world, rules, payment, asked, question);
  const faulty = (fault: Omit<Fault, 'lookup'>, lost: string, left: World): Reading[] =>
    Array.from({ length: all.lookups }, (_, lookup) => ({
      evidence: read(world, rules, payment, asked, question, { ...fault, lookup }).evidence,
      lost,
      world: left,
    }));
  return [
    { evidence: all.evidence, lost: '', world },
    ...(world.budget.lostAnswers === 0 ? [] : faulty(LOST_ANSWER, '; an answer is lost', spend(world, 'lostAnswers'))),
    ...(world.budget.oddAnswers === 0
      ? []
      : ODD_ANSWERS.flatMap((odd) => faulty(odd, '; an answer is odd', spend(world, 'oddAnswers')))),
  ];
}

function read(
  world: World,
  { bounds: { isStatusAway = false, areDetailsAway = false } }: Rules,
  payment: number,
  asked: Check['asked'],
  question: Question,
  fault?: Fault,
): { readonly evidence: EvidenceRead; readonly lookups: number } {
  const { isNamedByCallback } = question;
  let evidence: EvidenceRead | undefined;
  for (let lookups = 0; ; lookups += 1) {
    const known = evidence && {
      status: evidence.status,
      transactions: evidence.transactions.map((one) => ({ ...one, answer: outcomeOf(world, one.answer) })),
    };
    const lookup = followingLookup(asked, question, known);
    if (lookup === null) return { evidence: evidence ?? NOTHING, lookups };
    if (lookup.of === 'status') {
      const { serverCorrelationId } = lookup;
      const isOthers =
        isNamedByCallback && findBoundTo(world.rows, paymentIdOf(payment), serverCorrelationId) !== undefined;
      const answered = fault?.lookup === lookups ? fault.status : statusOf(world, serverCorrelationId, isStatusAway);
      const answer = isOthers ? null : answered;
      evidence = { status: { serverCorrelationId, isNamedByCallback, answer }, transactions: [] };
    } else {
      const { reference, isNamedByCallback: isNamed } = lookup;
      const answered = detailsOf(world, reference, areDetailsAway);
      const answer = fault?.lookup === lookups ? fault.details(answered) : answered;
      const { status, transactions }: EvidenceRead = evidence ?? NOTHING;
      evidence = { status, transactions: [...transactions, { reference, isNamedByCallback: isNamed, answer }] };
    }
  }
}

type Check = Extract<Activity, { readonly kind: 'check' }>;

/** One transaction about what was read; then it asks the next question, or its check ends. */
export function decideStep(world: World, rules: Rules, check: Check, worker: number): Event[] {
  const { status, transactions } = check.evidence;
  const { payment } = check;
  const applied = apply(world, rules, payment, {
    kind: 'evidence',
    fence: fenceOf(check),
    status,
    transactions: transactions.map((one) => ({ ...one, answer: outcomeOf(world, one.answer) })),
    partnerMsisdn: PARTNER_MSISDN,
  });
  const next = nextCheckAfter(applied.outcome, momentOf(world).steadyForMs, PACE);
  const checks = [...check.checks, roughly(next)];
  const name = `worker ${worker + 1}, payment ${payment + 1}: decides about ${nameOf(check.evidence)}`;
  return continued(applied.world, rules, { ...check, checks }, worker, name, applied.broken);
}

/** Of a delay only counts that there is one. */
function roughly(check: NextCheck): NextCheck {
  return typeof check === 'number' ? 1 : check;
}

const PACE = { hasSubscribers: false, random: 0.5 };

/** The process that was about to send, or was sending, has stopped or paused. */
export function lapsedStep(
  world: World,
  rules: Rules,
  activity: Extract<Activity, { kind: 'lapsed' }>,
  worker: number,
): Event {
  const { payment, isHolder } = activity;
  const mayLackSending = rules.bounds.isPostgres === true;
  const lapsed = apply(world, rules, payment, { kind: 'lapsed', fence: fenceOf(activity), mayLackSending });
  return {
    name: `worker ${worker + 1}, payment ${payment + 1}: its lease has lapsed`,
    world: withWorker(lapsed.world, worker, { kind: 'release', payment, isHolder, next: 'never' }),
    broken: lapsed.broken,
  };
}

export function releaseStep(
  world: World,
  rules: Rules,
  release: Extract<Activity, { kind: 'release' }>,
  worker: number,
): Event {
  const { payment, isHolder, next } = release;
  const label = `worker ${worker + 1}, payment ${payment + 1}:`;
  if (next !== 'stop')
    return { name: `${label} gives its lease back (${next})`, world: released(world, rules, release, worker) };
  const stopped = apply(world, rules, payment, { kind: 'checks_stopped', fence: fenceOf(release) });
  const after = nextCheckAfter(stopped.outcome, momentOf(world).steadyForMs, PACE);
  const name = `${label} the schedule has ended (${stopped.outcome.kind})`;
  if (after === 'stopped') return { name, world: withWorker(stopped.world, worker, IDLE), broken: stopped.broken };
  const left = { kind: 'release', payment, isHolder, next: after === 'done' ? 'never' : 'planned' } as const;
  return { name, world: withWorker(stopped.world, worker, left), broken: stopped.broken };
}

function released(
  world: World,
  rules: Rules,
  { payment, isHolder, next }: Extract<Activity, { kind: 'release' }>,
  worker: number,
): World {
  const idle = withWorker(world, worker, IDLE);
  if (!isHolder) return idle;
  const next_check_at = next === 'planned' ? NOW : null;
  const release = () => rules.shared(normalRows(releaseAfterCheck(world.rows, payment, next_check_at)));
  return { ...idle, rows: rules.memo.of(world.rows, `release ${payment} ${next}`, release) };
}
