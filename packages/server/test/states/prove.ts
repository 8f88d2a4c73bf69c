import { search } from './search.ts';
import { createStuckCheck } from './settle.ts';
import { FULL } from './sizes.ts';
import { tell } from './story.ts';

const PROGRESS_EVERY = 500_000;

/**
 * `pnpm prove states`: searches every state at each of the full sizes.
 *
 * @returns whether all promises hold in every state
 */
export function proveStates(say: (line: string) => void): boolean {
  let holds = true;
  for (const { name, bounds, isStuckChecked } of FULL) {
    const started = process.cpuUsage();
    const { violation, isComplete, states, steps, depth } = search({
      bounds,
      ...(isStuckChecked ? { check: createStuckCheck() } : {}),
      progress: (found, visited) => {
        if (visited > 0 && visited % PROGRESS_EVERY === 0) say(`  ${count(visited)} of ${count(found)} states`);
      },
    });
    const seconds = Math.round(process.cpuUsage(started).user / 1e6);
    const megabytes = Math.round(process.memoryUsage().rss / 1e6);
    holds &&= isComplete && violation === null;
    say(`${violation === null ? 'holds   ' : 'VIOLATED'} ${name}`);
    say(`  ${count(states)} states, ${count(steps)} steps, depth ${depth}, ${seconds} s of processor, ${megabytes} MB`);
    if (violation !== null) say(tell(violation));
  }
  return holds;
}

function count(number: number): string {
  return number.toLocaleString('en');
}
