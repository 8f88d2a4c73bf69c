import { parseArgs } from 'node:util';
import { build } from './run.ts';
import { tryBreaks } from './tryBreaks.ts';

/**
 * `pnpm prove`: builds, and runs the crash and stress tests at full size. `--help` lists them; docs/crash-tests.md
 * describes them.
 */

/** The figures of a test and its violations. A test can also throw its first violation. */
type Report = object & { readonly violations: readonly string[] };

/** The size of a run, its seed, and who hears how much of it is done. */
interface Run {
  readonly size: number;
  readonly seed: number;
  progress(done: number): void;
}

/** A crash or stress test, with its full size. */
interface StressTest {
  /** What its size counts. */
  readonly of: string;
  readonly size: number;
  /** Runs only if it is named. */
  readonly isExtra: boolean;
  run(options: Run): Promise<Report>;
}

const test = (of: string, size: number, run: StressTest['run'], isExtra = false): StressTest => ({
  of,
  size,
  isExtra,
  run,
});

/** How long the process may take to end after the last test. */
const END_WITHIN_MS = 10_000;

/** The load of the soak test. */
const SAMPLES_PER_MINUTE = 2;
const PAYMENTS_PER_SECOND = 5;

async function soak({ size: minutes, progress }: Run): Promise<Report> {
  if (minutes < 6) throw new Error('Growth is not seen in fewer than 6 minutes.');
  return (await import('../packages/server/test/stress/soak.ts')).runSoakTest({
    samples: minutes * SAMPLES_PER_MINUTE,
    paymentsPerSample: (60 / SAMPLES_PER_MINUTE) * PAYMENTS_PER_SECOND,
    perSecond: PAYMENTS_PER_SECOND,
    progress: (samples) => progress(Math.floor(samples / SAMPLES_PER_MINUTE)),
  });
}

async function simulate(size: Run & { readonly pace?: 'calm' }): Promise<Report> {
  return (await import('../packages/server/test/stress/simulateInProcesses.ts')).runSimulation(size);
}

/**
 * Loaded when they run: the companion renders pages with the built widget, and a fresh clone has none before {@link
 * build}.
 */
const TESTS: Readonly<Record<string, StressTest>> = {
  kills: test('crashes', 1000, async (run) =>
    (await import('../packages/server/test/stress/crashes.ts')).runCrashTest(run),
  ),
  simulate: test('seeds', 1000, simulate),
  'simulate --calm': test('seeds', 10_000, (run) => simulate({ ...run, pace: 'calm' })),
  fuzz: test('requests', 100_000, async (run) =>
    (await import('../packages/server/test/stress/fuzz.ts')).runFuzzTest(run),
  ),
  chaos: test('payments', 10_000, async (run) =>
    (await import('../packages/server/test/stress/chaos.ts')).runChaosTest({ ...run, built: true }),
  ),
  'lost-answers': test('payments on each database', 1000, async (run) =>
    (await import('../packages/server/test/stress/lostAnswers.ts')).runLostAnswersTest(run),
  ),
  references: test('references', 100_000, async (run) =>
    (await import('../packages/server/test/stress/references.ts')).runReferencesTest(run),
  ),
  sales: test('rounds', 200, async (run) =>
    (await import('../packages/server/test/stress/salesAtOnce.ts')).runSalesAtOnceTest(run),
  ),
  soak: test('minutes, at least 6', 60, soak, true),
};

/** Reports progress in about 20 lines. */
function reportProgress(name: string, total: number): (done: number) => void {
  const started = Date.now();
  const step = Math.max(1, Math.floor(total / 20));
  let reported = -1;
  return (done) => {
    const now = Math.floor(done / step);
    if (now === reported) return;
    reported = now;
    console.log(`${name}: ${done} of ${total}, ${Math.round((Date.now() - started) / 1000)} s`);
  };
}

function print(name: string, report: object): void {
  process.stdout.write(`\n${name}\n`);
  for (const [key, value] of Object.entries(report)) {
    const lines =
      Array.isArray(value) && value.length > 0 ? ['', ...value.map((line) => `    ${line}`)] : [JSON.stringify(value)];
    process.stdout.write(`  ${key.padEnd(20)} ${lines.join('\n')}\n`);
  }
}

/** A size comes before an option. */
function withSize(name: string): string {
  const [test, ...options] = name.split(' ');
  return [test, '[N]', ...options].join(' ');
}

function help(): string {
  const tests = Object.entries(TESTS).map(([name, { of, size, isExtra }]) => {
    return `  ${withSize(name).padEnd(21)} N ${of}, by default ${size}${isExtra ? '; runs only if it is named' : ''}\n`;
  });
  return `pnpm prove [TEST [N]] [--seed S]    runs one crash or stress test, or all; docs/crash-tests.md describes them

${tests.join('')}  breaks [--only NAME]  puts fundamental faults into a copy of the code: do the tests notice them?
  states [BOUND=N …]    searches every state of the real decisions, at the full sizes or within these bounds

  --seed S              repeats a run; prove simulate 1 --seed 7 replays one seed of the simulation\n`;
}

async function runTest(name: string, test: StressTest, size: number, seed: number): Promise<boolean> {
  try {
    const report = await test.run({ size, seed, progress: reportProgress(name, size) });
    print(name, report);
    return report.violations.length === 0;
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? `\n${String(error.cause)}` : '';
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}${cause}\n`);
    return false;
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    only: { type: 'string' },
    calm: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  process.stdout.write(help());
  process.exit();
}
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const [first, size] = positionals;
const named = values.calm ? `${first ?? ''} --calm` : first;
const OTHERS = ['breaks', 'states'];
if (named !== undefined && !OTHERS.includes(named) && !Object.hasOwn(TESTS, named)) {
  process.stderr.write(
    `There is no test named ${named}. The tests are ${[...Object.keys(TESTS), ...OTHERS].join(', ')}.\n`,
  );
  process.exit(1);
}

if (named === 'states') {
  const { proveStates } = await import('../packages/server/test/states/prove.ts');
  process.exit(proveStates(console.log, positionals.slice(1)) ? 0 : 1);
}
if (!(await build())) process.exit(1);
if (named === 'breaks') process.exit((await tryBreaks(values.only)) ? 0 : 1);
process.stdout.write(`seed ${seed}\n`);
const { buildPrograms } = await import('../packages/server/test/stress/builtPrograms.ts');
const removePrograms = await buildPrograms();
try {
  for (const [name, test] of Object.entries(TESTS)) {
    if (named === undefined ? test.isExtra : name !== named) continue;
    const hasPassed = await runTest(name, test, Number(size ?? test.size), seed);
    process.stdout.write(`\n${name}: ${hasPassed ? 'passed' : 'FAILED'}\n`);
    if (!hasPassed) process.exitCode = 1;
  }
} finally {
  removePrograms();
}
// Node 20 can wait for a child of tsx for ever when it cleans up after the last event.
process.once('beforeExit', () => process.exit());
// The process must end by itself: a test that leaves something open has not stopped what it started.
setTimeout(() => {
  process.stderr.write(`The process does not end; it still has: ${process.getActiveResourcesInfo().join(', ')}\n`);
  process.exitCode = 1;
}, END_WITHIN_MS).unref();
