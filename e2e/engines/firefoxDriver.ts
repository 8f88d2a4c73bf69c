import { launch } from 'puppeteer-core';
import type { Driver } from './driver.ts';

/** Starts Chromium, or Firefox through WebDriver BiDi. */
export async function startWithPuppeteer(browser: 'chrome' | 'firefox', executablePath: string): Promise<Driver> {
  // Chromium's sandbox does not start for root.
  const args = browser === 'chrome' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const running = await launch({ browser, executablePath, headless: true, args });
  const page = await running.newPage();
  return {
    name: await running.version(),
    open: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    reload: async () => void (await page.reload({ waitUntil: 'domcontentloaded' })),
    evaluate: (expression) => page.evaluate(expression),
    type: (text) => page.keyboard.type(text),
    pressEnter: () => page.keyboard.press('Enter'),
    setViewport: (width, height) => page.setViewport({ width, height }),
    close: () => running.close(),
  };
}
