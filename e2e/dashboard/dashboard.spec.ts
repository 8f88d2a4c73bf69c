import type { Page } from '@playwright/test';
import { MERCHANT_API_KEY } from '@tsena/testkit/environment';
import { expect, test } from './fixtures.ts';
import { playMorning } from './morning.ts';

const review = (page: Page, order: string | RegExp) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: order }) });
const toast = (page: Page) => page.locator('.toast');

test('the key opens all tabs, until a sign-out in one of them', async ({
  page,
  context,
  dashboard,
  signIn,
  browserErrors,
}) => {
  await page.goto(dashboard.url);
  await page.getByLabel('Merchant key').fill('not-the-key-of-this-shop');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('This key is not valid. Check it, then try again.');
  expect(browserErrors).toEqual([expect.stringContaining('401')]);
  browserErrors.length = 0;

  await signIn();
  await expect(page.getByText('Nothing needs review.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Nothing needs review.')).toBeVisible();
  // No script can read the cookie, and the key is nowhere.
  expect(await page.evaluate(() => [Object.keys(localStorage), sessionStorage.length, document.cookie])).toEqual([
    [],
    0,
    '',
  ]);
  expect(await context.cookies()).toMatchObject([{ name: 'tsena', httpOnly: true, sameSite: 'Strict' }]);
  expect(JSON.stringify(await context.storageState())).not.toContain(MERCHANT_API_KEY);

  const other = await context.newPage();
  await other.goto(dashboard.url);
  await expect(other.getByText('Nothing needs review.')).toBeVisible();
  await page.getByRole('button', { name: 'Signed in as the owner' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  expect(browserErrors).toEqual([]);
});

test('the merchant resolves all that needs review in the overview', async ({
  page,
  dashboard,
  signIn,
  browserErrors,
}) => {
  const { unresolved, overpaid, undelivered } = await playMorning(dashboard);
  await signIn();
  const today = page.getByRole('region', { name: 'Received today' });
  const listCompleted = () => dashboard.sandbox.transactions().filter(({ status }) => status === 'completed');
  const known = listCompleted().filter(({ amount }) => amount !== unresolved.amount);
  const sum = (all: typeof known) => all.reduce((total, { amount }) => total + Number(amount), 0).toLocaleString('en');
  await expect(today).toContainText(`${sum(known)}\u00a0Ar`);
  await expect(today).toContainText(`${known.length} payments`);
  await expect(page.getByRole('heading', { name: 'Needs review' })).toHaveText('Needs review 3');

  await review(page, new RegExp(unresolved.order)).getByRole('button', { name: 'Enter a reference' }).click();
  const { transactionReference } = listCompleted().find(({ amount }) => amount === unresolved.amount) ?? {};
  await page.getByLabel('Reference (Ref)').fill(transactionReference ?? '');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(toast(page)).toHaveText('The operator’s transaction details match. The payment is paid.');
  await expect(today).toContainText(`${sum(listCompleted())}\u00a0Ar`);

  await review(page, new RegExp(overpaid.order)).getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('What did you do?').fill('Refunded in cash');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page)).toHaveText('Your resolution is saved.');

  const received = dashboard.receivedWebhooks.length;
  await review(page, undelivered.order).getByRole('button', { name: 'Send again' }).click();
  await expect(toast(page)).toHaveText('Delivered. Your shop accepted it.');
  await expect.poll(() => dashboard.receivedWebhooks.length).toBeGreaterThan(received);
  await expect(page.getByText('Nothing needs review.')).toBeVisible({ timeout: 30_000 });
  expect(browserErrors).toEqual([]);

  await page.getByRole('link', { name: 'Payments', exact: true }).click();
  await page
    .getByRole('link', { name: new RegExp(`${overpaid.order}.*Today`) })
    .first()
    .click();
  await expect(page.getByText('Resolution recorded: Closed. Refunded in cash')).toBeVisible();
});

test('a new payment appears by itself, and a lost connection is shown', async ({
  page,
  context,
  dashboard,
  signIn,
}) => {
  await signIn();
  await expect(page.getByText('There are no payments yet.')).toBeVisible();
  const payment = await dashboard.pay('ZOMA-1', 42_000);
  await expect(page.getByRole('link', { name: /ZOMA-1/ })).toContainText('Pending');
  await dashboard.finish(payment, 'approve');
  await expect(page.getByRole('region', { name: 'Received today' })).toContainText('42,000\u00a0Ar');

  await context.setOffline(true);
  await expect(page.getByText(/^Not connected, as of \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Received today' })).toContainText('42,000\u00a0Ar');
  await context.setOffline(false);
  await expect(page.getByText(/^Not connected/)).toBeHidden();
});

test('the dashboard works with the keyboard alone', async ({ page, dashboard, signIn }) => {
  await playMorning(dashboard);
  await signIn();
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  // The check of an SMS: its field and its button.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  // The link to the payment, and what to tell the customer.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Enter a reference' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Reference (Ref)')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Enter a reference' })).toBeFocused();
});
