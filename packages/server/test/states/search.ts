import { Memo } from './memo.ts';
import { Parts } from './parts.ts';
import { brokenIn } from './promises.ts';
import { StateTable } from './stateTable.ts';
import type { Rules } from './steps/event.ts';
import { type Step, stepsFrom } from './steps/stepsFrom.ts';
import { type Bounds, firstWorld, type World } from './world.ts';

/** What a search has found. */
export interface Found {
  readonly states: number;
  readonly steps: number;
  /** The most steps from the start to a state. */
  readonly depth: number;
  /** Whether every state within the bounds was visited. */
  readonly isComplete: boolean;
  readonly violation: Violation | null;
  readonly parts: Parts['sizes'];
  /** The events that decisions have written. */
  readonly events: ReadonlySet<string>;
}

/** What does not hold, and the shortest path to it. */
export interface Violation {
  readonly bounds: Bounds;
  readonly broken: string;
  readonly path: readonly Step[];
}

export interface SearchOptions {
  readonly bounds: Bounds;
  /** Searches states of at most this many steps. */
  readonly maxSteps?: number;
  /** Checks a state beyond the promises; it says what does not hold. */
  readonly check?: (world: World, rules: Rules) => string | undefined;
  readonly progress?: (states: number, visited: number) => void;
}

const PROGRESS_EVERY = 100_000;

/** Visits every state within the bounds, nearest first, until something does not hold. */
export function search(options: SearchOptions): Found {
  const { bounds, maxSteps = Number.POSITIVE_INFINITY, check, progress } = options;
  const parts = new Parts();
  const rules: Rules = { bounds, memo: new Memo(), shared: (rows) => parts.sharedRows(rows), events: new Set() };
  const table = new StateTable(3 + bounds.workers);
  table.add(parts.write(firstWorld(bounds)), -1);
  let steps = 0;
  let depth = 0;
  let endOfLayer = 1;
  const found = (violation: Violation | null, isComplete: boolean): Found => ({
    states: table.size,
    steps,
    depth,
    isComplete,
    violation,
    parts: parts.sizes,
    events: rules.events,
  });
  for (let place = 0; place < table.size; place += 1) {
    if (place === endOfLayer) {
      depth += 1;
      endOfLayer = table.size;
    }
    if (depth === maxSteps) return found(null, false);
    if (place % PROGRESS_EVERY === 0) progress?.(table.size, place);
    const world = parts.read(table.at(place));
    const broken = check?.(world, rules);
    if (broken !== undefined) return found({ bounds, broken, path: pathTo(table, parts, rules, place) }, false);
    for (const step of stepsFrom(world, rules)) {
      steps += 1;
      const isNew = table.add(parts.write(step.world), place);
      const brokenBy = step.broken ?? (isNew ? brokenIn(step.world) : undefined);
      if (brokenBy !== undefined)
        return found({ bounds, broken: brokenBy, path: [...pathTo(table, parts, rules, place), step] }, false);
    }
  }
  return found(null, true);
}

/** Finds the steps that lead to a state, from the first. */
function pathTo(table: StateTable, parts: Parts, rules: Rules, place: number): Step[] {
  const places: number[] = [];
  for (let at = place; at > 0; at = table.parentOf(at)) places.push(at);
  let from = 0;
  return places.toReversed().map((to) => {
    const wanted = table.at(to).join();
    const step = stepsFrom(parts.read(table.at(from)), rules).find(({ world }) => parts.write(world).join() === wanted);
    if (step === undefined) throw new TypeError('A step of the path is gone.');
    from = to;
    return step;
  });
}
