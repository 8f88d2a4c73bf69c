import { type Browser, chromium } from 'playwright-core';
import { ensureBrowser } from '../../../../scripts/browser.ts';
import { afterRow } from '../processes.ts';

const FLAGS = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Starts Chromium without what it does by itself in the background; it ends with its row. */
export async function startBrowser(): Promise<Browser> {
  const args = process.getuid?.() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS;
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args });
  afterRow(() => browser.close());
  return browser;
}
