import type { Browser } from 'playwright-core';
import { aimed, type Context, type Section } from '../figures.ts';
import { startBrowser } from '../page/browser.ts';
import { loadSlowly, type Note, openSignedIn, PHONE } from '../page/phone.ts';
import type { Measured } from '../processes.ts';
import { approveAll, PAYER, startCalledBack, startSandbox } from '../product.ts';
import { median, quantile } from '../statistics.ts';

const MAX_REQUEST_MS = 150;
const MAX_PAID_MS = 200;
const MAX_USABLE_MS = 2500;
const PAY = '.take > .button';
const PAID = '.paid';

/** Takes one payment after another. From the tap to the operator's request, and from the approval to "paid", ms. */
async function takePayments(browser: Browser, companion: Measured, sandbox: Measured, rounds: number) {
  const context = await browser.newContext({ ...PHONE, locale: 'en' });
  const page = await openSignedIn(context, companion, PAY, PAID);
  await page.goto(`${companion.url}/dashboard/counter`);
  const requested: number[] = [];
  const paid: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    await page.locator('.take input').first().fill('25000');
    await page.locator('.take input').last().fill(PAYER);
    await page.locator(PAY).click();
    await page.locator('.outcome[data-view="waiting"] .sign').waitFor();
    const requestedAt = await newestInitiation(sandbox);
    const approvedAt = Date.now();
    await approveAll(sandbox);
    await page.locator(PAID).waitFor();
    const { tapped, last } = await page.evaluate<Note>('note');
    await page.locator('.paid .button').first().click();
    // The first one warms up.
    if (round > 0) {
      requested.push(requestedAt - (tapped[PAY] ?? Number.NaN));
      paid.push((last[PAID] ?? Number.NaN) - approvedAt);
    }
  }
  await context.close();
  return { requested, paid };
}

async function newestInitiation({ url }: Measured): Promise<number> {
  const requests = (await (await fetch(`${url}/portal/api/requests`)).json()) as {
    readonly on: string;
    readonly at: string;
  }[];
  return Math.max(...requests.filter(({ on }) => on === 'initiate').map(({ at }) => Date.parse(at)));
}

/** The counter: how soon it can be used, asks, and says "paid". */
export async function measureCounter({ quick, log }: Context): Promise<Section> {
  const [loads, rounds] = quick ? [1, 3] : [9, 60];
  const sandbox = await startSandbox();
  const companion = await startCalledBack(sandbox.url);
  const browser = await startBrowser();
  const usable: number[] = [];
  for (let round = 0; round <= loads; round += 1)
    usable.push((await loadSlowly(browser, companion, '/dashboard/counter', PAY)).ms);
  const { requested, paid } = await takePayments(browser, companion, sandbox, rounds);
  log(`${usable.length} loads, ${paid.length} payments`);
  return {
    title: 'The counter',
    figures: [
      aimed('usable, slow 3G and a 6× slower CPU', median(usable.slice(1)), MAX_USABLE_MS, 'ms'),
      aimed('from the tap to the operator’s request, p95', quantile(requested, 0.95), MAX_REQUEST_MS, 'ms'),
      aimed('from the approval to “paid” on the page, p95', quantile(paid, 0.95), MAX_PAID_MS, 'ms'),
    ],
    note: `Signed in, with an empty cache, ${loads} loads, median; then ${rounds} payments, one after another. The approval reaches the page by a callback, a status check, the details, a durable commit and the event stream.`,
  };
}
