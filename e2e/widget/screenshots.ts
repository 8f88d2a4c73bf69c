import { mkdirSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { LANGUAGES } from '@tsena/shared';
import { playgroundPage, THEMES } from './playgroundPage.ts';
import { Shop } from './shop.ts';
import { problem, StandIn } from './standIn.ts';

/** Draws one contact sheet for each language and theme into the folder given. */
const folder = process.argv[2] ?? 'test-results/sheets';
mkdirSync(folder, { recursive: true });
const companion = await StandIn.start();
companion.answers.events = problem('too_many_streams');
const shop = await Shop.start();
const { CHROMIUM_PATH } = process.env;
const browser = await chromium.launch({ ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }), args: ['--no-sandbox'] });
try {
  for (const language of LANGUAGES) {
    for (const theme of THEMES) {
      shop.pages.set('/', playgroundPage(companion.url, [language], [theme], 360));
      const page = await browser.newPage({ viewport: { width: 1960, height: 900 }, reducedMotion: 'reduce' });
      page.on('console', (message) => console.log(message.text()));
      page.on('pageerror', (error) => console.log(error));
      await page.goto(shop.url);
      await page.waitForFunction(() =>
        [...document.querySelectorAll('tsena-checkout')].every((one) => one.shadowRoot?.querySelector('h2')),
      );
      await page.waitForLoadState('networkidle');
      await page.locator('body > section').screenshot({ path: `${folder}/${language}-${theme}.png` });
      await page.close();
    }
  }
} finally {
  await browser.close();
  await shop.close();
  await companion.close();
}
