import { launch } from 'puppeteer-core';
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
    setViewport: (width, height) => page.setViewport({ width, height }),
    close: () => running.close(),
  };
}
