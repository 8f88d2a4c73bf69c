import type { Page } from '@playwright/test';
import { deferred } from '@tsena/testkit/deferred';
import { serve } from '@tsena/testkit/serve';
import type { Stack } from '../scripts/stack.ts';
import { expect, test } from './stack.ts';

const PAYER = '034 35 000 03';

/** The form in the HTML of the shop's page, with one thing in the basket. */
async function openForm(page: Page, { shop }: Stack) {
  await page.goto(`${shop.url}/products/vanilla`);
  await page.locator('.add button').click();
  await page.goto(`${shop.url}/cart`);
  await page.locator('form[action="/orders"] button').click();
  await page.waitForURL(/\/checkout\//, { waitUntil: 'domcontentloaded' });
  return page.locator('tsena-checkout > form');
}

/** The requests that the operator's sandbox has, newest first. */
async function readRequests({ sandbox }: Stack): Promise<readonly { readonly serverCorrelationId: string }[]> {
  return await (await fetch(`${sandbox.url}/portal/api/transactions`)).json();
}

async function approve(page: Page, stack: Stack): Promise<void> {
  const [newest] = await readRequests(stack);
  const url = `${stack.sandbox.url}/portal/api/transactions/${newest?.serverCorrelationId}/approve`;
  await fetch(url, { method: 'POST' });
  await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible({ timeout: 30_000 });
}

for (const [name, javaScriptEnabled] of [
  ['without a script', false],
  ['before the script has come', true],
] as const) {
  test(`a press in the shop's page begins the payment ${name}, and leads back to the shop`, async ({
    browser,
    stack,
  }) => {
    const context = await browser.newContext({
      javaScriptEnabled,
      locale: 'en',
      viewport: { width: 360, height: 640 },
    });
    const page = await context.newPage();
    await page.route('**/v1/checkout.js', (route) => route.abort());
    const form = await openForm(page, stack);
    await form.locator('input[type=tel]').fill(PAYER);
    await form.locator('button').click();
    await page.waitForURL(new RegExp(`^${stack.companion.url}/pay/pay_[\\w-]{22}\\?lang=en$`));
    await expect(page.getByRole('heading', { name: 'Confirm on your phone' })).toBeVisible();
    // Also the whole number: the cookie is the companion's own.
    await expect(page.getByText(PAYER.replaceAll(' ', '\u00a0')).first()).toBeVisible();
    await approve(page, stack);
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await expect(page.getByRole('heading', { name: 'Paid. Thank you!' })).toBeVisible();
    await expect(page.locator('.basket-count')).toHaveCount(0);
    await context.close();
  });
}

test('a press just before the script comes, and another one in the widget, are one payment', async ({
  browser,
  stack,
}) => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 360, height: 640 } });
  const page = await context.newPage();
  const [script, sent] = [deferred(), deferred()];
  await page.route('**/v1/checkout.js', async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.route(`${stack.companion.url}/pay`, async (route) => {
    await sent.promise;
    await route.continue();
  });
  // Nothing can be asked of a page that is being left.
  await page.addInitScript((payer) => {
    const waiting = setInterval(() => {
      const root = document.querySelector('tsena-checkout')?.shadowRoot;
      if (root?.querySelector<HTMLInputElement>('[part=input]')?.value !== payer) return;
      clearInterval(waiting);
      root.querySelector<HTMLButtonElement>('[part=button]')?.click();
    }, 50);
  }, PAYER);
  const before = (await readRequests(stack)).length;
  const form = await openForm(page, stack);
  await form.locator('input[type=tel]').fill(PAYER);
  await form.locator('button').click({ noWaitAfter: true });
  script.resolve();
  await expect.poll(async () => (await readRequests(stack)).length).toBe(before + 1);
  sent.resolve();
  await page.waitForURL(new RegExp(`^${stack.companion.url}/pay/pay_[\\w-]{22}\\?lang=en$`));
  await expect(page.getByRole('heading', { name: 'Confirm on your phone' })).toBeVisible();
  expect(await readRequests(stack)).toHaveLength(before + 1);
  await approve(page, stack);
  await context.close();
});

test('a press that waits ten seconds for the application begins the payment on the hosted page', async ({
  browser,
  stack,
}) => {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 360, height: 640 } });
  const page = await context.newPage();
  await page.clock.install();
  await page.route('**/v1/checkout-app.*', (route) => route.abort());
  const before = (await readRequests(stack)).length;
  await openForm(page, stack);
  await page.locator('tsena-checkout [part=input]').fill(PAYER);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('button', { name: 'One moment…' })).toBeVisible();
  expect(await readRequests(stack)).toHaveLength(before);
  await page.clock.fastForward(10_000);
  await page.waitForURL(new RegExp(`^${stack.companion.url}/pay/pay_[\\w-]{22}\\?lang=en$`));
  await expect(page.getByRole('heading', { name: 'Confirm on your phone' })).toBeVisible();
  expect(await readRequests(stack)).toHaveLength(before + 1);
  await approve(page, stack);
  await context.close();
});

test('a foreign page sends no prompt from its visitor’s browser', async ({ browser, stack }) => {
  const context = await browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  await page.route('**/v1/checkout.js', (route) => route.abort());
  const token = await (await openForm(page, stack)).locator('[name=token]').inputValue();
  const before = (await readRequests(stack)).length;
  const foreign = await serve((_request, response) =>
    response.setHeader('Content-Type', 'text/html').end(
      `<form method="post" action="${stack.companion.url}/pay"><input name="token" value="${token}">
      <input name="msisdn" value="${PAYER}"></form><script>document.forms[0].submit()</script>`,
    ),
  );
  await page.goto(foreign.url);
  const field = page.getByRole('textbox', { name: 'Mobile money number' });
  await expect(field).toHaveValue(PAYER);
  expect(await readRequests(stack)).toHaveLength(before);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('heading', { name: 'Confirm on your phone' })).toBeVisible();
  expect(await readRequests(stack)).toHaveLength(before + 1);
  await approve(page, stack);
  await foreign.close();
  await context.close();
});

test('once the widget has said Paid, the shop’s page asks for nothing, and its basket is empty', async ({
  page,
  stack,
}) => {
  await openForm(page, stack);
  await page.locator('tsena-checkout [part=input]').pressSequentially(PAYER);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('heading', { name: 'Confirm on your phone' })).toBeVisible();
  await approve(page, stack);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid. Thank you!');
  await expect(page).toHaveTitle('Paid. Thank you!');
  await expect(page.locator('.basket-count, .change')).toHaveCount(0);
  await page.goto(stack.shop.url);
  await expect(page.locator('.basket-count')).toHaveCount(0);
});
