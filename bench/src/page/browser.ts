import { type Browser, chromium } from 'playwright-core';
import { ensureBrowser } from '../../../scripts/browser.ts';

const FLAGS = ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];

/** Starts Chromium without what it does by itself in the background. */
export async function startBrowser(): Promise<Browser> {
  const args = process.getuid?.() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS;
  return chromium.launch({ executablePath: await ensureBrowser(), args });
}
