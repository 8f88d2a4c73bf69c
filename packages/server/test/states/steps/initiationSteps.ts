import { reportsAmong } from '../../../src/core/rules/callbackChecks.ts';
import { decideOpening } from '../../../src/core/rules/opening.ts';
import type { InitiationOutcome } from '../../../src/core/rules/operatorAnswers.ts';
import { ageOf, COOLDOWN_MS, NOW } from '../ages.ts';
import { normalRows } from '../normalRows.ts';
import { brokenByOpening, brokenByRequest } from '../promises.ts';
import { insertPayment, paymentOf } from '../rowsInMemory.ts';
import { type Activity, firstIdOf, IDLE, idOf, NO_TRANSACTION, type World } from '../world.ts';
import { apply, fenceOf } from './applyStep.ts';
import { type Event, isEachAnswered, momentOf, type Rules, spend, withTransaction, withWorker } from './event.ts';

/** The shopper presses: a payment is opened, as `sending` if a token is there, else as `created`. */
export function pressSteps(world: World, rules: Rules, worker: number): Event[] {
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
  const decision = decideOpening(
    state,
    {
      amount: 25_000,
      form: null,
      askedAbout: 'all',
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
  const broken = brokenByOpening(world, isEachAnswered(world, rules));
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

type Send = Extract<Activity, { readonly kind: 'send' }>;

/** The payment waits for a token, or its request is about to leave, or has been answered. */
export function sendSteps(world: World, rules: Rules, send: Send, worker: number): Event[] {
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
  if (world.budget.secondTransactions > 0) {
    const first = { kind: 'accepted', serverCorrelationId: firstIdOf(payment), notificationMethod: null } as const;
    const second = spend(withTransaction(created, payment, { isSecond: true }), 'secondTransactions');
    steps.push({ name: `${label} the operator creates two transactions`, world: answered(second, first), broken });
  }
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
