import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVitest, type Vitest } from 'vitest/node';
import type { Note, Plan } from './plan.ts';
import { PROJECTS, type TestFile } from './scope.ts';

const POLL_MS = 100;

/** A plan without the path of its notes. */
export type Task = Plan extends infer One ? (One extends Plan ? Omit<One, 'notes'> : never) : never;

/** The result of a run of one test file. */
export interface Outcome {
  readonly notes: readonly Note[];
  /** Whether all tests passed and the worker was not ended. */
  readonly passed: boolean;
  /** Whether the worker was ended because it took too long. */
  readonly ended: boolean;
}

/** Runs test files with one vitest, which transforms each file only once. */
export interface Workers {
  /** @param limitOf the time that the worker may take until its next note, ms */
  run(test: TestFile, task: Task, limitOf: (last: Note | undefined) => number): Promise<Outcome>;
  close(): Promise<void>;
}

/** Starts vitest on the repository, with instrumented sources instead of the files at these absolute paths. */
export async function startWorkers(root: string, instrumented: ReadonlyMap<string, string>): Promise<Workers> {
  const folder = mkdtempSync(join(tmpdir(), 'tsena-mutate-'));
  const plugin = {
    name: 'mutate',
    enforce: 'pre' as const,
    transform(_code: string, id: string) {
      return instrumented.get(id.replace(/\?.*$/, '')) ?? null;
    },
  };
  const runner = fileURLToPath(new URL('./runner.ts', import.meta.url));
  // A test that is repeated many times adds many listeners to its abort signal.
  process.env.NODE_NO_WARNINGS = '1';
  const vitest = await createVitest('test', {
    root,
    config: false,
    watch: false,
    reporters: [{}],
    maxWorkers: 1,
    pool: 'forks',
    projects: PROJECTS.map((name) => ({
      extends: join(root, 'packages', name, 'vitest.config.ts'),
      root: join(root, 'packages', name),
      plugins: [plugin],
      test: { runner, pool: 'forks' as const },
    })),
  });
  let count = 0;
  return {
    async run(test, task, limitOf) {
      count += 1;
      const notes = join(folder, `${count}.ndjson`);
      writeFileSync(notes, '');
      try {
        return await runOne(vitest, root, test, { ...task, notes }, limitOf);
      } finally {
        rmSync(notes);
      }
    },
    async close() {
      await vitest.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function runOne(
  vitest: Vitest,
  root: string,
  test: TestFile,
  plan: Plan,
  limitOf: (last: Note | undefined) => number,
): Promise<Outcome> {
  const project = vitest.projects.find(({ name }) => name === test.project);
  if (project === undefined) throw new Error(`vitest knows no project ${test.project}`);
  project.provide('plan', plan);
  const watch = watchNotes(plan.notes, limitOf);
  try {
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([project.createSpecification(join(root, test.path))]);
    // The list also has modules of earlier runs.
    const own = testModules.find(({ moduleId }) => moduleId === join(root, test.path));
    const passed = own?.ok() === true && unhandledErrors.length === 0;
    return { notes: readNotes(plan.notes), passed: passed && !watch.ended(), ended: watch.ended() };
  } finally {
    watch.stop();
  }
}

function readNotes(path: string): Note[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Note => JSON.parse(line));
}

/** Ends the worker after its time limit: a mutant can make it wait or run for ever. */
function watchNotes(path: string, limitOf: (last: Note | undefined) => number) {
  let ended = false;
  let length = -1;
  let since = Date.now();
  const timer = setInterval(() => {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    if (text.length !== length) {
      length = text.length;
      since = Date.now();
      return;
    }
    const notes = readNotes(path);
    const worker = notes.find((note) => note.kind === 'worker');
    if (ended || worker === undefined || Date.now() - since < limitOf(notes.at(-1))) return;
    ended = true;
    process.kill(worker.pid, 'SIGKILL');
  }, POLL_MS);
  return { ended: () => ended, stop: () => clearInterval(timer) };
}
