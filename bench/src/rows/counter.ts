import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import type { Context, Section } from '../figures.ts';
import { startBrowser } from '../page/browser.ts';
import type { Measured } from '../processes.ts';
import { approveAll, createLink, MERCHANT_API_KEY, payOnLink, startCalledBack, startSandbox } from '../product.ts';
import { median, quantile } from '../statistics.ts';

const paidAtOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { note: { paidAt: number } }).note.paidAt);

async function openCounter(browser: Browser, companion: Measured, id: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 360, height: 640 }, locale: 'en' });
  await page.addInitScript({ path: fileURLToPath(new URL('../../pages/counterProbe.js', import.meta.url)) });
  await page.goto(`${companion.url}/dashboard/#/links/${id}/counter`);
  await page.locator('input[type=password]').fill(MERCHANT_API_KEY);
  await page.locator('button[type=submit]').click();
  await page.locator('img.qr').waitFor();
  return page;
}

/** From the approval at the operator until the counter shows "paid". */
export async function measureCounter({ quick, say }: Context): Promise<Section> {
  const count = quick ? 5 : 50;
  const sandbox = await startSandbox();
  const companion = await startCalledBack(sandbox.url);
  const browser = await startBrowser();
  const url = await createLink(companion, { reusable: true });
  const page = await openCounter(browser, companion, url.replace(/.*\//, ''));
  const waits: number[] = [];
  for (let done = 0; done <= count; done += 1) {
    await payOnLink(url);
    await page.getByText('A customer is paying…').waitFor();
    const approvedAt = performance.timeOrigin + performance.now();
    await approveAll(sandbox);
    await page.locator('.counter .paid').waitFor();
    // The first one warms up.
    if (done > 0) waits.push((await paidAtOf(page)) - approvedAt);
    await page.getByRole('button', { name: 'Next customer' }).click();
    await page.locator('img.qr').waitFor();
  }
  say(`half of them within ${median(waits).toFixed(0)} ms`);
  await browser.close();
  await Promise.all([companion.stop(), sandbox.stop()]);
  const beside = { beside: 200, besides: 'the aim', unit: 'ms', better: 'less' as const };
  return {
    title: 'From the approval to "paid" at the counter',
    figures: [
      { what: 'counter screen in the dashboard, p50', ours: median(waits), ...beside, aim: { ours: 200 } },
      { what: 'counter screen in the dashboard, p95', ours: quantile(waits, 0.95), ...beside },
    ],
    notes: [
      `${count} payments one after the other on a reusable link, on loopback, with the counter open in Chromium. Measured from the approval's request to the change of the page. In between: callback, status, details, the durable commit, the event in the dashboard's stream, and one request for the link's payments.`,
    ],
  };
}
