import type { PaymentStatus } from '@tsena/shared/checkout';
import { reportsAmong } from '../../src/core/rules/callbackChecks.ts';
import type { Input, InputKind, InputOf, OutcomeOf } from '../../src/core/rules/decide.ts';
import type { Decision, Moment } from '../../src/core/rules/decision.ts';
import { RESOLVABLE, refuseReference } from '../../src/core/rules/decisions/reference.ts';
import { decisionOrder, followingLookup } from '../../src/core/rules/followingLookup.ts';
import { type NextCheck, nextCheckAfter, soonest } from '../../src/core/rules/nextCheck.ts';
import type { decideOpening } from '../../src/core/rules/opening.ts';
import type { InitiationOutcome } from '../../src/core/rules/operatorAnswers.ts';
import { type Question, questionsOf } from '../../src/core/rules/questions.ts';
import { ALWAYS, ageOf, COOLDOWN_MS, msOf, NOW, OLDEST } from './ages.ts';
import type { Memo } from './memo.ts';
import { NEWEST_FENCE, normalRows } from './normalRows.ts';
import { detailsOf, outcomeOf, PARTNER_MSISDN, statusOf } from './operator.ts';
import {
  applyInMemory,
  type Decide,
  findBoundTo,
  insertPayment,
  lease,
  paymentIdOf,
  paymentOf,
  type Rows,
  releaseAfterCheck,
  withColumns,
} from './rowsInMemory.ts';
import {
  type Activity,
  type Bounds,
  type Budget,
  type EvidenceRead,
  IDLE,
  idOf,
  NO_TRANSACTION,
  referenceOf,
  type Transaction,
  UNKNOWN_ID,
  type World,
} from './world.ts';

/** Something that happens, and the state after it. */
export interface Event {
  readonly name: string;
  readonly world: World;
  /** What it violates by itself. */
  readonly broken?: string | undefined;
}

/** `work`: a worker goes on with what it does. `lapse`: a lease ends. */
export type StepKind = 'press' | 'lease' | 'typed' | 'work' | 'crash' | 'operator' | 'people' | 'lapse' | 'time';

/** An event of the search, by what causes it. */
export interface Step extends Event {
  readonly kind: StepKind;
}
/** What the search of one size knows besides the state. */
export interface Rules {
  readonly bounds: Bounds;
  /** The decisions; a test puts a fault into them. */
  readonly decide: Decide;
  readonly open: typeof decideOpening;
  readonly memo: Memo<Rows>;
  /** The rows that are kept of all that are equal to these. */
  readonly shared: (rows: Rows) => Rows;
}

function momentOf({ budget }: Pick<World, 'budget'>): Moment {
  return { now: NOW, steadyForMs: budget.steadyFor === ALWAYS ? Number.POSITIVE_INFINITY : msOf(budget.steadyFor) };
}

/** Everything that can happen next. */
export function stepsFrom(world: World, rules: Rules): Step[] {
  return [
    ...world.workers.flatMap((activity, worker) => workerSteps(world, rules, activity, worker)),
    ...by(
      'operator',
      world.operator.flatMap((_, payment) => operatorSteps(world, rules, payment)),
    ),
    ...by('people', peopleSteps(world, rules)),
    ...by('lapse', lapseSteps(world, rules)),
    ...by('time', timeSteps(world, rules)),
  ];
}

function by(kind: StepKind, events: readonly Event[]): Step[] {
  return events.map((event) => ({ ...event, kind }));
}

function withWorker(world: World, worker: number, activity: Activity): World {
  return { ...world, workers: world.workers.map((one, index) => (index === worker ? activity : one)) };
}

function withTransaction(world: World, payment: number, change: Partial<Transaction>): World {
  const operator = world.operator.map((one, index) => (index === payment ? { ...one, ...change } : one));
  return { ...world, operator };
}

function spend(world: World, what: keyof Budget): World {
  return { ...world, budget: { ...world.budget, [what]: world.budget[what] - 1 } };
}

interface Applied<Outcome> {
  readonly world: World;
  readonly outcome: Outcome;
  readonly broken: string | undefined;
}

function apply<Kind extends InputKind>(
  world: World,
  rules: Rules,
  payment: number,
  input: InputOf<Kind>,
): Applied<OutcomeOf<Kind>> {
  const what = `${payment} ${world.budget.steadyFor} ${JSON.stringify(input)}`;
  const decided = rules.memo.of(world.rows, what, () => decideOn(world, rules, payment, input));
  return { ...decided, world: { ...world, rows: decided.rows } };
}

function decideOn<Kind extends InputKind>(world: World, rules: Rules, payment: number, input: InputOf<Kind>) {
  const { rows, decision } = applyInMemory(world.rows, paymentIdOf(payment), input, momentOf(world), rules.decide);
  return {
    rows: rules.shared(normalRows(rows)),
    outcome: decision.outcome,
    broken: brokenByDecision(input as Input, decision),
  };
}

/** What a decision may not do in any state. */
function brokenByDecision(input: Input, { changes, set }: Decision): string | undefined {
  const isStale = 'fence' in input && input.fence !== NEWEST_FENCE;
  if (isStale && (changes.length > 0 || set !== undefined)) return 'a worker that has lost its lease writes';
  const silent = changes.find(({ to, webhook }) => webhook === undefined && to !== undefined && ANNOUNCED.includes(to));
  // The shop must not cancel what the merchant has recorded as received: it gets a request to review instead.
  const isAnnounced = silent === undefined || changes.some(({ webhook }) => webhook === 'payment.review_required');
  return isAnnounced ? undefined : `a payment becomes ${silent.to} without a webhook`;
}

/** The statuses that the shop gets a webhook of. */
const ANNOUNCED: readonly PaymentStatus[] = ['completed', 'failed', 'unresolved'];

function fenceOf({ isHolder }: { readonly isHolder: boolean }): number {
  return isHolder ? NEWEST_FENCE : NEWEST_FENCE - 1;
}

function workerSteps(world: World, rules: Rules, activity: Activity, worker: number): Step[] {
  if (activity.kind === 'idle') {
    // Idle workers are alike.
    return world.workers.findIndex(({ kind }) => kind === 'idle') === worker ? idleSteps(world, rules, worker) : [];
  }
  const steps = by('work', workSteps(world, rules, activity, worker));
  if (world.budget.crashes === 0) return steps;
  const crashed = spend(withWorker(world, worker, IDLE), 'crashes');
  return [...steps, ...by('crash', [{ name: `worker ${worker + 1} crashes (${activity.kind})`, world: crashed }])];
}

function workSteps(
  world: World,
  rules: Rules,
  activity: Exclude<Activity, { readonly kind: 'idle' }>,
  worker: number,
): Event[] {
  switch (activity.kind) {
    case 'send':
      return sendSteps(world, rules, activity, worker);
    case 'lapsed':
      return [lapsedStep(world, rules, activity, worker)];
    case 'check':
      return decideStep(world, rules, activity, worker);
    case 'release':
      return [releaseStep(world, rules, activity, worker)];
    case 'reference':
      return [referenceStep(world, rules, activity, worker)];
  }
}

function idleSteps(world: World, rules: Rules, worker: number): Step[] {
  const payments = world.rows.attempts.map((_, payment) => payment);
  return [
    ...by('press', payments.length < rules.bounds.payments ? pressSteps(world, rules, worker) : []),
    ...payments.flatMap((payment) => [
      ...by('lease', leaseSteps(world, rules, payment, worker)),
      ...by('typed', typedSteps(world, rules, payment, worker)),
    ]),
  ];
}

/** The shopper presses: a payment is opened, as `sending` if a token is there, else as `created`. */
function pressSteps(world: World, rules: Rules, worker: number): Event[] {
  const { rows } = world;
  const moment = momentOf(world);
  const state = {
    attempts: rows.attempts,
    link: null,
    openOnLink: null,
    prompts: [],
    periodsFull: { perMsisdn: null, perIp: null, perLink: null },
    reports: reportsAmong(rows.attempts, rows.callbacks),
  };
  const decision = rules.open(
    state,
    {
      amount: 25_000,
      form: null,
      cooldownMs: moment.steadyForMs >= COOLDOWN_MS ? COOLDOWN_MS : Number.POSITIVE_INFINITY,
      promptOpenMs: COOLDOWN_MS,
      limits: { perMsisdn: null, perIp: null, perLink: null },
      isStopping: false,
      turnInMs: 0,
    },
    moment,
  );
  if (decision.kind !== 'open') return [];
  const payment = rows.attempts.length;
  const broken = brokenByOpening(rows);
  return [true, false].map((isSentAtOnce) => ({
    name: `worker ${worker + 1} opens payment ${payment + 1} as ${isSentAtOnce ? 'sending' : 'created'}`,
    world: withWorker(
      {
        ...world,
        rows: rules.shared(normalRows(insertPayment(rows, isSentAtOnce))),
        operator: [...world.operator, NO_TRANSACTION],
      },
      worker,
      {
        kind: 'send',
        payment,
        isHolder: true,
        hasPaused: false,
        stage: isSentAtOnce ? 'ready' : 'waiting',
        answer: null,
      },
    ),
    broken,
  }));
}

/** An order gets no further payment while one is paid, or reported as paid. */
function brokenByOpening({ attempts }: Rows): string | undefined {
  if (attempts.some(({ status, resolution }) => status === 'completed' || resolution === 'received'))
    return 'an order that is paid gets another payment';
  const isReported = attempts.some(
    ({ status, details_unavailable_since: since, resolution }) =>
      (status === 'pending' || status === 'unresolved') && since !== null && resolution !== 'not_received',
  );
  return isReported ? 'an order that the operator reports as paid gets another payment' : undefined;
}

type Send = Extract<Activity, { readonly kind: 'send' }>;

function sendSteps(world: World, rules: Rules, send: Send, worker: number): Event[] {
  const { payment, stage, answer } = send;
  const fence = fenceOf(send);
  const label = `worker ${worker + 1}, payment ${payment + 1}:`;
  switch (stage) {
    case 'waiting': {
      const sent = apply(world, rules, payment, { kind: 'sending', fence, after: null });
      const unsent = apply(world, rules, payment, { kind: 'not_sent', fence, code: 'not_sent', reason: 'no token' });
      const next: Activity = sent.outcome ? { ...send, stage: 'ready', hasPaused: false } : IDLE;
      return [
        {
          name: `${label} writes sending (${sent.outcome})`,
          world: withWorker(sent.world, worker, next),
          broken: sent.broken,
        },
        { name: `${label} writes not_sent`, world: withWorker(unsent.world, worker, IDLE), broken: unsent.broken },
      ];
    }
    case 'ready':
      return leaveSteps(world, send, worker);
    case 'refused':
      return repeatSteps(world, rules, send, worker);
    case 'answered': {
      const known = answer ?? { kind: 'unknown', reason: 'no answer' };
      const written = apply(world, rules, payment, { kind: 'answer', answer: known, firstCheckMs: 2000 });
      return [
        {
          name: `${label} writes the answer ${known.kind}`,
          world: withWorker(written.world, worker, IDLE),
          broken: written.broken,
        },
      ];
    }
  }
}

const REFUSED = {
  kind: 'refused',
  code: 'insufficient_funds',
  reason: '402',
  errorDateTime: null,
  isPassing: false,
  retryAfterMs: null,
} as const;

/** The request leaves, and the operator creates a transaction, or refuses; or the request or the answer gets lost. */
function leaveSteps(world: World, send: Send, worker: number): Event[] {
  const { payment } = send;
  const row = paymentOf(world.rows, payment);
  const label = `worker ${worker + 1}, payment ${payment + 1}:`;
  const answered = (next: World, answer: InitiationOutcome | null): World =>
    withWorker(next, worker, { ...send, stage: 'answered', answer });
  if (send.hasPaused || ageOf(row.sent_at ?? NOW) > 0) {
    const answer = { kind: 'not_sent', code: 'not_sent', reason: 'it paused' } as const;
    return [{ name: `${label} has paused, sends nothing`, world: answered(world, answer) }];
  }
  const transaction = world.operator[payment] ?? NO_TRANSACTION;
  const accepted = { ...transaction, status: 'pending', accepted: transaction.accepted + 1, isFresh: true } as const;
  const created = withTransaction(world, payment, accepted);
  const broken = brokenByRequest(world, payment);
  const id = idOf(payment);
  const steps: Event[] = [
    {
      name: `${label} the operator accepts the request`,
      world: answered(created, { kind: 'accepted', serverCorrelationId: id, notificationMethod: null }),
      broken,
    },
    { name: `${label} the operator refuses the request`, world: answered(world, REFUSED) },
    {
      name: `${label} the operator refuses the request for now`,
      world: withWorker(world, worker, { ...send, stage: 'refused' }),
    },
    {
      name: `${label} the operator is not reached`,
      world: answered(world, { kind: 'not_sent', code: 'operator_unreachable', reason: 'refused connection' }),
    },
  ];
  if (world.budget.contraryRefusals > 0) {
    const contrary = spend(withTransaction(created, payment, { isContrary: true }), 'contraryRefusals');
    steps.push(
      {
        name: `${label} the operator refuses the request, and carries it out`,
        world: answered(contrary, REFUSED),
        broken,
      },
      {
        name: `${label} the operator refuses the request for now, and carries it out`,
        world: withWorker(contrary, worker, { ...send, stage: 'refused' }),
        broken,
      },
    );
  }
  if (world.budget.lostAnswers > 0) {
    steps.push(
      { name: `${label} the request is lost`, world: answered(spend(world, 'lostAnswers'), null) },
      { name: `${label} the answer is lost`, world: answered(spend(created, 'lostAnswers'), null), broken },
      {
        name: `${label} the request is late`,
        world: answered(spend(withTransaction(world, payment, { isLate: true }), 'lostAnswers'), null),
        broken,
      },
    );
  }
  return steps;
}

/** A request that the operator refused for now: it is confirmed, and sent once more. */
function repeatSteps(world: World, rules: Rules, send: Send, worker: number): Event[] {
  const { payment } = send;
  const label = `worker ${worker + 1}, payment ${payment + 1}:`;
  const confirmed = apply(world, rules, payment, { kind: 'sending', fence: fenceOf(send), after: '429' });
  // The refusal of the first request stands.
  const stands: Activity = { ...send, stage: 'answered', answer: REFUSED };
  const next: Activity = confirmed.outcome ? { ...send, stage: 'ready', hasPaused: false } : stands;
  return [
    {
      name: `${label} confirms the second request (${confirmed.outcome})`,
      world: withWorker(confirmed.world, worker, next),
      broken: confirmed.broken,
    },
    { name: `${label} does not repeat the request`, world: withWorker(world, worker, stands) },
  ];
}

/** Invariant 1: at most one request of a payment that the operator does not refuse, and one prompt at a time. */
function brokenByRequest({ operator, rows }: Pick<World, 'operator' | 'rows'>, payment: number): string | undefined {
  const own = operator[payment];
  if (own !== undefined && own.accepted > 0 && !own.isContrary) return 'the operator gets two requests of one payment';
  if (own?.isLate) return 'the operator gets two requests of one payment';
  const isTwice = operator.some(
    ({ status, isFresh }, other) =>
      other !== payment && status === 'pending' && isFresh && paymentOf(rows, other).resolution !== 'not_received',
  );
  return isTwice ? 'the payer sees two prompts of one order at once' : undefined;
}

/** A worker leases a payment whose check is due, and asks about its own serverCorrelationId. */
function leaseSteps(world: World, rules: Rules, payment: number, worker: number): Event[] {
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
  return readings(leased, payment, asked, own).flatMap(({ evidence, lost, world: read }) => {
    const left = decisionOrder({ own, named }, evidence).map((question) =>
      question === own
        ? ({ kind: 'own', evidence } as const)
        : ({ kind: 'ask', question: withoutTimes(question) } as const),
    );
    const check = { kind: 'check', payment, isHolder: true, asked, checks: [] } as const;
    return continued(read, { ...check, left }, worker, `${label} and reads ${nameOf(evidence)}${lost}`);
  });
}

/** The worker has what it decides about next. */
function continued(
  world: World,
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
  return readings(world, check.payment, check.asked, next.question).map(({ evidence, lost, world: read }) => ({
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

/** What can be read about a question: with all answers, or with one of them lost. */
function readings(world: World, payment: number, asked: Check['asked'], question: Question): Reading[] {
  const all = read(world, payment, asked, question, -1);
  const readingsOf: Reading[] = [{ evidence: all.evidence, lost: '', world }];
  if (world.budget.lostAnswers === 0) return readingsOf;
  for (let lost = 0; lost < all.lookups; lost += 1) {
    const { evidence } = read(world, payment, asked, question, lost);
    readingsOf.push({ evidence, lost: '; an answer is lost', world: spend(world, 'lostAnswers') });
  }
  return readingsOf;
}

function read(
  world: World,
  payment: number,
  asked: Check['asked'],
  question: Question,
  lost: number,
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
      const answer = isOthers ? null : statusOf(world, serverCorrelationId, lookups === lost);
      evidence = { status: { serverCorrelationId, isNamedByCallback, answer }, transactions: [] };
    } else {
      const { reference, isNamedByCallback: isNamed } = lookup;
      const answer = detailsOf(world, reference, lookups === lost);
      const { status, transactions }: EvidenceRead = evidence ?? NOTHING;
      evidence = { status, transactions: [...transactions, { reference, isNamedByCallback: isNamed, answer }] };
    }
  }
}

type Check = Extract<Activity, { readonly kind: 'check' }>;

/** One transaction about what was read; then it asks the next question, or its check ends. */
function decideStep(world: World, rules: Rules, check: Check, worker: number): Event[] {
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
  return continued(applied.world, { ...check, checks }, worker, name, applied.broken);
}

/** Of a delay only counts that there is one. */
function roughly(check: NextCheck): NextCheck {
  return typeof check === 'number' ? 1 : check;
}

const PACE = { hasSubscribers: false, random: 0.5 };

/** The process that was about to send, or was sending, has stopped or paused. */
function lapsedStep(
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

function releaseStep(
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

/** The payer or the merchant types a reference: the one of this payment, or of another. */
function typedSteps(world: World, rules: Rules, payment: number, worker: number): Event[] {
  if (world.budget.references === 0) return [];
  const row = paymentOf(world.rows, payment);
  const spent = spend(world, 'references');
  const references = world.operator.map((_, index) => referenceOf(index));
  const read = (from: World, by: 'payer' | 'merchant', broken?: string): Event[] =>
    references.map((reference) => ({
      name: `the ${by} types ${reference} for payment ${payment + 1}; worker ${worker + 1} reads its details`,
      world: withWorker(from, worker, {
        kind: 'reference',
        payment,
        by,
        reference,
        answer: detailsOf(world, reference, false),
      }),
      broken,
    }));
  const steps = RESOLVABLE.includes(row.status) ? read(spent, 'merchant') : [];
  if (refuseReference(row, { cooldownMs: COOLDOWN_MS }, momentOf(world)) !== null) return steps;
  const counted = apply(spent, rules, payment, { kind: 'reference_attempt', cooldownMs: COOLDOWN_MS });
  return [...steps, ...read(counted.world, 'payer', counted.broken)];
}

function referenceStep(
  world: World,
  rules: Rules,
  activity: Extract<Activity, { kind: 'reference' }>,
  worker: number,
): Event {
  const { payment, by, reference } = activity;
  const answer = outcomeOf(world, activity.answer);
  const name = `worker ${worker + 1}, payment ${payment + 1}: decides about the typed ${reference}`;
  if (answer.kind === 'unavailable') return { name, world: withWorker(world, worker, IDLE) };
  const named = { by, isMerchant: by === 'merchant' };
  const decided = apply(world, rules, payment, {
    kind: 'reference',
    reference,
    answer,
    named,
    partnerMsisdn: PARTNER_MSISDN,
  });
  return {
    name: `${name} (${JSON.stringify(decided.outcome)})`,
    world: withWorker(decided.world, worker, IDLE),
    broken: decided.broken,
  };
}

/** The payer approves or declines; the operator calls back; a late request arrives. */
function operatorSteps(world: World, rules: Rules, payment: number): Event[] {
  const transaction = world.operator[payment] ?? NO_TRANSACTION;
  const { status, isLate, callback, accepted } = transaction;
  const label = `payment ${payment + 1}:`;
  const steps: Event[] = [];
  if (isLate) {
    const created = { isLate: false, status: 'pending', accepted: accepted + 1, isFresh: true } as const;
    steps.push({
      name: `${label} the late request arrives`,
      world: withTransaction(world, payment, created),
      broken: brokenByRequest(withTransaction(world, payment, { isLate: false }), payment),
    });
  }
  if (status === 'pending') {
    steps.push(
      {
        name: `${label} the payer approves`,
        world: withTransaction(world, payment, { status: 'completed', isFresh: false, callback: 'due' }),
      },
      {
        name: `${label} the payer declines`,
        world: withTransaction(world, payment, { status: 'failed', isFresh: false, callback: 'due' }),
      },
    );
  }
  if (status === 'failed' && world.budget.corrections > 0) {
    const corrected = withTransaction(world, payment, { status: 'completed', callback: 'due', isCorrected: true });
    steps.push({ name: `${label} the operator corrects failed to completed`, world: spend(corrected, 'corrections') });
  }
  if (callback === 'due') {
    const note = {
      serverCorrelationId: idOf(payment),
      transactionReference: status === 'completed' ? referenceOf(payment) : '',
      status,
    };
    const stored = apply(world, rules, payment, { kind: 'callback', note });
    steps.push({
      name: `${label} its callback (${status}) arrives`,
      world: withTransaction(stored.world, payment, { callback: 'arrived' }),
      broken: stored.broken,
    });
  }
  return steps;
}

/** Forged callbacks, and what the merchant does. */
function peopleSteps(world: World, rules: Rules): Event[] {
  const { budget, rows, operator } = world;
  const steps: Event[] = [];
  for (let payment = 0; payment < rows.attempts.length; payment += 1) {
    const label = `payment ${payment + 1}`;
    const add = (name: string, from: World, input: InputOf<InputKind>) => {
      const applied = apply(from, rules, payment, input);
      if (applied.world.rows !== from.rows) steps.push({ name, world: applied.world, broken: applied.broken });
    };
    if (budget.forgedCallbacks > 0) {
      const notes = operator.flatMap((_, other) => [
        { serverCorrelationId: idOf(other), transactionReference: '', status: 'completed' },
        { serverCorrelationId: '', transactionReference: referenceOf(other), status: 'completed' },
      ]);
      for (const note of [
        ...notes,
        { serverCorrelationId: UNKNOWN_ID, transactionReference: '', status: 'completed' },
        { serverCorrelationId: idOf(payment), transactionReference: '', status: 'failed' },
      ])
        add(
          `a forged callback of ${label} names ${note.serverCorrelationId}${note.transactionReference} ${note.status}`,
          spend(world, 'forgedCallbacks'),
          { kind: 'callback', note },
        );
    }
    if (budget.resolutions > 0) {
      for (const resolution of ['received', 'not_received', 'closed'] as const)
        add(`the merchant records ${label} as ${resolution}`, spend(world, 'resolutions'), {
          kind: 'resolution',
          resolution,
          reason: 'reason',
          by: 'key',
        });
    }
    if (budget.refunds > 0) {
      const refund = REFUND;
      add(`the merchant records a refund of ${label}`, spend(world, 'refunds'), {
        kind: 'refund',
        refund,
        amount: 25_000,
        reason: 'reason',
        by: 'key',
      });
    }
    if (budget.refreshes > 0) add(`the merchant refreshes ${label}`, spend(world, 'refreshes'), { kind: 'refresh' });
  }
  return steps;
}

const REFUND = { id: 'ref_1', status: 'recorded' } as InputOf<'refund'>['refund'];

/** A lease ends, because its worker has stopped or paused. */
function lapseSteps(world: World, rules: Rules): Event[] {
  const { rows } = world;
  return rows.attempts.flatMap((_, payment) => {
    const { lease_until, next_check_at } = paymentOf(rows, payment);
    if (lease_until === null || lease_until <= NOW) return [];
    const ended = NOW - 1;
    const columns = { lease_until: ended, next_check_at: next_check_at === lease_until ? ended : next_check_at };
    const lapse = () => rules.shared(normalRows(withColumns(rows, payment, columns)));
    const workers = world.workers.map((one) =>
      one.kind === 'send' && one.payment === payment ? { ...one, hasPaused: true } : one,
    );
    const lapsed = { ...world, workers, rows: rules.memo.of(rows, `lease of ${payment} ends`, lapse) };
    return [{ name: `the lease of payment ${payment + 1} ends`, world: lapsed }];
  });
}

/** Time passes, or the clock steps forward. */
function timeSteps(world: World, rules: Rules): Event[] {
  const { operator, budget } = world;
  const steps: Event[] = [];
  if (operator.some(({ isLate }) => isLate)) return steps;
  for (let age = 1; age <= OLDEST; age += 1) {
    steps.push({ name: `time passes: ${WAITS[age]}`, world: timePasses(world, rules, age) });
    if (budget.clockSteps > 0) {
      const stepped = timePasses(world, rules, age);
      steps.push({
        name: `the clock steps forward: ${WAITS[age]}`,
        world: spend({ ...world, rows: stepped.rows, budget: { ...budget, steadyFor: 0 } }, 'clockSteps'),
      });
    }
  }
  return steps;
}

const WAITS = ['', 'the cool-down is over', 'ten minutes are over', 'the schedule is over'];

/** All that happened is at least this old. */
export function timePasses(world: World, rules: Rules, age: number): World {
  const { rows, operator, budget } = world;
  return {
    ...world,
    rows: rules.memo.of(rows, `time ${age}`, () => rules.shared(normalRows(rows, age))),
    operator: operator.some(({ isFresh }) => isFresh) ? operator.map((one) => ({ ...one, isFresh: false })) : operator,
    budget: budget.steadyFor >= age ? budget : { ...budget, steadyFor: age },
  };
}
