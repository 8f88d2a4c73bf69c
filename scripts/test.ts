import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './browser.ts';
import { build, run } from './run.ts';
import { addTallies, type Tally, tallyAfterRetry, tallyOfPlaywright, tallyOfVitest, writeTally } from './tally.ts';

const USAGE = 'pnpm test [--unit | --browser] [arguments for vitest or Playwright]';

const root = fileURLToPath(new URL('..', import.meta.url));
const e2e = join(root, 'e2e');

const oneFailure: Tally = { passed: 0, failed: 1, skipped: 0, failures: [], passes: [], flaky: [] };
/** More failed files are no accident. */
const MAX_RETRIED_FILES = 5;

/** Reads a test runner's report. If the runner failed without a failed test, that counts as one failure. */
async function readTally(report: string, ok: boolean, tallyOf: (report: string) => Tally): Promise<Tally> {
  try {
    const tally = tallyOf(await readFile(report, 'utf8'));
    return ok || tally.failed > 0 ? tally : { ...tally, failed: 1 };
  } catch (error) {
    console.error(`The test report cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return oneFailure;
  }
}

async function runUnitTests(folder: string, more: readonly string[]): Promise<Tally> {
  console.log('\nUnit tests');
  const report = join(folder, 'unit.json');
  const cli = join(root, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { ok } = await run(process.execPath, [cli, 'run', ...reporters, ...more], { directory: root });
  return await readTally(report, ok, tallyOfVitest);
}

async function runBrowserTests(folder: string, more: readonly string[]): Promise<Tally> {
  console.log('\nBrowser tests');
  const browser = await ensureBrowser();
  console.log(`Browser: ${browser}`);
  const report = join(folder, 'browser.json');
  const cli = join(e2e, 'node_modules/@playwright/test/cli.js');
  const settings = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const { ok } = await run(process.execPath, [cli, 'test', ...more], { directory: e2e, settings });
  return await readTally(report, ok, tallyOfPlaywright);
}

/** Runs the files with failed tests once more, one after another. */
async function retry(first: Tally, runTests: (more: readonly string[]) => Promise<Tally>): Promise<Tally> {
  const files = [...new Set(first.failures.map(({ file }) => file))];
  // A failure of the runner itself names no test.
  if (files.length === 0 || files.length > MAX_RETRIED_FILES || first.failures.length < first.failed) return first;
  console.log(`\n${writeTally(first)}\nThe files with failed tests run again, alone.`);
  return tallyAfterRetry(first, await runTests(files));
}

async function test(given: readonly string[]): Promise<Tally> {
  const only: readonly string[] = given.filter((one) => one === '--unit' || one === '--browser');
  const more = given.filter((one) => !only.includes(one) && one !== '--');
  if (only.length > 1) throw new Error(USAGE);
  if (!(await build())) return oneFailure;
  const folder = await mkdtemp(join(tmpdir(), 'tsena-test-'));
  try {
    const tallies: Tally[] = [];
    if (only[0] !== '--browser') {
      const first = await runUnitTests(folder, more);
      tallies.push(await retry(first, (files) => runUnitTests(folder, ['--maxWorkers=1', ...files])));
    }
    if (only[0] !== '--unit') {
      const first = await runBrowserTests(folder, more);
      tallies.push(await retry(first, (files) => runBrowserTests(folder, ['--workers=1', ...files])));
    }
    return addTallies(tallies);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const tally = await test(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return oneFailure;
});
console.log(writeTally(tally));
process.exitCode = tally.failed > 0 ? 1 : 0;
