import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { type Context, less, type Section } from '../figures.ts';
import { startBrowser } from '../page/browser.ts';
import { ourBundle, twinBundle } from '../page/builds.ts';
import { PHONE, slowDown } from '../page/phone.ts';
import { type Contestant, openSite } from '../page/site.ts';
import { createLink, startCalledBack, startSandbox } from '../product.ts';
import { alternate, compareRounds } from '../statistics.ts';

const USABLE_WITHIN_MS = 60_000;
const POLL_MS = 20;
/** What shifts or blocks just after the button came still counts. */
const AFTERWARDS_MS = 300;

interface Load {
  readonly usableAt: number;
  /** When all scripts have run, and the order is shown. */
  readonly readyAt: number;
  readonly blockedMs: number;
  readonly shift: number;
}

/** Loads a page as a phone that was never there before. */
async function load(browser: Browser, probe: string, url: string, isTakenOver = false): Promise<Load> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await page.addInitScript(probe);
    // The payer taps in another site's page, so the browser changes the process for each of the pages.
    await page.goto('data:text/html,');
    await slowDown(devtools);
    await page.goto(url);
    // Not `waitForFunction`, which the policy of the hosted page does not allow.
    await expectWithin(USABLE_WITHIN_MS, () => page.evaluate<boolean>('probe.usableAt > 0'));
    // The hosted page loads the script after that.
    if (isTakenOver) await page.locator('#page:not([data-page])').waitFor({ state: 'attached' });
    await expectWithin(USABLE_WITHIN_MS, () => page.evaluate<boolean>('probe.readyAt > 0'));
    await sleep(AFTERWARDS_MS);
    return await page.evaluate<Load>('probe');
  } finally {
    await context.close();
  }
}

async function expectWithin(ms: number, isTrue: () => Promise<boolean>): Promise<void> {
  for (const giveUpAt = performance.now() + ms; !(await isTrue()); await sleep(POLL_MS)) {
    if (performance.now() > giveUpAt) throw new Error(`no pay button within ${ms} ms`);
  }
}

/** From the tap on a link to a pay button that can be pressed. */
export async function measurePage({ quick, log }: Context): Promise<Section> {
  const rounds = quick ? 1 : 11;
  const probe = await readFile(new URL('../../pages/probe.js', import.meta.url), 'utf8');
  const urlOf = await openSite({ ours: await ourBundle(), twin: await twinBundle() });
  const sandbox = await startSandbox();
  const companion = await startCalledBack(sandbox.url);
  const hostedUrl = `${await createLink(companion)}?lang=en`;
  const browser = await startBrowser();
  const version = browser.version();
  const side = (contestant: Contestant) => () => load(browser, probe, urlOf(contestant));
  const [ours = [], twin = [], form = [], hosted = [], html = []] = await alternate(rounds, 1, [
    side('ours'),
    side('twin'),
    side('form'),
    () => load(browser, probe, hostedUrl, true),
    side('html'),
  ]);
  log(`${ours.length} loads of each`);

  const twinName = 'adyen-web MBWay';
  const worst = (loads: readonly Load[]) => Math.max(...loads.map(({ shift }) => shift));
  return {
    title: 'Until the pay button can be pressed, slow 3G and a 6× slower CPU',
    figures: [
      less('script tag: usable pay button', 'ms', compareRounds(ours, twin, usableAt), twinName, { ratio: 0.38 }),
      less('form in the HTML: usable pay button', 'ms', compareRounds(html, form, usableAt), 'a plain HTML form', {
        ratio: 1.15,
      }),
      less('hosted page: usable pay button', 'ms', compareRounds(hosted, form, usableAt), 'a plain HTML form', {
        ratio: 1.05,
      }),
      less('script tag: layout shift', '', { value: worst(ours), baseline: worst(twin) }, twinName, { value: 0 }),
      less('form in the HTML: layout shift', '', { value: worst(html), baseline: worst(twin) }, twinName, { value: 0 }),
      less('hosted page: layout shift', '', { value: worst(hosted), baseline: worst(twin) }, twinName, { value: 0 }),
      less('script tag: total blocking time', 'ms', compareRounds(ours, twin, blockedMs), twinName, { ratio: 1 }),
    ],
    note: `Chromium ${version} as a phone of 360 × 640, an empty cache, 400 kbit/s, 400 ms; ${rounds} rounds; of layout shifts, the worst. All pages have room for the form and are gzipped. The plain form checks nothing and shows no status.`,
  };
}

const usableAt = (load: Load): number => load.usableAt;
const blockedMs = (load: Load): number => load.blockedMs;
