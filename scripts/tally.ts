import * as z from 'zod/mini';

/** The numbers of tests by result. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The names of the failed tests. */
  readonly failures: readonly string[];
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

/** Counts vitest's JSON report. A file that cannot be loaded counts as one failed test. */
export function tallyOfVitest(report: string): Tally {
  const read = vitestReport.parse(JSON.parse(report));
  const broken = read.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: read.numPassedTests,
    failed: read.numFailedTests + broken.length,
    skipped: read.numPendingTests + read.numTodoTests,
    failures: [
      ...broken.map(({ name }) => name),
      ...read.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => `${name}: ${fullName}`),
      ),
    ],
  };
}

const playwrightSuite = z.object({
  specs: z.array(z.object({ file: z.string(), title: z.string(), ok: z.boolean() })),
  get suites() {
    return z.optional(z.array(playwrightSuite));
  },
});

type PlaywrightSuite = z.infer<typeof playwrightSuite>;

function failuresOf({ specs, suites = [] }: PlaywrightSuite): readonly string[] {
  const own = specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file}: ${title}`);
  return [...own, ...suites.flatMap(failuresOf)];
}

const playwrightReport = z.object({
  suites: z.array(playwrightSuite),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

/** Counts Playwright's JSON report. A flaky test counts as failed. */
export function tallyOfPlaywright(report: string): Tally {
  const { stats, suites } = playwrightReport.parse(JSON.parse(report));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: suites.flatMap(failuresOf),
  };
}

/** Adds tallies. */
export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
      failures: [...sum.failures, ...one.failures],
    }),
    { passed: 0, failed: 0, skipped: 0, failures: [] },
  );
}

/** Writes a tally: the names of the failed tests, then one line like `412 passed, 0 failed`. */
export function writeTally({ passed, failed, skipped, failures }: Tally): string {
  const counts = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return [...failures.map((name) => `failed: ${name}`), counts].join('\n');
}
