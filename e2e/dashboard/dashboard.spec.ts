import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { KEY } from './desk.ts';
import { expect, test } from './fixtures.ts';
import { playMorning } from './scenes.ts';

const task = (page: Page, order: string | RegExp) => page.getByRole('article').filter({ has: page.getByRole('heading', { name: order }) });
const said = (page: Page) => page.locator('.toast');

test('the key opens the desk for this tab, through a reload, until signing out', async ({ page, context, desk, signIn, complaints }) => {
  await page.goto(desk.url);
  await page.getByLabel('Merchant key').fill('not-the-key-of-this-shop');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('The key is not right.');
  expect(complaints).toEqual([expect.stringContaining('401')]);
  complaints.length = 0;

  await signIn();
  await expect(page.getByText('Nothing needs you.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Nothing needs you.')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, document.cookie, location.href]))).not.toContain(KEY);

  const other = await context.newPage();
  await other.goto(desk.url);
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a morning at the shop: what was taken, and everything that needs a person, dealt with from the first page', async ({
  page,
  desk,
  signIn,
  complaints,
}) => {
  const { unresolved, overpaid, untold } = await playMorning(desk);
  await signIn();
  const today = page.getByRole('region', { name: 'Taken today' });
  const taken = () => desk.sandbox.transactions().filter(({ status }) => status === 'completed');
  const counted = taken().filter(({ amount }) => amount !== unresolved.amount);
  const sum = (all: typeof counted) => all.reduce((total, { amount }) => total + Number(amount), 0).toLocaleString('en');
  await expect(today).toContainText(`${sum(counted)}\u00a0Ar`);
  await expect(today).toContainText(`${counted.length} payments`);
  await expect(page.getByRole('heading', { name: 'Needs you' })).toHaveText('Needs you3');

  await task(page, new RegExp(unresolved.order)).getByRole('button', { name: 'Enter a reference' }).click();
  await page.getByLabel('Reference (Ref)').fill('1');
  await page.getByRole('button', { name: 'Check it' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  const { transactionReference } = taken().find(({ amount }) => amount === unresolved.amount) ?? {};
  await page.getByLabel('Reference (Ref)').fill(transactionReference ?? '');
  await page.getByRole('button', { name: 'Check it' }).click();
  await expect(said(page)).toHaveText('The record matches: the payment is paid.');
  await expect(today).toContainText(`${sum(taken())}\u00a0Ar`);

  await task(page, new RegExp(overpaid.order)).getByRole('button', { name: 'Dealt with' }).click();
  await page.getByLabel('What was done').fill('Refunded in cash');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(said(page)).toHaveText('Recorded.');

  const toldBefore = desk.told.length;
  await task(page, untold.order).getByRole('button', { name: 'Send again' }).click();
  await expect(said(page)).toHaveText('It is on its way to your shop again.');
  await expect.poll(() => desk.told.length).toBeGreaterThan(toldBefore);
  await expect(page.getByText('Nothing needs you.')).toBeVisible({ timeout: 30_000 });
  // The first reference was refused, and the browser notes that.
  expect(complaints.filter((text) => !text.includes('422'))).toEqual([]);

  await page.getByRole('link', { name: 'Payments', exact: true }).click();
  await page
    .getByRole('link', { name: new RegExp(`${overpaid.order}.*Today`) })
    .first()
    .click();
  await expect(page.getByText('You recorded: Dealt with. Refunded in cash')).toBeVisible();
});

test('a decision is recorded with its reason, and the payment stays what it is', async ({ page, desk, signIn }) => {
  desk.sandbox.setFaults([{ on: 'initiate', do: 'status', value: 503 }]);
  const { id } = await desk.pay('ZOMA-1', 10_000);
  await signIn(`#/payments/${id}`);
  await expect(page.getByText('Unclear').first()).toBeVisible();
  await page.getByRole('button', { name: 'Record a decision' }).click();
  await page.getByLabel('No money was taken').check();
  await page.getByLabel('How you know').fill('Not in the portal');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByText('You recorded: No money was taken. Not in the portal')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.locator('.lead .badge')).toHaveText('Unclear');
});

test('one payment is followed as it happens, with the operator’s own record', async ({ page, desk, signIn, complaints }) => {
  const payment = await desk.pay('ZOMA-1', 42_000);
  await signIn(`#/payments/${payment.id}`);
  await expect(page.getByText('The operator took the request and asked the customer’s phone.')).toBeVisible();
  const operator = page.getByRole('region', { name: 'What the operator says now' });
  await expect(operator).toContainText('pending');
  await desk.settle(payment, 'approve');
  await expect(page.getByText(/Paid\. The operator’s record was compared and agrees/)).toBeVisible();
  await expect(operator).toContainText('This agrees with ours.');
  await expect(operator).toContainText('42,000\u00a0Ar');
  await expect(page.getByRole('region', { name: 'What your shop was told' })).toContainText('Delivered');
  expect(complaints).toEqual([]);
});

test('payments are found by order, reference, number and state, and exported to the last Ariary', async ({ page, desk, signIn }) => {
  await playMorning(desk);
  await signIn('#/payments');
  const rows = page.getByRole('region', { name: 'Payments' }).getByRole('listitem');
  const total = desk.sandbox.transactions().length;
  await expect(rows).toHaveCount(total);

  const search = async (text: string) => {
    await page.getByLabel('Search', { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Search' }).click();
  };
  await search('ZOMA-2010');
  await expect(rows).toHaveCount(2);
  await search(desk.sandbox.transactions().find(({ amount }) => amount === '88000')?.transactionReference ?? '');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('88,000\u00a0Ar');
  await search('+261 34 35 000 03');
  await expect(rows).toHaveCount(total);
  expect(page.url()).not.toContain('35');
  await search('034 35 000 04');
  await expect(page.getByText('No payment fits.')).toBeVisible();

  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByLabel('State').selectOption('Paid');
  const completed = desk.sandbox.transactions().filter(({ status, amount }) => status === 'completed' && amount !== '53400');
  await expect(rows).toHaveCount(completed.length);
  await page.goBack();
  await page.goForward();
  await expect(rows).toHaveCount(completed.length);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const [head, ...lines] = (await readFile(await (await download).path(), 'utf8')).replace('\uFEFF', '').trim().split('\r\n');
  const column = head?.split(',').indexOf('amount') ?? -1;
  expect(lines.map((line) => line.split(',')[column]).sort()).toEqual(completed.map(({ amount }) => amount).sort());
});

test('the desk can be used by keyboard alone', async ({ page, desk, signIn }) => {
  await playMorning(desk);
  await signIn();
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.locator('body').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
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
