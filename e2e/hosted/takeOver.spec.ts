import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { LANGUAGES } from '@tsena/shared';
import { deferred } from '@tsena/testkit/deferred';
import { listen } from '@tsena/testkit/serve';
import { expect, test } from './fixtures.ts';

const PAYER = '034 35 000 03';

// A page of a payment says more once another request may be sent, and none of these waits for that.
test.use({ settings: { ATTEMPT_COOLDOWN_SECONDS: '600' } });

/** Sums the layout shifts of the page. */
const OBSERVE_SHIFTS = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifts.push(entry.value);
  }).observe({ type: 'layout-shift', buffered: true });`;

const shiftOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0));

/** The rectangles of the parts that a payer sees. */
async function measure(page: Page, selectors: Readonly<Record<string, string>>): Promise<Record<string, number[]>> {
  const measured: Record<string, number[]> = {};
  for (const [name, selector] of Object.entries(selectors)) {
    const box = await page.locator(selector).first().boundingBox();
    if (box === null) throw new Error(`${name} (${selector}) is not visible.`);
    measured[name] = [box.x, box.y, box.width, box.height].map(Math.round);
  }
  return measured;
}

/** Lets the widget's script wait until the returned function is called. */
async function holdWidget(page: Page): Promise<() => void> {
  const held = deferred();
  await page.route('**/v1/checkout-*.js*', async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

const isTakenOver = (page: Page) => expect(page.locator('#page[data-page]')).toHaveCount(0);

for (const language of LANGUAGES) {
  test(`nothing moves while the form arrives in pieces: ${language}`, async ({ page, hosted }) => {
    const { url } = await hosted.createLink({ description: 'Lamba landy' });
    const [head = '', ...pieces] = (await (await fetch(`${url}?lang=${language}`)).text()).split(
      /(?<=<body>)|(?=<)(?!.*<body>)/,
    );
    const slow = createServer((_request, response) =>
      response.setHeader('Content-Type', 'text/html; charset=utf-8').write(head),
    );
    const asked = once(slow, 'request');
    await page.addInitScript(OBSERVE_SHIFTS);
    await page.goto(`http://127.0.0.1:${await listen(slow)}`, { waitUntil: 'commit' });
    const [, response] = await asked;
    for (const piece of pieces) {
      response.write(piece);
      // Each is shown before the next one comes.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    }
    response.end();
    await expect(page.locator('nav b')).toBeVisible();
    expect(await shiftOf(page)).toBe(0);
    slow.close();
  });

  test(`nothing moves when the script takes over the form: ${language}`, async ({ page, hosted }) => {
    const { url } = await hosted.createLink({ description: 'Lamba landy' });
    const release = await holdWidget(page);
    await page.addInitScript(OBSERVE_SHIFTS);
    await page.goto(`${url}?lang=${language}`, { waitUntil: 'domcontentloaded' });
    const parts = { title: 'h2', label: 'label', input: '#field', note: '#note', button: 'button', nav: 'nav' };
    const plain = await measure(page, parts);
    const field = await page.locator('#field').elementHandle();
    release();
    await isTakenOver(page);
    expect(await measure(page, parts)).toEqual(plain);
    expect(await shiftOf(page)).toBe(0);
    expect(await field?.evaluate((node) => node.isConnected)).toBe(true);
  });
}

/** Starts a payment on the plain page, and opens its page. */
async function startPlainly(page: Page, url: string): Promise<void> {
  await page.route('**/v1/checkout-*.js*', (route) => route.abort());
  await page.goto(url);
  await page.locator('#field').fill(PAYER);
  await page.locator('form button').click();
  await page.waitForURL(/\/pay\/pay_/);
  await page.unroute('**/v1/checkout-*.js*');
}

test('nothing moves when the script takes over the waiting page, which then follows the payment', async ({
  page,
  hosted,
}) => {
  await startPlainly(page, (await hosted.createLink()).url);
  const release = await holdWidget(page);
  await page.addInitScript(OBSERVE_SHIFTS);
  await page.goto(page.url(), { waitUntil: 'domcontentloaded' });
  const parts = { title: 'h2', steps: 'ol', nav: 'nav' };
  const plain = await measure(page, parts);
  release();
  await isTakenOver(page);
  expect(await measure(page, parts)).toEqual(plain);
  expect(await shiftOf(page)).toBe(0);
  hosted.approveAll();
  await expect(page.getByText('This page is your receipt.')).toBeVisible();
});

test('what a payer has typed, the focus and the caret stay when the script takes over', async ({ page, hosted }) => {
  const { url } = await hosted.createLink();
  const release = await holdWidget(page);
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  await page.locator('#field').pressSequentially('034 35000 3');
  for (let count = 0; count < 4; count += 1) await page.keyboard.press('ArrowLeft');
  release();
  await isTakenOver(page);
  await expect(page.locator('#field')).toBeFocused();
  await page.keyboard.type('0');
  await expect(page.locator('#field')).toHaveValue(PAYER);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Confirm on your phone' })).toBeVisible();
  await expect(page.getByText('The request goes to 034 35 000 03.')).toBeVisible();
  await expect(page).toHaveURL(/\/pay\/pay_[\w-]{22}$/);
});

test('a page whose script does not load refreshes itself until the payment is paid', async ({ page, hosted }) => {
  await page.route('**/v1/checkout-*.js*', (route) => route.abort());
  await page.goto((await hosted.createLink()).url);
  await page.locator('#field').fill(PAYER);
  await page.locator('form button').click();
  await expect(page.getByRole('heading', { name: 'Confirm on your phone' })).toBeVisible();
  hosted.approveAll();
  await expect(page.getByText('This page is your receipt.')).toBeVisible();
  await expect(page.locator('#page')).toHaveCount(0);
});
