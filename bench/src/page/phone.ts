import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/** A phone of 360 × 640. */
export const PHONE = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** Bytes a second both ways, and ms for each exchange: "slow 3G" of the browser's own tools. */
export const SLOW_LINE = { bytes: 50_000, latencyMs: 400, slowerCpu: 6 };

/** What a page has loaded: over the line, headers included. */
export interface Loaded {
  bytes: number;
  requests: number;
}

/** Counts what a page loads from now on. */
export async function countLoads(context: BrowserContext, page: Page): Promise<{ readonly devtools: CDPSession; readonly loaded: Loaded }> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const loaded: Loaded = { bytes: 0, requests: 0 };
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    loaded.bytes += encodedDataLength;
    loaded.requests += 1;
  });
  return { devtools, loaded };
}

/** Gives a page the line and the processor of an old phone. */
export async function slowDown(devtools: CDPSession, { bytes, latencyMs, slowerCpu }: typeof SLOW_LINE): Promise<void> {
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowerCpu });
}
