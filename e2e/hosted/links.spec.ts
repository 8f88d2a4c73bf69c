import type { Page } from '@playwright/test';
import { MERCHANT_API_KEY } from '@tsena/testkit/environment';
import { signInTo } from '../dashboard/signIn.ts';
import { expect, test } from './fixtures.ts';
import { readQrCode } from './readQrCode.ts';

const WAITING = 'Confirm on your phone';
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** Fills in the form once the script has taken it over, and waits until the payer is asked to confirm. */
async function pay(page: Page, address: string, beforeSending: () => Promise<void> = async () => {}): Promise<void> {
  await page.goto(address);
  await expect(page.locator('#page[data-page]')).toHaveCount(0);
  await beforeSending();
  await page.getByLabel('Mobile money number').fill('034 35 000 03');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(heading(page, WAITING)).toBeVisible();
  await expect(page).toHaveURL(/\/pay\/pay_[\w-]{22}$/);
}

test('a link is made in the dashboard, scanned, paid, and the counter says so', async ({
  page,
  context,
  browser,
  hosted,
}) => {
  await signInTo(page, `${hosted.url}#/links`, MERCHANT_API_KEY);
  // Two fields, of which one is optional, and two taps.
  await page.getByLabel('Amount in Ariary').fill('25000');
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByRole('link', { name: 'Show QR' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Scan to pay' })).toBeVisible();
  const phone = await browser.newPage({ viewport: { width: 360, height: 640 }, locale: 'en' });
  await pay(phone, await readQrCode(context, page.getByAltText('QR code of the payment link')));
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expect(page.getByText('A customer is paying…')).toBeVisible();

  hosted.approveAll();
  await expect(heading(page, 'Paid')).toBeVisible();
  await expect(page.locator('.paid')).toContainText('034 •• ••0 03');
  await expect(heading(phone, 'Paid')).toBeVisible();
  await phone.reload();
  await expect(phone.getByText('This page is your receipt.')).toBeVisible();
  await phone.close();
});

test('a companion that restarts before the number is sent, and while the payer confirms, loses nothing', async ({
  page,
  hosted,
}) => {
  await pay(page, (await hosted.createLink()).url, () => hosted.restart());
  await hosted.restart();
  hosted.approveAll();
  await expect(heading(page, 'Paid')).toBeVisible();
  await expect(page.getByText('This page is your receipt.')).toBeVisible();
  expect(hosted.sandbox.transactions()).toHaveLength(1);
});
