import type { Page } from '@playwright/test';
import { LANGUAGES } from '@tsena/shared';
import { expect, type Hosted, test } from './fixtures.ts';

// What the hosted page says with a script while one watches, of orders whose payments end in surprising ways.
const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible({ timeout: 20_000 });

async function pay(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.locator('#page[data-page]')).toHaveCount(0);
  await page.locator('#field').fill('034 35 000 03');
  await page.locator('form button').click();
  await page.waitForURL(/\/pay\/pay_/);
}

/** Sends a second request after the cool-down: no secret code was typed. */
async function sendAnother(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Have you already typed your secret code?' })).toBeVisible({
    timeout: 20_000,
  });
  const first = page.url();
  await page.getByRole('link', { name: 'No', exact: true }).click();
  await heading(page, 'Send a new request');
  await expect(page.getByText('approve only one of them, or you pay twice.')).toBeVisible();
  await page.locator('form button').click();
  await expect(page).not.toHaveURL(first);
  await heading(page, 'Confirm on your phone');
}

const approve = ({ sandbox }: Hosted, index: number) =>
  sandbox.approve(sandbox.transactions()[index]?.serverCorrelationId ?? '');

test('a refusal that the operator completes: “Not paid” promises nothing, and becomes “Paid” by itself', async ({
  page,
  hosted,
}) => {
  hosted.sandbox.setFaults([{ on: 'initiate', do: 'accept-then-status', value: 402, times: 1 }]);
  await pay(page, (await hosted.createLink()).url);
  await heading(page, 'Not paid');
  await expect(
    page.getByText('If your phone shows a prompt or an SMS all the same, keep it and do not pay again.'),
  ).toBeVisible();
  await expect(page.getByText('Nothing was debited')).toHaveCount(0);
  hosted.approveAll();
  await heading(page, 'Paid');
});

test('a second request, of which the first is approved: the page shows the receipt of the first', async ({
  page,
  hosted,
}) => {
  await pay(page, (await hosted.createLink()).url);
  const first = page.url();
  await sendAnother(page);
  approve(hosted, 1);
  await heading(page, 'Paid');
  await expect(page).toHaveURL(first);
  await expect(page.getByText('This page is your receipt.')).toBeVisible();
  approve(hosted, 0);
  await page.reload();
  await heading(page, 'Paid twice');
});

test('a second request that is declined: the first one is still open, and no sentence invites to pay again', async ({
  page,
  hosted,
}) => {
  await pay(page, (await hosted.createLink()).url);
  await sendAnother(page);
  hosted.sandbox.reject(hosted.sandbox.transactions()[0]?.serverCorrelationId ?? '');
  await heading(page, 'Another request is still open');
  approve(hosted, 1);
  await heading(page, 'Paid');
});

test('the secret code was typed: the page goes on following, and has the field for the reference behind a link', async ({
  page,
  hosted,
}) => {
  await pay(page, (await hosted.createLink()).url);
  await page.getByText('Yes, I typed it').click({ timeout: 20_000 });
  await heading(page, 'Not confirmed yet');
  await expect(page.getByText('Do not pay again: the result can take some minutes.')).toBeVisible();
  await expect(page.getByText('Type your secret code there')).toHaveCount(0);
  await page.getByRole('link', { name: 'Type the reference' }).click();
  await heading(page, 'Did you get an SMS that says you paid?');
  await page.getByRole('link', { name: 'Update now' }).click();
  // Nothing is to be typed on the phone any more.
  await heading(page, 'Did you get an SMS that says you paid?');
  await page.goBack();
  hosted.approveAll();
  await heading(page, 'Paid');
});

test('an opened link asks before a second request, takes the reference of the SMS, and names no payer', async ({
  page,
  browser,
  hosted,
}) => {
  const link = await hosted.createLink();
  await pay(page, link.url);
  const other = await (await browser.newContext({ viewport: { width: 360, height: 640 } })).newPage();
  await other.goto(link.url);
  await heading(other, 'A request is still open');
  await expect(other.getByText('Have you already typed your secret code?')).toBeVisible({ timeout: 20_000 });
  await expect(other.getByText('Do not pay again')).toHaveCount(0);
  await other.getByRole('link', { name: 'Yes, I typed it' }).click();
  await heading(other, 'Did you get an SMS that says you paid?');
  await expect(other.getByRole('textbox', { name: 'Reference in the SMS' })).toBeVisible();
  await expect(other.getByText(/[•0]0 03/)).toHaveCount(0);
  hosted.approveAll();
  await heading(page, 'Paid');
  await other.getByRole('link', { name: 'Update now' }).click();
  await heading(other, 'Already paid');
});

test('a link that was cancelled says after a failed payment why a press starts none', async ({ page, hosted }) => {
  const link = await hosted.createLink();
  await pay(page, link.url);
  hosted.sandbox.reject(hosted.sandbox.transactions()[0]?.serverCorrelationId ?? '');
  await heading(page, 'Not paid');
  await page.getByRole('link', { name: 'Try again' }).click();
  await hosted.ask(`links/${link.id}/cancel`, {});
  await page.locator('form button').click();
  await expect(page.getByText('The seller has cancelled this link. No new payment was started.')).toBeVisible();
});

test('a lost answer: nobody promises to keep checking, and the cancelled link says that a request is open', async ({
  page,
  hosted,
}) => {
  hosted.sandbox.setFaults([{ on: 'initiate', do: 'accept-then-reset', times: 1 }]);
  const link = await hosted.createLink();
  await pay(page, link.url);
  await heading(page, 'Not confirmed yet');
  await expect(page.getByText(/keep (checking|trying)/)).toHaveCount(0);
  await hosted.ask(`links/${link.id}/cancel`, {});
  await page.goto(link.url);
  await heading(page, 'A request is still open');
  await page.setViewportSize({ width: 320, height: 640 });
  for (const language of LANGUAGES) {
    await page.goto(`${link.url}?lang=${language}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
});
