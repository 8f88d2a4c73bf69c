import { fileURLToPath } from 'node:url';
import { MERCHANT_API_KEY } from '@tsena/testkit/environment';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import type { Measured } from '../processes.ts';

/** A phone of 360 × 640. */
export const PHONE = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** Bytes a second both ways, and ms for each exchange: "slow 3G" of the browser's own tools. */
const SLOW_LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const SLOWER_CPU = 6;

/** Gives a page the line and the processor of an old phone. */
export async function slowDown(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.emulateNetworkConditions', SLOW_LINE);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_CPU });
}

/**
 * When the watched things of a page appeared first and last, and were tapped last, ms since 1970, by their selectors.
 */
export type Note = Readonly<Record<'first' | 'last' | 'tapped', Readonly<Record<string, number>>>>;

/** A page of a merchant who is signed in, which watches these selectors: `evaluate<Note>('note')`. */
export async function openSignedIn(
  context: BrowserContext,
  { url }: Measured,
  ...watched: readonly string[]
): Promise<Page> {
  await context.request.post(`${url}/v1/merchant/session`, { data: { key: MERCHANT_API_KEY } });
  const page = await context.newPage();
  await page.addInitScript(`window.watched = ${JSON.stringify(watched)}`);
  await page.addInitScript({ path: fileURLToPath(new URL('../../pages/whenSeen.js', import.meta.url)) });
  return page;
}

/** How long a page takes until it shows something, ms, and what it has loaded by then, headers included. */
export interface Load {
  readonly ms: number;
  readonly bytes: number;
  readonly requests: number;
}

/**
 * Opens a page as the phone of a merchant who is signed in, on a slow line and with an empty cache, until it shows
 * this.
 */
export async function loadSlowly(browser: Browser, companion: Measured, path: string, selector: string): Promise<Load> {
  const context = await browser.newContext({ ...PHONE, locale: 'mg' });
  try {
    const page = await openSignedIn(context, companion, selector);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    let [bytes, requests] = [0, 0];
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
      requests += 1;
    });
    await slowDown(devtools);
    await page.goto(companion.url + path);
    await page.locator(selector).waitFor({ timeout: 60_000 });
    const loaded = { bytes, requests };
    return { ...loaded, ms: await page.evaluate<number>(`note.first['${selector}'] - performance.timeOrigin`) };
  } finally {
    await context.close();
  }
}
