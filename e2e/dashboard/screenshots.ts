import { mkdirSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { KEY, openDashboard } from './desk.ts';
import { writeHistory } from './history.ts';
import { playMorning } from './scenes.ts';

/** Draws the dashboard's pages into the folder given; without a second argument only those for the manual. */
const folder = process.argv[2] ?? '../docs/dashboard';
const everything = process.argv[3] === 'all';
mkdirSync(folder, { recursive: true });

const desk = await openDashboard();
const { CHROMIUM_PATH } = process.env;
const browser = await chromium.launch({ ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }), args: ['--no-sandbox'] });

/** What the manual shows; the rest is for the eye that mends. */
const MANUAL = /^(overview-.*|payments-desk-light|unresolved-phone-light)$/;

async function draw(page: Page, name: string): Promise<void> {
  if (!everything && !MANUAL.test(name)) return;
  await page.waitForLoadState('networkidle');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (wide > 0) console.log(`${name} is ${wide} px too wide`);
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

try {
  await writeHistory(desk, 90);
  const { unresolved, overpaid, paid } = await playMorning(desk);
  const sizes = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 800 } };
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const theme of ['light', 'dark'] as const) {
      for (const language of ['en', 'fr', 'mg']) {
        if (!everything && language !== 'en') continue;
        const context = await browser.newContext({ viewport, colorScheme: theme, locale: language, reducedMotion: 'reduce' });
        const page = await context.newPage();
        page.on('console', (message) => console.log(message.text()));
        page.on('pageerror', (error) => console.log(error));
        await page.addInitScript((chosen) => localStorage.setItem('tsena.language', chosen), language);
        await page.goto(desk.url);
        const name = (view: string) => `${view}-${size}-${theme}${everything ? `-${language}` : ''}`;
        await draw(page, name('sign-in'));
        await page.locator('input[type=password]').fill(KEY);
        await page.locator('button[type=submit]').click();
        await page.locator('.tasks').waitFor();
        await draw(page, name('overview'));
        if (everything) {
          await page.locator('.tasks .button').first().click();
          await page.locator('.choice').nth(1).locator('button').nth(1).click();
          await draw(page, name('overview-open'));
        }
        await page.goto(`${desk.url}#/payments`);
        await page.locator('.payments .row').first().waitFor();
        await draw(page, name('payments'));
        for (const [view, { id }] of Object.entries({ unresolved, overpaid, paid })) {
          await page.goto(`${desk.url}#/payments/${id}`);
          await page.locator('.timeline').waitFor();
          if (everything && view === 'unresolved') await page.locator('.lead .actions .button').last().click();
          await draw(page, name(view));
        }
        await context.close();
      }
    }
  }
} finally {
  await browser.close();
  await desk.close();
}
