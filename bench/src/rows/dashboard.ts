import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { aimed, type Context, type Section } from '../figures.ts';
import { startBrowser } from '../page/browser.ts';
import { countLoads, PHONE, SLOW_LINE, slowDown } from '../page/phone.ts';
import { type Measured, temporaryFolder } from '../processes.ts';
import { MERCHANT_API_KEY, startCompanion } from '../product.ts';
import { seedSqlite } from '../seed.ts';
import { median } from '../statistics.ts';

const NOBODY = 'http://127.0.0.1:9';
const PAYMENTS = 10_000;
const MAX_MS = 3000;
const MAX_BYTES = 90_000;
const MAX_REQUESTS = 5;

interface Load {
  readonly figureAt: number;
  readonly bytes: number;
  readonly requests: number;
}

/** Opens the dashboard as a phone that is signed in, with an empty cache. */
async function open(browser: Browser, { url }: Measured): Promise<Load> {
  const context = await browser.newContext({ ...PHONE, locale: 'mg' });
  try {
    await context.request.post(`${url}/v1/merchant/session`, { data: { key: MERCHANT_API_KEY } });
    const page = await context.newPage();
    await page.addInitScript({ path: fileURLToPath(new URL('../../pages/dashboardProbe.js', import.meta.url)) });
    const { devtools, loaded } = await countLoads(context, page);
    await slowDown(devtools, SLOW_LINE);
    await page.goto(`${url}/dashboard/`);
    await page.locator('.today .total').waitFor({ timeout: 60_000 });
    const untilFigure = { ...loaded };
    const { figureAt } = await page.evaluate<{ figureAt: number }>('note');
    return { figureAt, ...untilFigure };
  } finally {
    await context.close();
  }
}

/** From the opening of the dashboard on a phone to today's figure. */
export async function measureDashboard({ quick, log }: Context): Promise<Section> {
  const rounds = quick ? 1 : 9;
  const file = join(temporaryFolder(), 'tsena.db');
  await seedSqlite(file, PAYMENTS);
  const companion = await startCompanion(NOBODY, { DATABASE_URL: `file:${file}` });
  const browser = await startBrowser();
  const loads: Load[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const load = await open(browser, companion);
    // The first one warms up.
    if (round > 0) loads.push(load);
  }
  await browser.close();
  await companion.stop();
  const of = (key: keyof Load) => loads.map((load) => load[key]);
  log(`${median(of('figureAt')).toFixed(0)} ms`);
  return {
    title: 'The dashboard on a phone, slow 3G and a 6× slower CPU',
    figures: [
      aimed('from an empty cache to today’s figure', median(of('figureAt')), MAX_MS, 'ms'),
      aimed('bytes until then', median(of('bytes')), MAX_BYTES, 'bytes'),
      aimed('requests until then', median(of('requests')), MAX_REQUESTS, ''),
    ],
    note: `Signed in, ${PAYMENTS.toLocaleString('en')} payments in SQLite, ${rounds} loads. Everything that is loaded counts, headers included.`,
  };
}
