import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Driver } from './driver.ts';
import { startFirefox } from './firefoxDriver.ts';
import { startWebKit } from './webKitDriver.ts';

/** A browser engine: how to start it, or why it cannot be started here. */
export type Engine = { readonly name: string } & (
  | { readonly start: () => Promise<Driver>; readonly missing?: undefined }
  | { readonly missing: string }
);

function find(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function firefoxEngine(): Engine {
  const name = 'Firefox';
  const path = process.env.FIREFOX_PATH ?? find('firefox-esr', 'firefox');
  return path === undefined ? { name, missing: 'apt-get install firefox-esr' } : { name, start: () => startFirefox(path) };
}

function webKitEngine(): Engine {
  const name = 'WebKit';
  const xvfbRun = find('xvfb-run');
  const webDriver = find('WebKitWebDriver');
  if (xvfbRun === undefined || webDriver === undefined) return { name, missing: 'apt-get install webkit2gtk-driver xvfb xauth' };
  return { name, start: () => startWebKit(xvfbRun, webDriver) };
}

/** The engines, installed or not. The tests of the project `browser` run in Chromium. */
export const ENGINES: readonly Engine[] = [firefoxEngine(), webKitEngine()];
