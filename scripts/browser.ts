import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.ts';

const VERSION_TIMEOUT_MS = 20_000;
const DOWNLOAD_TIMEOUT_MS = 120_000;
const INSTALL_TIMEOUT_MS = 300_000;

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

/** The installed programs of these names. */
export function findPrograms(...names: readonly string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter(exists);
}

/** Whether a file is a browser that starts: some systems have a placeholder that only explains how to install one. */
async function isBrowser(file: string): Promise<boolean> {
  if (!exists(file)) return false;
  const { ok, output } = await run(file, ['--version'], { quiet: true, limitMs: VERSION_TIMEOUT_MS });
  return ok && /chrom/i.test(output);
}

async function findInstalled(): Promise<string | undefined> {
  for (const file of [...findPrograms(...NAMES), ...PLACES]) if (await isBrowser(file)) return file;
  return undefined;
}

/** The browser that Playwright installed, if there is one. */
async function findPlaywrights(): Promise<string | undefined> {
  const question = "import { chromium } from '@playwright/test'; console.log(chromium.executablePath());";
  const { output } = await run(process.execPath, ['--input-type=module', '-e', question], {
    directory: browserTests,
    quiet: true,
  });
  return (await isBrowser(output)) ? output : undefined;
}

/** The most useful line in the output of a failed command. */
function findErrorLine(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  return lines.find((line) => /^(e:|error)|failed/i.test(line)) ?? (lines.at(-1) || 'time limit exceeded');
}

async function download(): Promise<string | undefined> {
  console.log('No Chrome or Chromium found. Downloading Playwright’s Chromium (two minutes at most) …');
  const cli = fileURLToPath(new URL('../e2e/node_modules/@playwright/test/cli.js', import.meta.url));
  const flags = [cli, 'install', '--only-shell', 'chromium'];
  const { ok, output } = await run(process.execPath, flags, {
    directory: browserTests,
    quiet: true,
    limitMs: DOWNLOAD_TIMEOUT_MS,
  });
  const found = ok ? await findPlaywrights() : undefined;
  if (found === undefined) console.log(`This failed: ${findErrorLine(output)}`);
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
  // If an update fails for some sources, apt-get can still install from the old lists.
  await run(command, [...prefix, 'update'], { quiet: true, settings, limitMs: INSTALL_TIMEOUT_MS });
  const flags = [...prefix, 'install', '-y', '--no-install-recommends', 'chromium'];
  const { ok, output } = await run(command, flags, { quiet: true, settings, limitMs: INSTALL_TIMEOUT_MS });
  if (!ok) console.log(`This failed: ${findErrorLine(output)}`);
  return ok ? await findInstalled() : undefined;
}

/**
 * Finds a Chrome or Chromium for the browser tests, or installs one.
 *
 * @returns the path of the browser
 * @throws Error with the next step
 */
export async function ensureBrowser(): Promise<string> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen !== undefined && chosen !== '') {
    if (await isBrowser(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH=${chosen} is not a Chrome or Chromium that starts.`);
  }
  const browser =
    (await findInstalled()) ?? (await findPlaywrights()) ?? (await download()) ?? (await installWithApt());
  if (browser !== undefined) return browser;
  throw new Error(
    'The browser tests need a Chrome or Chromium, and none could be installed. Install one, or set CHROMIUM_PATH to it.',
  );
}
