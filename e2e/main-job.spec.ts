import type { BrowserContext, Page } from '@playwright/test';
import type { Stack } from '../scripts/stack.ts';
import { expect, test } from './stack.ts';

const PAYER = '034 35 000 03';

// The widget's own headings, in English.
const WAITING = 'Confirm on your phone';
const PAID = 'Paid';

/** From the shop's front page to the payment, with one thing in the basket. */
async function goToCheckout(page: Page, stack: Stack): Promise<string> {
  await page.goto(stack.shop.url);
  await page.getByRole('button', { name: 'Add: Black vanilla' }).click();
  await expect(page.getByRole('status')).toHaveText(/Black vanilla is in your basket/);
  await page.getByRole('link', { name: /item in your basket/ }).click();
  await page.getByRole('button', { name: 'Go to payment' }).click();
  await page.waitForURL(/\/checkout\//);
  // Before, a press in the form of the HTML leads to the hosted page.
  await expect(page.locator('tsena-checkout [part=input]')).toBeVisible();
  return new URL(page.url()).pathname.replace('/checkout/', '');
}

async function pay(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Mobile money number' }).pressSequentially(PAYER);
  await page.getByRole('button', { name: /^Pay/ }).click();
}

/** Opens the portal as a second person and approves the only transaction that waits. */
async function approveInPortal(context: BrowserContext, stack: Stack): Promise<void> {
  const portal = await context.newPage();
  await portal.goto(`${stack.sandbox.url}/portal`);
  await portal.getByRole('button', { name: 'Approve' }).first().click();
  await portal.close();
}

function collectMessages(page: Page): string[] {
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(error.message));
  return messages;
}

test('a shopper pays, and sees it without a reload', async ({ page, context, stack }) => {
  const messages = collectMessages(page);
  const reference = await goToCheckout(page, stack);
  await expect(page.locator('.grand').getByText(/32,000/)).toBeVisible();
  await pay(page);
  await expect(page.getByRole('heading', { name: WAITING })).toBeVisible();

  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await approveInPortal(context, stack);
  await expect(page.getByRole('heading', { name: PAID, exact: true })).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);

  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await page.waitForURL(`${stack.shop.url}/orders/${reference}`);
  await expect(page.getByRole('heading', { name: 'Paid. Thank you!' })).toBeVisible();
  expect(messages, 'the strict policy and the widget leave nothing on the console').toEqual([]);
});
