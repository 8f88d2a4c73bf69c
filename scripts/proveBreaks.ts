import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { applyEdit, BREAKS, type Break } from './breaks.ts';
import { run } from './run.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const server = 'packages/server/src';
/** The server's tests that touch what the breaks break. */
const UNIT_TESTS = ['rules', 'storage', 'payments', 'webhooks', 'operator'].map((folder) => `${server}/${folder}/`);
/** Each at the size of its test; the next one is asked only where the one before noticed nothing. */
const PROOFS = ['model', 'kills'].map((name) => `packages/server/test/stress/${name}.test.ts`);
/** A run that takes longer has noticed nothing. */
const LIMIT_MS = 15 * 60_000;
const MOST_NAMES = 3;

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

/** What one run of tests came to. */
interface TestRun {
  readonly passed: number;
  /** The tests that failed; a file that could not be loaded counts as none, for it has noticed nothing. */
  readonly failed: readonly string[];
  /** What went wrong beside the tests; undefined if nothing did. */
  readonly error: string | undefined;
}

/** What was noticed of one break. */
interface Finding {
  readonly broken: Break;
  readonly unit: TestRun;
  readonly proof: TestRun;
  readonly seconds: number;
}

/**
 * `pnpm prove breaks`: puts each fundamental fault into a copy of the sources. The unit tests must notice each one, and so must one proof.
 *
 * @param only the name of the one break to try; all of them where it is left out
 * @returns whether each break was noticed twice
 */
export async function proveBreaks(only?: string): Promise<boolean> {
  const breaks = BREAKS.filter(({ name }) => only === undefined || name === only);
  if (breaks.length === 0) {
    console.error(`There is no break named ${only}; there are ${BREAKS.map(({ name }) => name).join(', ')}.`);
    return false;
  }
  const copy = await copySources();
  try {
    console.log('Without a break …');
    const sound = await runTests(copy, [...UNIT_TESTS, ...PROOFS.slice(0, 1)]);
    if (sound.error !== undefined || sound.failed.length > 0 || sound.passed === 0) {
      console.error(`The tests must pass without a break first: ${sound.error ?? sound.failed.join('; ')}`);
      return false;
    }
    console.log(`${sound.passed} tests pass.`);
    const findings: Finding[] = [];
    for (const broken of breaks) {
      console.log(`${broken.name}: ${broken.what} …`);
      const finding = await tryBreak(copy, broken);
      findings.push(finding);
      console.log(`  unit tests: ${wordsOf(finding.unit)}\n  proof: ${wordsOf(finding.proof)}`);
    }
    console.log(tableOf(findings));
    return findings.every(({ unit, proof }) => unit.failed.length > 0 && proof.failed.length > 0);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** The files that git knows or would add, with what is installed linked. */
async function copySources(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'tsena-breaks-'));
  const listed = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { directory: root, quiet: true });
  if (!listed.ok) throw new Error(`The sources cannot be listed: ${listed.output}`);
  for (const file of listed.output.split('\0').filter((name) => name !== '')) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    // A file that was removed and is still in the index has nothing to copy.
    await cp(join(root, file), join(copy, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  for (const folder of ['packages', 'examples']) {
    for (const name of await readdir(join(copy, folder))) await link(copy, join(folder, name, 'node_modules'));
  }
  await link(copy, 'node_modules');
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
    let proof: TestRun = { passed: 0, failed: [], error: undefined };
    for (const file of PROOFS) if (proof.failed.length === 0) proof = await runTests(copy, [file]);
    return { broken, unit, proof, seconds: Math.round((Date.now() - started) / 1000) };
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
  const { output } = await run(process.execPath, [vitest, ...flags, ...files], { directory: copy, quiet: true, limitMs: LIMIT_MS });
  const text = await readFile(report, 'utf8').catch(() => undefined);
  if (text === undefined) return { passed: 0, failed: [], error: output.slice(-2000) };
  const { numPassedTests, testResults } = z.parse(reportSchema, JSON.parse(text));
  const failed = testResults.flatMap(({ name, assertionResults }) => {
    const file = name.slice(name.lastIndexOf('/') + 1);
    return assertionResults.filter(hasNoticed).map(({ fullName }) => `${file} “${fullName}”`);
  });
  const unloaded = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0);
  const error =
    unloaded.length === 0 ? undefined : `${unloaded.map(({ name }) => name).join(', ')} cannot be loaded: ${output.slice(-2000)}`;
  return { passed: numPassedTests, failed, error };
}

/** A test that ran out of time may have met a busy machine; it has noticed nothing. */
function hasNoticed({ status, failureMessages }: { readonly status: string; readonly failureMessages: readonly string[] }): boolean {
  return status === 'failed' && !failureMessages.some((message) => /(Test|Hook) timed out in/.test(message));
}

function wordsOf({ failed, error }: TestRun): string {
  if (failed.length === 0) return error === undefined ? 'NOTICED BY NONE' : `NOTICED BY NONE (${error.split('\n')[0]})`;
  return [...failed.slice(0, MOST_NAMES), ...(failed.length > MOST_NAMES ? [`and ${failed.length - MOST_NAMES} more`] : [])].join('; ');
}

function tableOf(findings: readonly Finding[]): string {
  const rows = findings.map(
    ({ broken, unit, proof, seconds }) => `| ${broken.name} | ${broken.what} | ${wordsOf(unit)} | ${wordsOf(proof)} | ${seconds} |`,
  );
  return ['', '| break | what | unit tests that noticed | proof that noticed | s |', '|---|---|---|---|---|', ...rows, ''].join('\n');
}
