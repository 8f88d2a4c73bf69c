import { mkdirSync } from 'node:fs';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { signInTo } from '../dashboard/signIn.ts';
import { PAYERS, startCounterStack } from './counterStack.ts';

/**
 * Saves pictures of the hosted page and of the counter in a folder: with the second argument `all`, in three languages, light and dark, and
 * the receipt as PDF; without it, those of the manual.
 */
const folder = process.argv[2] ?? '../docs/images/hosted';
const everything = process.argv[3] === 'all';
mkdirSync(folder, { recursive: true });

const stack = await startCounterStack();
const { CHROMIUM_PATH } = process.env;
const browser = await chromium.launch({ ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }), args: ['--no-sandbox'] });

async function capture(page: Page, name: string): Promise<void> {
  const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (overflowPx > 0) console.log(`${name} is ${overflowPx} px too wide`);
  await page.screenshot({ path: `${folder}/${name}.png` });
}

/** A phone, which opens the dashboard or a link. */
async function openPhone(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 }, locale: 'en', reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.log(error));
  return page;
}

try {
  const seller = await openPhone();
  await signInTo(seller, `${stack.dashboardUrl}#/links`, stack.key);
  await seller.getByLabel('Amount in Ariary').fill('25000');
  await seller.getByLabel('What for? (optional)').fill('Lamba landy');
  await capture(seller, 'link-form');
  await seller.getByRole('button', { name: 'Create link' }).click();
  await seller.getByRole('link', { name: 'Show QR' }).click();
  await seller.locator('img.qr').waitFor();
  await capture(seller, 'counter');
  const id = /link_[\w-]{22}/.exec(seller.url())?.[0] ?? '';

  const payer = await openPhone();
  await payer.goto(`${stack.url}/pay/${id}`);
  await payer.locator('tsena-checkout').waitFor();
  await capture(payer, 'form');
  await payer.getByLabel('Mobile money number').fill(PAYERS[0]);
  await payer.getByRole('button', { name: /^Pay/ }).click();
  await payer.getByRole('heading', { name: 'Confirm on your phone' }).waitFor();
  await capture(payer, 'waiting');
  await stack.approveAll();
  await payer.getByText('This page is your receipt.').waitFor();
  await capture(payer, 'receipt');
  await seller.locator('.paid').waitFor();
  await capture(seller, 'counter-paid');

  if (everything) {
    const receipt = payer.url();
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const language of ['en', 'fr', 'mg']) {
        const page = await openPhone({ colorScheme, javaScriptEnabled: false, locale: language });
        await page.goto(receipt);
        await capture(page, `receipt-${colorScheme}-${language}`);
        await page.goto((await stack.createLink({ description: 'Lamba landy' })).url);
        await capture(page, `plain-form-${colorScheme}-${language}`);
        await page.getByRole('textbox').fill(PAYERS[0]);
        await page.locator('form button').click();
        await page.waitForURL(/pay_/);
        await capture(page, `plain-waiting-${colorScheme}-${language}`);
        await stack.approveAll();
        await page.context().close();
      }
    }
    await payer.pdf({ path: `${folder}/receipt-a4.pdf`, format: 'A4', printBackground: false });
    await payer.pdf({ path: `${folder}/receipt-phone.pdf`, width: '80mm', height: '160mm', printBackground: false });
  }
} finally {
  await browser.close();
  await stack.stop();
}
