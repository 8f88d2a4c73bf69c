import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { ensureBrowser } from './browser.ts';
import { build, run } from './run.ts';
import { installTools } from './tools.ts';

/**
 * `pnpm test [--unit | --browser] [arguments for vitest or Playwright]`. `--browser --project=engines` and the like run
 * the other projects of e2e/playwright.config.ts. The last line is the sum of all results.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const e2e = join(root, 'e2e');
const reports = mkdtempSync(join(tmpdir(), 'tsena-test-'));

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const vitestReport = z.pipe(
  z.object({
    numPassedTests: z.number(),
    numFailedTests: z.number(),
    numPendingTests: z.number(),
    numTodoTests: z.number(),
    testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
  }),
  z.transform(({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }): Counts => {
    // A file that cannot be loaded, or whose hook fails, has no failed test.
    const broken = testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
    );
    return { passed: numPassedTests, failed: numFailedTests + broken.length, skipped: numPendingTests + numTodoTests };
  }),
);

const playwrightReport = z.pipe(
  z.object({
    stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  }),
  z.transform(
    ({ stats }): Counts => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }),
  ),
);

/** Reads a runner's report. If the runner failed without a failed test, that counts as one failure. */
function readCounts(file: string, ok: boolean, schema: z.ZodMiniType<Counts>): Counts {
  try {
    const counts = schema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };
  } catch (error) {
    console.error(`The test report cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

async function runUnitTests(more: readonly string[]): Promise<Counts> {
  console.log('\nUnit tests');
  const report = join(reports, 'unit.json');
  const cli = join(root, 'node_modules/vitest/vitest.mjs');
  const reporters = [
    '--reporter=default',
    '--reporter=packages/testkit/src/progress.ts',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  // A test that passes in its second run is reported as such, and does not fail the run.
  const { ok } = await run(process.execPath, [cli, 'run', '--retry=1', ...reporters, ...more], { directory: root });
  return readCounts(report, ok, vitestReport);
}

async function runBrowserTests(more: readonly string[]): Promise<Counts> {
  console.log('\nBrowser tests');
  const report = join(reports, 'browser.json');
  const cli = join(e2e, 'node_modules/@playwright/test/cli.js');
  const settings = { CHROMIUM_PATH: await ensureBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const project = more.some((one) => one.startsWith('--project')) ? [] : ['--project=browser'];
  const { ok } = await run(process.execPath, [cli, 'test', '--retries=1', ...project, ...more], {
    directory: e2e,
    settings,
  });
  return readCounts(report, ok, playwrightReport);
}

const flags = process.argv.slice(2).filter((one) => one !== '--');
const more = flags.filter((one) => one !== '--unit' && one !== '--browser');
const counts: Counts[] = [];
try {
  await installTools();
  if (!(await build())) throw new Error('Nothing was tested.');
  if (!flags.includes('--browser')) counts.push(await runUnitTests(more));
  if (!flags.includes('--unit')) counts.push(await runBrowserTests(more));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  counts.push({ passed: 0, failed: 1, skipped: 0 });
}
rmSync(reports, { recursive: true, force: true });
const [passed, failed, skipped] = (['passed', 'failed', 'skipped'] as const).map((key) =>
  counts.reduce((sum, one) => sum + one[key], 0),
);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed === 0 ? 0 : 1;
