import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.ts';

const VERSION_LIMIT_MS = 20_000;
const DOWNLOAD_LIMIT_MS = 120_000;
const INSTALL_LIMIT_MS = 300_000;

const browserTests = fileURLToPath(new URL('../e2e', import.meta.url));

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const PLACES = [
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

function exists(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether it really is a browser: some systems have a placeholder under this name that only says how to install one. */
async function works(file: string): Promise<boolean> {
  if (!exists(file)) return false;
  const { ok, output } = await run(file, ['--version'], { quiet: true, limitMs: VERSION_LIMIT_MS });
  return ok && /chrom/i.test(output);
}

async function findInstalled(): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const file of [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...PLACES]) {
    if (await works(file)) return file;
  }
  return undefined;
}

/** Where Playwright keeps its own browser, whether it is there or not. */
async function findPlaywrights(): Promise<string | undefined> {
  const question = "import { chromium } from '@playwright/test'; console.log(chromium.executablePath());";
  const { output } = await run(process.execPath, ['--input-type=module', '-e', question], { directory: browserTests, quiet: true });
  return (await works(output)) ? output : undefined;
}

/** The one line of a failed command's output that tells most. */
function complaintIn(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  return lines.find((line) => /^(e:|error)|failed/i.test(line)) ?? (lines.at(-1) || 'it took too long');
}

async function download(): Promise<string | undefined> {
  console.log('No Chrome or Chromium is here. Downloading the one that Playwright keeps (two minutes at most) …');
  const cli = fileURLToPath(new URL('../e2e/node_modules/@playwright/test/cli.js', import.meta.url));
  const flags = [cli, 'install', '--only-shell', 'chromium'];
  const { ok, output } = await run(process.execPath, flags, { directory: browserTests, quiet: true, limitMs: DOWNLOAD_LIMIT_MS });
  const found = ok ? await findPlaywrights() : undefined;
  if (found === undefined) console.log(`That did not work: ${complaintIn(output)}`);
  return found;
}

async function installWithApt(): Promise<string | undefined> {
  const isRoot = process.getuid?.() === 0;
  const mayInstall = isRoot || (await run('sudo', ['-n', 'true'], { quiet: true })).ok;
  const hasApt = (await run('apt-get', ['--version'], { quiet: true })).ok;
  if (!mayInstall || !hasApt) return undefined;
  const [command, ...prefix] = isRoot ? ['apt-get'] : (['sudo', '-n', 'apt-get'] as const);
  const settings = { DEBIAN_FRONTEND: 'noninteractive' };
  console.log('Installing chromium with apt-get (five minutes at most) …');
  // An update that reaches only some of its sources still leaves the old lists to install from.
  await run(command, [...prefix, 'update'], { quiet: true, settings, limitMs: INSTALL_LIMIT_MS });
  const flags = [...prefix, 'install', '-y', '--no-install-recommends', 'chromium'];
  const { ok, output } = await run(command, flags, { quiet: true, settings, limitMs: INSTALL_LIMIT_MS });
  if (!ok) console.log(`That did not work: ${complaintIn(output)}`);
  return ok ? await findInstalled() : undefined;
}

/**
 * Finds a Chrome or Chromium for the browser tests, or installs one.
 *
 * @returns its path
 * @throws Error that says what a person can do
 */
export async function ensureBrowser(): Promise<string> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen !== undefined && chosen !== '') {
    if (await works(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH=${chosen} is not a Chrome or Chromium that starts.`);
  }
  const browser = (await findInstalled()) ?? (await findPlaywrights()) ?? (await download()) ?? (await installWithApt());
  if (browser !== undefined) return browser;
  throw new Error('The browser tests need a Chrome or Chromium, and none could be installed. Install one, or set CHROMIUM_PATH to it.');
}
