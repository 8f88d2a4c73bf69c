import { findPrograms } from '../../scripts/browser.ts';
import type { Driver } from './driver.ts';
import { startFirefox } from './firefoxDriver.ts';
import { startWebKit } from './webKitDriver.ts';

/** A browser engine: how to start it, or why it cannot be started here. */
export type Engine = { readonly name: string } & (
  | { readonly start: () => Promise<Driver>; readonly missing?: undefined }
  | { readonly missing: string }
);

function firefoxEngine(): Engine {
  const name = 'Firefox';
  const path = process.env.FIREFOX_PATH ?? findPrograms('firefox-esr', 'firefox')[0];
  return path === undefined
    ? { name, missing: 'apt-get install firefox-esr' }
    : { name, start: () => startFirefox(path) };
}

function webKitEngine(): Engine {
  const name = 'WebKit';
  const [xvfbRun] = findPrograms('xvfb-run');
  const [webDriver] = findPrograms('WebKitWebDriver');
  if (xvfbRun === undefined || webDriver === undefined)
    return { name, missing: 'apt-get install webkit2gtk-driver xvfb xauth' };
  return { name, start: () => startWebKit(xvfbRun, webDriver) };
}

/** The engines, installed or not. The tests of the project `browser` run in Chromium. */
export const ENGINES: readonly Engine[] = [firefoxEngine(), webKitEngine()];
