import * as z from 'zod/mini';

/** The numbers of tests by result. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
  /** The names of the passed tests. */
  readonly passes: readonly string[];
  /** The names of the tests that failed, and passed when they ran again alone. */
  readonly flaky: readonly string[];
}

/** A failed test, or a file that cannot be loaded. */
export interface Failure {
  readonly file: string;
  readonly name: string;
  /** The first line of the error; '' if the report has none. */
  readonly why: string;
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
      message: z.optional(z.string()),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.optional(z.nullable(z.array(z.string()))) }),
      ),
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
      ...broken.map(({ name, message }) => ({ file: name, name, why: firstLine(message) })),
      ...read.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => ({ file: name, name: `${name}: ${fullName}`, why: firstLine(failureMessages?.[0]) })),
      ),
    ],
    passes: read.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'passed').map(({ fullName }) => `${name}: ${fullName}`),
    ),
    flaky: [],
  };
}

function firstLine(text = ''): string {
  return text.split('\n', 1)[0]?.slice(0, 300) ?? '';
}

const playwrightSuite = z.object({
  specs: z.array(z.object({ file: z.string(), title: z.string(), ok: z.boolean(), tests: z.array(z.object({ status: z.string() })) })),
  get suites() {
    return z.optional(z.array(playwrightSuite));
  },
});

type PlaywrightSuite = z.infer<typeof playwrightSuite>;

type PlaywrightSpec = PlaywrightSuite['specs'][number];

function specsOf({ specs, suites = [] }: PlaywrightSuite): readonly PlaywrightSpec[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

const nameOf = ({ file, title }: PlaywrightSpec) => `${file}: ${title}`;
// Playwright calls a skipped test `ok`.
const hasPassed = ({ tests }: PlaywrightSpec) => tests.some(({ status }) => status === 'expected');

const playwrightReport = z.object({
  suites: z.array(playwrightSuite),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

/** Counts Playwright's JSON report. A flaky test counts as failed. */
export function tallyOfPlaywright(report: string): Tally {
  const { stats, suites } = playwrightReport.parse(JSON.parse(report));
  const specs = suites.flatMap(specsOf);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: specs.filter(({ ok }) => !ok).map((spec) => ({ file: spec.file, name: nameOf(spec), why: '' })),
    passes: specs.filter((spec) => spec.ok && hasPassed(spec)).map(nameOf),
    flaky: [],
  };
}

/**
 * The tally of tests whose failed files ran again alone. A test that passes then is flaky: a busy machine or chance made it fail, which
 * does not fail the run, but is shown. A failure that is neither passed nor failed in the second run stays a failure.
 */
export function tallyAfterRetry(first: Tally, again: Tally): Tally {
  const failsAgain = new Set(again.failures.map(({ name }) => name));
  const hasPassedNow = ({ file, name }: Failure) =>
    !failsAgain.has(name) && again.passes.some((pass) => pass === name || (name === file && pass.startsWith(`${file}: `)));
  const flaky = first.failures.filter(hasPassedNow).map(({ name }) => name);
  const unseen = first.failures.filter((failure) => !failsAgain.has(failure.name) && !hasPassedNow(failure));
  const failures = [...again.failures, ...unseen];
  return {
    passed: first.passed + flaky.length,
    failed: Math.max(again.failed, failures.length),
    skipped: first.skipped,
    failures,
    passes: [...first.passes, ...flaky],
    flaky: [...first.flaky, ...flaky],
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
      passes: [...sum.passes, ...one.passes],
      flaky: [...sum.flaky, ...one.flaky],
    }),
    { passed: 0, failed: 0, skipped: 0, failures: [], passes: [], flaky: [] },
  );
}

/** Writes a tally: the failed tests, the flaky ones, then one line like `412 passed, 0 failed`. */
export function writeTally({ passed, failed, skipped, failures, flaky }: Tally): string {
  const more = [skipped > 0 ? `, ${skipped} skipped` : '', flaky.length > 0 ? `, ${flaky.length} flaky` : ''];
  return [
    ...failures.map(({ name, why }) => `failed: ${name}${why === '' ? '' : `: ${why}`}`),
    ...flaky.map((name) => `flaky: ${name}`),
    `${passed} passed, ${failed} failed${more.join('')}`,
  ].join('\n');
}
