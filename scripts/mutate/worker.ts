import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVitest, type Vitest } from 'vitest/node';
import type { Note, Plan } from './plan.ts';
import { PROJECTS, type TestFile } from './scope.ts';

const POLL_MS = 100;

/** A plan without the place of its notes. */
export type Task = Plan extends infer One ? (One extends Plan ? Omit<One, 'notes'> : never) : never;

/** What a run of one test file came to. */
export interface Outcome {
  readonly notes: readonly Note[];
  /** Whether the file passed as a whole; what its worker was ended for is no pass. */
  readonly passed: boolean;
  /** Ended, since it took longer than it may. */
  readonly ended: boolean;
}

/** Runs test files with vitest, which stays warm: what it has transformed is transformed once. */
export interface Workers {
  /** @param limitOf how long the worker may go on without a note, ms, after this last one */
  run(test: TestFile, task: Task, limitOf: (last: Note | undefined) => number): Promise<Outcome>;
  close(): Promise<void>;
}

/** Starts vitest on the repository, with these sources in place of the files of these (absolute) paths. */
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
  // A test that is repeated a hundred times adds a hundred listeners to its one signal.
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
    // Those of earlier runs are still in the list.
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

/** Ends the worker when it is silent for too long: a mutant may make it wait, or run, for ever. */
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
