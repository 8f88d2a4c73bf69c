import { readBounds } from './readBounds.ts';
import { type Found, search } from './search.ts';
import { createStuckCheck } from './settle.ts';
import { FULL, type Size } from './sizes.ts';
import { tell } from './story.ts';

const PROGRESS_EVERY = 500_000;

/**
 * `pnpm prove states`: searches every state at each of the full sizes, or at the bounds that the words name, as
 * `payments=1 workers=2 crashes=1`. `settles` checks also that nothing is stuck; `steps=10` ends the search there.
 *
 * @returns whether all promises hold in every state
 */
export function proveStates(say: (line: string) => void, words: readonly string[] = []): boolean {
  if (words.length === 0) return FULL.map((size) => prove(size, say)).every(Boolean);
  const steps = words.find((word) => word.startsWith('steps='));
  const bounds = readBounds(words.filter((word) => word !== steps && word !== 'settles'));
  const size = { name: words.join(' '), bounds, isStuckChecked: words.includes('settles') };
  return prove(size, say, steps === undefined ? undefined : Number(steps.slice('steps='.length)));
}

function prove({ name, bounds, isStuckChecked }: Size, say: (line: string) => void, maxSteps?: number): boolean {
  const started = process.cpuUsage();
  const found = search({
    bounds,
    ...(maxSteps === undefined ? {} : { maxSteps }),
    ...(isStuckChecked ? { check: createStuckCheck() } : {}),
    progress: (states, visited) => {
      if (visited > 0 && visited % PROGRESS_EVERY === 0) say(`  ${count(visited)} of ${count(states)} states`);
    },
  });
  const { violation } = found;
  const holds = violation === null && (found.isComplete || maxSteps !== undefined);
  say(`${holds ? 'holds   ' : 'VIOLATED'} ${name}`);
  say(figuresOf(found, Math.round(process.cpuUsage(started).user / 1e6)));
  if (violation !== null) say(`${violation.path.length} steps:\n${tell(violation)}`);
  return holds;
}

function figuresOf({ states, steps, depth }: Found, seconds: number): string {
  const megabytes = Math.round(process.memoryUsage().rss / 1e6);
  return `  ${count(states)} states, ${count(steps)} steps, depth ${depth}, ${seconds} s of processor, ${megabytes} MB`;
}

function count(number: number): string {
  return number.toLocaleString('en');
}
