import { addFigures, type ProofSize } from './proof.ts';
import type { Reached } from './reached.ts';
import { SimulatedDatabase } from './simulatedDatabase.ts';
import { type SeedResult, simulate } from './simulation.ts';
import { type Action, describeAction, type Pace, type Plan, planOf } from './simulationPlan.ts';

/** Runs of a failed plan while it is shrunk. */
const MAX_SHRINK_RUNS = 120;

/** How many seeds run, from which one, and the pace of their plans. */
export interface SimulationSize extends ProofSize {
  readonly pace?: Pace | undefined;
}

/** A seed that violates an invariant. */
export interface FailedSeed {
  readonly seed: number;
  readonly violation: string;
  /** The fewest actions that still violate it, in words. */
  readonly actions: readonly string[];
}

/** The result of {@link runSeeds}: the figures of all {@link SeedResult}s, and the seeds that failed. */
export interface SimulationReport {
  readonly figures: Record<keyof SeedResult['figures'] | 'seeds', number>;
  readonly reached: Reached;
  readonly failed: FailedSeed[];
}

/** Runs the plans of seeds one after the other, until one violates an invariant. */
export async function runSeeds({ seed, size: seeds, pace, progress }: SimulationSize): Promise<SimulationReport> {
  const report = emptyReport();
  const database = await SimulatedDatabase.create();
  for (let next = seed; next < seed + seeds && report.failed.length === 0; next += 1) {
    const plan = planOf(next, pace);
    const result = await tryPlan(database, plan);
    report.figures.seeds += 1;
    if ('violation' in result) {
      const shortest = await shrink(plan, result.violation);
      report.failed.push({ seed: next, violation: result.violation, actions: describePlan(shortest) });
    } else {
      addFigures<string>(report.figures, result.figures);
      addFigures(report.reached, result.reached);
    }
    progress?.(report.figures.seeds);
  }
  await database.close();
  return report;
}

/** A report of no seed. */
export function emptyReport(): SimulationReport {
  const refunds = { refunds: 0, refundsVoided: 0, overpaidRefunded: 0 };
  const figures = { seeds: 0, payments: 0, debits: 0, crashes: 0, counterPayments: 0, sales: 0, ...refunds, steps: 0 };
  return { figures, reached: {}, failed: [] };
}

/** Runs one plan on a new database. */
export async function runPlan(plan: Plan): Promise<SeedResult> {
  const database = await SimulatedDatabase.create();
  try {
    return await simulate(database, plan);
  } finally {
    await database.close();
  }
}

async function tryPlan(database: SimulatedDatabase, plan: Plan): Promise<SeedResult | { readonly violation: string }> {
  try {
    return await simulate(database, plan);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { violation: error.name === 'Violation' ? error.message : (error.stack ?? error.message) };
  }
}

/** Leaves out actions, by halves and then one by one, while the plan violates the same invariant. */
async function shrink(plan: Plan, violation: string): Promise<Plan> {
  let best = plan;
  let runs = 0;
  for (let size = Math.ceil(plan.actions.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < best.actions.length && runs < MAX_SHRINK_RUNS; ) {
      const shorter = { ...best, actions: withoutActions(best.actions, from, size) };
      runs += 1;
      const database = await SimulatedDatabase.create();
      const result = await tryPlan(database, shorter);
      await database.close();
      if ('violation' in result && kindOf(result.violation) === kindOf(violation)) best = shorter;
      else from += size;
    }
  }
  return best;
}

/** The time before the actions that are left out stays. */
function withoutActions(actions: readonly Action[], from: number, size: number): Action[] {
  const leftOut = actions.slice(from, from + size);
  const waitedMs = leftOut.reduce((all, { afterMs }) => all + afterMs, 0);
  const [next, ...rest] = actions.slice(from + size);
  return [
    ...actions.slice(0, from),
    ...(next === undefined ? [] : [{ ...next, afterMs: next.afterMs + waitedMs }, ...rest]),
  ];
}

/** A violation without the history, ids and numbers in it. */
function kindOf(violation: string): string {
  return violation
    .replace(/ \(created.*/s, '')
    .replace(/\b(pay|msg)_[\w-]+|ORDER-\d+|\d+/g, '…')
    .slice(0, 120);
}

function describePlan({ instances, slowCommitMs, slowStatementMs, callsBackAtOnce, actions }: Plan): string[] {
  const world = `${instances} companion${instances > 1 ? 's' : ''}, commits take up to ${slowCommitMs} ms, statements ${slowStatementMs} ms`;
  return [callsBackAtOnce ? `${world}, callbacks come with the answers` : world, ...actions.map(describeAction)];
}
