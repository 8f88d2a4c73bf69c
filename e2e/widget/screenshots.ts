import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { LANGUAGES } from '@tsena/shared';
import { toWebp } from '../pictures/webp.ts';
import { CompanionStub, problem } from './companionStub.ts';
import { playgroundPage, THEMES } from './playgroundPage.ts';
import { Shop } from './shop.ts';

/** Draws one sheet with every state for each language and theme, in docs/widget. */
const folder = fileURLToPath(new URL('../../docs/widget', import.meta.url));
const PHONE_WIDTH_PX = 360;

async function drawSheet(browser: Browser, address: string, name: string, width: number, selector: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  await page.goto(address);
  await page.waitForFunction(() => [...document.querySelectorAll('tsena-checkout')].every((one) => one.shadowRoot?.querySelector('h2')));
  // Wait until every number is typed.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[data-type]')].every((one) => one.shadowRoot?.querySelector('input')?.value !== ''),
  );
  await page.waitForLoadState('networkidle');
  const png = await page.locator(selector).first().screenshot();
  writeFileSync(`${folder}/${name}.webp`, await toWebp(browser, [png], 0.4, 0.75));
  await page.close();
}

mkdirSync(folder, { recursive: true });
const companion = await CompanionStub.start();
companion.answers.events = problem('too_many_streams');
const shop = await Shop.start();
const { CHROMIUM_PATH } = process.env;
const browser = await chromium.launch({
  ...(CHROMIUM_PATH !== undefined && { executablePath: CHROMIUM_PATH }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  for (const language of LANGUAGES) {
    for (const theme of THEMES) {
      shop.pages.set('/', playgroundPage(companion.url, [language], [theme], PHONE_WIDTH_PX));
      await drawSheet(browser, shop.url, `${language}-${theme}`, 1960, 'body > section');
    }
  }
  const script = `<script src="${companion.url}/v1/checkout.js" data-order-token="form" data-locale="fr"></script>`;
  shop.pages.set('/', {
    head: '<style>body { font-family: system-ui; margin: 40px }</style>',
    body: `<h1>Tsenan’i Soa</h1><h2>Commande TS-1047</h2>${script}`,
  });
  await drawSheet(browser, shop.url, 'desktop', 1280, 'body');
} finally {
  await browser.close();
  await shop.close();
  await companion.close();
}
