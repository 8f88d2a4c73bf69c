import { join } from 'node:path';
import { aimed, type Context, type Section } from '../figures.ts';
import { startBrowser } from '../page/browser.ts';
import { type Load, loadSlowly } from '../page/phone.ts';
import { temporaryFolder } from '../processes.ts';
import { NOBODY, startCompanion } from '../product.ts';
import { seedSqlite } from '../seed.ts';
import { median } from '../statistics.ts';

const FIGURE = '.today .total';
const PAYMENTS = 10_000;
const MAX_MS = 3000;
const MAX_BYTES = 90_000;
const MAX_REQUESTS = 5;

/** From the opening of the dashboard on a phone to today's figure. */
export async function measureDashboard({ quick, log }: Context): Promise<Section> {
  const rounds = quick ? 1 : 9;
  const file = join(temporaryFolder(), 'tsena.db');
  await seedSqlite(file, PAYMENTS);
  const companion = await startCompanion(NOBODY, { DATABASE_URL: `file:${file}` });
  const browser = await startBrowser();
  const loads: Load[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const load = await loadSlowly(browser, companion, '/dashboard/', FIGURE);
    // The first one warms up.
    if (round > 0) loads.push(load);
  }
  const of = (key: keyof Load) => loads.map((load) => load[key]);
  log(`${median(of('ms')).toFixed(0)} ms`);
  return {
    title: 'The dashboard on a phone, slow 3G and a 6× slower CPU',
    figures: [
      aimed('from an empty cache to today’s figure', median(of('ms')), MAX_MS, 'ms'),
      aimed('bytes until then', median(of('bytes')), MAX_BYTES, 'bytes'),
      aimed('requests until then', median(of('requests')), MAX_REQUESTS, ''),
    ],
    note: `Signed in, ${PAYMENTS.toLocaleString('en')} payments in SQLite, ${rounds} loads. Everything that is loaded counts, headers included.`,
  };
}
