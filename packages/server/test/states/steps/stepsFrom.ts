import { type Activity, IDLE, type World } from '../world.ts';
import { decideStep, lapsedStep, leaseSteps, releaseStep } from './checkSteps.ts';
import { type Event, type Rules, spend, withWorker } from './event.ts';
import { pressSteps, sendSteps } from './initiationSteps.ts';
import { operatorSteps } from './operatorSteps.ts';
import { peopleSteps } from './peopleSteps.ts';
import { referenceStep, typedSteps } from './referenceSteps.ts';
import { lapseSteps, timeSteps } from './timeSteps.ts';

/** `work`: a worker goes on with what it does. `lapse`: a lease ends. */
export type StepKind = 'press' | 'lease' | 'typed' | 'work' | 'crash' | 'operator' | 'people' | 'lapse' | 'time';

/** An event of the search, by what causes it. */
export interface Step extends Event {
  readonly kind: StepKind;
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
