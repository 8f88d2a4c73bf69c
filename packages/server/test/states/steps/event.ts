import type { Moment } from '../../../src/core/rules/decision.ts';
import { ALWAYS, msOf, NOW } from '../ages.ts';
import type { Memo } from '../memo.ts';
import type { Rows } from '../rowsInMemory.ts';
import type { Activity, Bounds, Budget, Transaction, World } from '../world.ts';

/** Something that happens, and the state after it. */
export interface Event {
  readonly name: string;
  readonly world: World;
  /** What it violates by itself. */
  readonly broken?: string | undefined;
}

/** What the search of one size knows besides the state. */
export interface Rules {
  readonly bounds: Bounds;
  readonly memo: Memo<Rows>;
  /** The rows that are kept of all that are equal to these. */
  readonly shared: (rows: Rows) => Rows;
  /** The events that decisions have written, each with the status before it. */
  readonly events: Set<string>;
}

export function momentOf({ budget }: Pick<World, 'budget'>): Moment {
  return { now: NOW, steadyForMs: budget.steadyFor === ALWAYS ? Number.POSITIVE_INFINITY : msOf(budget.steadyFor) };
}

export function withWorker(world: World, worker: number, activity: Activity): World {
  return { ...world, workers: world.workers.map((one, index) => (index === worker ? activity : one)) };
}

export function withTransaction(world: World, payment: number, change: Partial<Transaction>): World {
  const operator = world.operator.map((one, index) => (index === payment ? { ...one, ...change } : one));
  return { ...world, operator };
}

export function spend(world: World, what: keyof Budget): World {
  return { ...world, budget: { ...world.budget, [what]: world.budget[what] - 1 } };
}

/** Whether the operator has answered every lookup as it should. */
export function isEachAnswered({ budget }: Pick<World, 'budget'>, { bounds }: Pick<Rules, 'bounds'>): boolean {
  const { lostAnswers = 0, oddAnswers = 0 } = bounds;
  return budget.lostAnswers === lostAnswers && budget.oddAnswers === oddAnswers;
}
