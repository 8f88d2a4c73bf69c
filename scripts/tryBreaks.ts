import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'scripts/breaks');
/** A longer run counts as having noticed nothing. */
const TIMEOUT_MS = 15 * 60_000;

/** The files of tests that must notice a break: the lines `Noticed-by: …` before the patch. */
function readTests(file: string): string[] {
  return [...readFileSync(join(folder, file), 'utf8').matchAll(/^Noticed-by: (\S+)$/gm)].map(([, test = '']) => test);
}

/** A search of every state that must find a break. */
interface StateSearch {
  /** The arguments of `pnpm prove states`. */
  readonly bounds: readonly string[];
  /** How long the shortest path to the violation is. */
  readonly steps: number;
  /** Part of the sentence that says what is violated. */
  readonly broken: string;
}

/** The lines `Noticed-by: states BOUNDS | N steps: VIOLATION` before the patch. */
function readSearches(file: string): StateSearch[] {
  const lines = readFileSync(join(folder, file), 'utf8').matchAll(/^Noticed-by: states (.+) \| (\d+) steps: (.+)$/gm);
  return [...lines].map(([, bounds = '', steps, broken = '']) => ({
    bounds: bounds.split(' '),
    steps: Number(steps),
    broken,
  }));
}

/** Runs in a process of its own, which loads the sources as they are now. */
async function runSearch(bounds: readonly string[]): Promise<{ readonly ok: boolean; readonly output: string }> {
  const flags = [...process.execArgv, join(root, 'scripts/prove.ts'), 'states', ...bounds];
  return await run(process.execPath, flags, { directory: root, quiet: true, limitMs: TIMEOUT_MS });
}

/** Whether the search finds the break, by a path of the length that the patch names. */
async function findsBreak({ bounds, steps, broken }: StateSearch): Promise<boolean> {
  const { output } = await runSearch(bounds);
  const violated = /^Violated: (.+)$/m.exec(output)?.[1] ?? '';
  return output.includes(`\n${steps} steps:\n`) && violated.includes(broken);
}

async function runTest(
  test: string,
): Promise<{ readonly ok: boolean; readonly hasFailedTests: boolean; readonly output: string }> {
  const flags = ['node_modules/vitest/vitest.mjs', 'run', '--project=server', '--bail=1', '--reporter=dot', test];
  const { ok, output } = await run(process.execPath, flags, {
    directory: root,
    quiet: true,
    limitMs: TIMEOUT_MS,
    settings: { NO_COLOR: '1' },
  });
  // A file that cannot be loaded has noticed nothing, and neither has a test that ran out of time.
  return {
    ok,
    hasFailedTests: /^\s*Tests\s.*\d+ failed/m.test(output) && !/(Test|Hook) timed out in/.test(output),
    output,
  };
}

async function patch(file: string, ...flags: readonly string[]): Promise<void> {
  const { ok, output } = await run('git', ['apply', ...flags, join(folder, file)], { directory: root, quiet: true });
  if (!ok) throw new Error(`${file} does not apply: write it anew.\n${output}`);
}

/**
 * `pnpm prove breaks`: puts one fundamental fault at a time, a patch in `breaks/`, into the sources. Each test that the
 * patch names must fail, and each search of states that it names must find the violation, by the shortest path.
 *
 * @param only the name of the only break to try; default: all
 * @returns whether each break was noticed by each of its tests, which pass without it
 */
export async function tryBreaks(only?: string): Promise<boolean> {
  const files = readdirSync(folder).filter(
    (file) => file.endsWith('.patch') && (only === undefined || file === `${only}.patch`),
  );
  if (files.length === 0) throw new Error(`There is no break named ${only}.`);
  let isInterrupted = false;
  // The break must be taken out again.
  process.once('SIGINT', () => {
    isInterrupted = true;
  });
  let allNoticed = true;
  for (const test of new Set(files.flatMap(readTests))) {
    const { ok, output } = await runTest(test);
    if (!ok) throw new Error(`${test} must pass without a break first:\n${output}`);
  }
  for (const { bounds, steps } of files.flatMap(readSearches)) {
    const { ok, output } = await runSearch([...bounds, `steps=${steps}`]);
    if (!ok) throw new Error(`states ${bounds.join(' ')} must hold without a break first:\n${output}`);
  }
  for (const file of files) {
    if (isInterrupted) return false;
    await patch(file);
    try {
      for (const test of readTests(file)) {
        const { hasFailedTests } = await runTest(test);
        console.log(`${hasFailedTests ? 'noticed    ' : 'NOT NOTICED'} ${file} by ${test}`);
        allNoticed &&= hasFailedTests;
      }
      for (const search of readSearches(file)) {
        const isFound = await findsBreak(search);
        console.log(`${isFound ? 'noticed    ' : 'NOT NOTICED'} ${file} by states ${search.bounds.join(' ')}`);
        allNoticed &&= isFound;
      }
    } finally {
      await patch(file, '--reverse');
    }
  }
  return allNoticed;
}
