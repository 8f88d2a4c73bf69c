import type { BrowserContext, Page } from '@playwright/test';
import { signInTo } from '../dashboard/signIn.ts';
import { expect, PAYERS, test } from './counterStack.ts';
import { readQrCode } from './readQrCode.ts';

const WAITING = 'Confirm on your phone';

/** With a script, the form is used after the script has taken it over. */
async function openForm(phone: BrowserContext, address: string, javaScript: boolean): Promise<Page> {
  const page = await phone.newPage();
  await page.goto(address);
  if (javaScript) await expect(page.locator('#page[data-page]')).toHaveCount(0);
  await expect(page.locator('input[type=tel]')).toBeVisible();
  return page;
}

async function send(page: Page, number: string): Promise<void> {
  await page.getByLabel('Mobile money number').fill(number);
  await page.getByRole('button', { name: /^Pay/ }).click();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

for (const javaScript of [true, false]) {
  test.describe(javaScript ? 'with JavaScript' : 'without JavaScript', () => {
    test('a link is made in the dashboard, scanned, paid, and the counter says so', async ({ page, context, stack, openPhone }) => {
      await signInTo(page, `${stack.dashboardUrl}#/links`, stack.key);
      // Two fields, of which one is optional, and two taps.
      await page.getByLabel('Amount in Ariary').fill('25000');
      await page.getByRole('button', { name: 'Create link' }).click();
      await page.getByRole('link', { name: 'Show QR' }).click();
      await expect(page.getByRole('status').filter({ hasText: 'Scan to pay' })).toBeVisible();
      const address = await readQrCode(context, page.getByAltText('QR code of the payment link'));
      expect(address).toMatch(new RegExp(`^${stack.url}/pay/link_[\\w-]{22}$`));

      const phone = await openForm(await openPhone({ javaScript }), address, javaScript);
      await expect(heading(phone, '25,000\u00a0Ar')).toBeVisible();
      expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await send(phone, PAYERS[0]);
      await expect(heading(phone, WAITING)).toBeVisible();
      await expect(phone).toHaveURL(/\/pay\/pay_[\w-]{22}$/);
      await expect(page.getByText('A customer is paying…')).toBeVisible();

      await stack.approveAll();
      await expect(heading(page, 'Paid')).toBeVisible();
      await expect(page.locator('.paid')).toContainText('034 •• ••0 03');
      await expect(page.locator('.paid')).toContainText('25,000\u00a0Ar');
      await expect(heading(phone, 'Paid')).toBeVisible();
      await expect(phone.getByText('This page is your receipt.')).toBeVisible();
      await phone.reload();
      await expect(phone.getByText('This page is your receipt.')).toBeVisible();
    });

    test('of two people with a one-time link one pays, and the other sees only "paid"', async ({ stack, openPhone }) => {
      const { url } = await stack.createLink();
      const [one, other] = [await openPhone({ javaScript }), await openPhone({ javaScript })];
      const [payer, friend] = [await openForm(one, url, javaScript), await openForm(other, url, javaScript)];
      await send(payer, PAYERS[0]);
      await expect(heading(payer, WAITING)).toBeVisible();
      const sent = await stack.countTransactions();
      // The same answer for another number as for the payer's own.
      for (const number of [PAYERS[1], PAYERS[0]]) {
        await send(friend, number);
        await expect(friend.getByText(/A payment of this order is already in progress/).first()).toBeVisible();
      }
      expect(await stack.countTransactions()).toBe(sent);
      await stack.approveAll();
      await expect(heading(payer, 'Paid')).toBeVisible();
      await friend.goto(url);
      await expect(heading(friend, 'Already paid')).toBeVisible();
      await expect(friend.getByRole('textbox')).toHaveCount(0);
      expect(await friend.locator('body').textContent()).not.toMatch(/••|pay_/);
    });

    test('a companion that is killed before the number is sent, and while the payer confirms, loses nothing', async ({
      stack,
      openPhone,
    }) => {
      const { url } = await stack.createLink();
      const page = await openForm(await openPhone({ javaScript }), url, javaScript);
      const before = await stack.countTransactions();
      await stack.killAndRestart();
      await send(page, PAYERS[0]);
      await expect(heading(page, WAITING)).toBeVisible();
      const address = page.url();
      await stack.killAndRestart();
      // Without a script, the page may have refreshed itself into the browser's own error page meanwhile.
      if (!javaScript) await expect(() => page.goto(address)).toPass();
      await stack.approveAll();
      await expect(heading(page, 'Paid')).toBeVisible();
      await expect(page.getByText('This page is your receipt.')).toBeVisible();
      expect(page.url()).toBe(address);
      expect(await stack.countTransactions()).toBe(before + 1);
    });
  });
}
