import { mkdirSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { insertKeys } from './keys.ts';
import { KEY, openDashboard } from './openDashboard.ts';
import { insertPastPayments } from './pastPayments.ts';
import { playMorning } from './scenes.ts';

/** Saves screenshots of the dashboard in a folder: with the second argument `all`, every page; without it, those of the manual. */
const folder = process.argv[2] ?? '../docs/dashboard';
const everything = process.argv[3] === 'all';
mkdirSync(folder, { recursive: true });

const dashboard = await openDashboard();
const { CHROMIUM_PATH } = process.env;
const browser = await chromium.launch({ ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }), args: ['--no-sandbox'] });

/** The screenshots that the manual shows. */
const MANUAL = /^(overview-.*|payments-desktop-light|(unresolved|refund|refunded)-phone-light|keys-desktop-light)$/;

async function capture(page: Page, name: string): Promise<void> {
  if (!everything && !MANUAL.test(name)) return;
  // The event stream stays open, so the network is never idle.
  await page.waitForFunction(() => document.querySelector('.loading') === null);
  const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (overflowPx > 0) console.log(`${name} is ${overflowPx} px too wide`);
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

try {
  await insertPastPayments(dashboard, 90);
  const { unresolved, overpaid, paid } = await playMorning(dashboard);
  const toRefund = await dashboard.pay('ZOMA-2020', 64_000);
  await dashboard.finish(toRefund, 'approve');
  await insertKeys(dashboard);
  const sizes = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } };
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const theme of ['light', 'dark'] as const) {
      for (const language of ['en', 'fr', 'mg']) {
        if (!everything && language !== 'en') continue;
        const context = await browser.newContext({ viewport, colorScheme: theme, locale: language, reducedMotion: 'reduce' });
        const page = await context.newPage();
        page.on('console', (message) => console.log(message.text()));
        page.on('pageerror', (error) => console.log(error));
        await page.addInitScript((chosen) => localStorage.setItem('tsena.language', chosen), language);
        await page.goto(dashboard.url);
        const name = (view: string) => `${view}-${size}-${theme}${everything ? `-${language}` : ''}`;
        await capture(page, name('sign-in'));
        await page.locator('input[type=password]').fill(KEY);
        await page.locator('button[type=submit]').click();
        await page.locator('.reviews').waitFor();
        await capture(page, name('overview'));
        if (everything) {
          await page.locator('.reviews .actions .button').first().click();
          await page.locator('.choice').nth(1).locator('button').nth(1).click();
          await capture(page, name('overview-open'));
        }
        await page.goto(`${dashboard.url}#/payments`);
        await page.locator('.payments .row').first().waitFor();
        await capture(page, name('payments'));
        for (const [view, { id }] of Object.entries({ unresolved, overpaid, paid })) {
          await page.goto(`${dashboard.url}#/payments/${id}`);
          await page.locator('.history').waitFor();
          if (everything && view === 'unresolved') await page.locator('.summary .actions .button').last().click();
          await capture(page, name(view));
        }
        await page.goto(`${dashboard.url}#/payments/${toRefund.id}`);
        await page.locator('.summary .actions .button').last().click();
        await page.locator('[name=amount]').fill('2000');
        await page.locator('[name=reason]').fill('One item out of stock');
        await capture(page, name('refund'));
        await page.locator('form .primary').click();
        await page.locator('.record').first().waitFor();
        await page.locator('.toast[data-shown=false]').waitFor({ state: 'attached', timeout: 15_000 });
        await capture(page, name('refunded'));
        if (everything) {
          await page.locator('.record .button').last().click();
          await capture(page, name('refund-void'));
          await page.goto(`${dashboard.url}#/refunds`);
          await page.locator('.record').first().waitFor();
          await capture(page, name('refunds'));
          await page.goto(`${dashboard.url}#/months/${new Date().toISOString().slice(0, 7)}`);
          await page.locator('table').waitFor();
          await capture(page, name('month'));
          await page.goto(`${dashboard.url}#/links`);
          await capture(page, name('links'));
        }
        await page.goto(`${dashboard.url}#/keys`);
        await page.locator('.record').first().waitFor();
        await capture(page, name('keys'));
        if (everything) {
          await page.locator('form .field input').first().fill('Solo');
          await page.locator('form .primary').click();
          await page.locator('.secret').waitFor();
          await page.locator('.record .button').first().click();
          await capture(page, name('new-key'));
        }
        await context.close();
      }
    }
  }
} finally {
  await browser.close();
  await dashboard.close();
}
