import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { applyEdit, BREAKS, type Break } from './breaks.ts';
import { run } from './run.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const server = 'packages/server/src';
/** The server's unit tests of the code that the breaks change. */
const UNIT_TESTS = ['rules', 'storage', 'payments', 'webhooks', 'operator'].map((folder) => `${server}/${folder}/`);
/** The stress tests, at the size of the test suite. Each runs only if those before it noticed nothing. */
const STRESS_TESTS = ['model', 'simulate', 'crashes'].map((name) => `packages/server/test/stress/${name}.test.ts`);
/** Built files that the companion serves. */
const BUILT = ['packages/server/dashboard', 'packages/widget/dist'];
/** A longer run counts as having noticed nothing. */
const TIMEOUT_MS = 15 * 60_000;
const MAX_NAMES = 3;

const reportSchema = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) })),
    }),
  ),
});

/** The result of a run of tests. */
interface TestRun {
  readonly passed: number;
  /** The tests that failed. A file that cannot be loaded has noticed nothing, so it does not count. */
  readonly failed: readonly string[];
  /** An error outside the tests, or undefined. */
  readonly error: string | undefined;
}

/** Which tests noticed a break. */
interface Finding {
  readonly broken: Break;
  readonly unit: TestRun;
  readonly stress: TestRun;
  readonly seconds: number;
}

/**
 * `pnpm prove breaks`: puts one fundamental fault at a time into a copy of the sources. The unit tests and one stress test must notice
 * each fault.
 *
 * @param only the name of the only break to try; default: all breaks
 * @returns whether the unit tests and a stress test noticed each break
 */
export async function tryBreaks(only?: string): Promise<boolean> {
  const breaks = BREAKS.filter(({ name }) => only === undefined || name === only);
  if (breaks.length === 0) {
    console.error(`There is no break named ${only}. The breaks are ${BREAKS.map(({ name }) => name).join(', ')}.`);
    return false;
  }
  const copy = await copySources();
  try {
    console.log('Without a break …');
    const unbroken = await runTests(copy, [...UNIT_TESTS, ...STRESS_TESTS.slice(0, 1)]);
    if (unbroken.error !== undefined || unbroken.failed.length > 0 || unbroken.passed === 0) {
      console.error(`The tests must pass without a break first: ${unbroken.error ?? unbroken.failed.join('; ')}`);
      return false;
    }
    console.log(`${unbroken.passed} tests pass.`);
    const findings: Finding[] = [];
    for (const broken of breaks) {
      console.log(`${broken.name}: ${broken.what} …`);
      const finding = await tryBreak(copy, broken);
      findings.push(finding);
      console.log(`  unit tests: ${describeRun(finding.unit)}\n  stress test: ${describeRun(finding.stress)}`);
    }
    console.log(writeTable(findings));
    return findings.every(({ unit, stress }) => unit.failed.length > 0 && stress.failed.length > 0);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Copies the files that git has or would add, and links the installed packages and the built files. */
async function copySources(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'tsena-breaks-'));
  const listed = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { directory: root, quiet: true });
  if (!listed.ok) throw new Error(`The sources cannot be listed: ${listed.output}`);
  for (const file of listed.output.split('\0').filter((name) => name !== '')) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    // The index can list a file that was deleted.
    await cp(join(root, file), join(copy, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  for (const folder of ['packages', 'examples']) {
    for (const name of await readdir(join(copy, folder))) await link(copy, join(folder, name, 'node_modules'));
  }
  for (const path of ['node_modules', ...BUILT]) await link(copy, path);
  return copy;
}

async function link(copy: string, path: string): Promise<void> {
  await symlink(join(root, path), join(copy, path), 'junction');
}

async function tryBreak(copy: string, broken: Break): Promise<Finding> {
  const started = Date.now();
  const sources = new Map<string, string>();
  try {
    for (const edit of broken.edits) {
      const source = await readFile(join(copy, edit.file), 'utf8');
      if (!sources.has(edit.file)) sources.set(edit.file, source);
      await writeFile(join(copy, edit.file), applyEdit(source, edit));
    }
    const unit = await runTests(copy, UNIT_TESTS);
    let stress: TestRun = { passed: 0, failed: [], error: undefined };
    for (const file of STRESS_TESTS) if (stress.failed.length === 0) stress = await runTests(copy, [file]);
    return { broken, unit, stress, seconds: Math.round((Date.now() - started) / 1000) };
  } finally {
    for (const [file, source] of sources) await writeFile(join(copy, file), source);
  }
}

async function runTests(copy: string, files: readonly string[]): Promise<TestRun> {
  const report = join(copy, 'report.json');
  await rm(report, { force: true });
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
  const flags = [
    'run',
    '--project=server',
    '--bail=1',
    '--testTimeout=240000',
    '--hookTimeout=240000',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const { output } = await run(process.execPath, [vitest, ...flags, ...files], { directory: copy, quiet: true, limitMs: TIMEOUT_MS });
  const text = await readFile(report, 'utf8').catch(() => undefined);
  if (text === undefined) return { passed: 0, failed: [], error: output.slice(-2000) };
  const { numPassedTests, testResults } = z.parse(reportSchema, JSON.parse(text));
  const failed = testResults.flatMap(({ name, assertionResults }) => {
    const file = name.slice(name.lastIndexOf('/') + 1);
    return assertionResults
      .filter(hasNoticed)
      .map(({ fullName, failureMessages }) => `${file} “${fullName}” (${failureMessages[0]?.split('\n', 1)[0] ?? 'no message'})`);
  });
  const unloaded = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0);
  const error =
    unloaded.length === 0 ? undefined : `${unloaded.map(({ name }) => name).join(', ')} cannot be loaded: ${output.slice(-2000)}`;
  return { passed: numPassedTests, failed, error };
}

/** A test that timed out does not count: the machine may be busy. */
function hasNoticed({ status, failureMessages }: { readonly status: string; readonly failureMessages: readonly string[] }): boolean {
  return status === 'failed' && !failureMessages.some((message) => /(Test|Hook) timed out in/.test(message));
}

function describeRun({ failed, error }: TestRun): string {
  if (failed.length === 0) return error === undefined ? 'NOTICED BY NONE' : `NOTICED BY NONE (${error.split('\n')[0]})`;
  return [...failed.slice(0, MAX_NAMES), ...(failed.length > MAX_NAMES ? [`and ${failed.length - MAX_NAMES} more`] : [])].join('; ');
}

function writeTable(findings: readonly Finding[]): string {
  const rows = findings.map(
    ({ broken, unit, stress, seconds }) =>
      `| ${broken.name} | ${broken.what} | ${describeRun(unit)} | ${describeRun(stress)} | ${seconds} |`,
  );
  return [
    '',
    '| break | fault | unit tests that noticed it | stress test that noticed it | s |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
