import { launch, type Page } from 'puppeteer-core';
import type { Driver } from './driver.ts';

/** Starts Firefox through WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<Driver> {
  const running = await launch({ browser: 'firefox', executablePath, headless: true });
  const page = await running.newPage();
  return {
    name: await running.version(),
    open: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    reload: async () => void (await page.reload({ waitUntil: 'domcontentloaded' })),
    evaluate: (expression) => page.evaluate(expression),
    type: (text) => page.keyboard.type(text),
    pressEnter: () => page.keyboard.press('Enter'),
    setViewport: (width, height) => resize(page, width, height),
    close: () => running.close(),
  };
}

/** Beside the size, puppeteer sets an orientation, which Firefox 140 does not know. */
async function resize(page: Page, width: number, height: number): Promise<void> {
  try {
    await page.setViewport({ width, height });
  } catch (error) {
    if (!String(error).includes('setScreenOrientationOverride')) throw error;
  }
  await page.waitForFunction((wanted) => innerWidth === wanted, {}, width);
}
