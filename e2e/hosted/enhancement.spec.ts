import type { Page } from '@playwright/test';
import { LANGUAGES } from '@tsena/shared';
import { expect, test } from './fixtures.ts';

const PAYER = '034 35 000 03';

/** Sums the layout shifts of the page, and records when the widget takes over. */
const OBSERVE_SHIFTS = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifts.push(entry.value);
  }).observe({ type: 'layout-shift', buffered: true });`;

const shiftOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0));

/** The rectangles of the parts that a payer sees, in the plain page or in the widget. */
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
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/v1/checkout-*.js', async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

for (const language of LANGUAGES) {
  test(`nothing moves when the widget takes the place of the form: ${language}`, async ({ page, hosted }) => {
    const { url } = await hosted.createLink({ description: 'Lamba landy' });
    const release = await holdWidget(page);
    await page.addInitScript(OBSERVE_SHIFTS);
    await page.goto(`${url}?lang=${language}`, { waitUntil: 'domcontentloaded' });
    const plain = await measure(page, { title: 'h2', label: 'label', input: '#msisdn', note: '#note', button: 'button', nav: 'nav' });
    release();
    await page.locator('tsena-checkout').waitFor();
    await expect(page.locator('#msisdn')).toHaveCount(0);
    const enhanced = await measure(page, {
      title: 'tsena-checkout h2',
      label: 'tsena-checkout label',
      input: 'tsena-checkout input[type=tel]',
      note: 'tsena-checkout #note',
      button: 'tsena-checkout [part=button]',
      nav: 'nav',
    });

    expect(enhanced).toEqual(plain);
    expect(await shiftOf(page)).toBe(0);
  });
}

/** Starts a payment on the plain page, and opens its page. */
async function startPlainly(page: Page, url: string): Promise<void> {
  await page.route('**/v1/checkout-*.js', (route) => route.abort());
  await page.goto(url);
  await page.locator('#msisdn').fill(PAYER);
  await page.locator('form button').click();
  await page.waitForURL(/\/pay\/pay_/);
  await page.unroute('**/v1/checkout-*.js');
}

test('nothing moves when the widget takes the place of the waiting page', async ({ page, hosted }) => {
  await startPlainly(page, (await hosted.createLink()).url);
  const release = await holdWidget(page);
  await page.addInitScript(OBSERVE_SHIFTS);
  await page.goto(page.url(), { waitUntil: 'domcontentloaded' });
  const plain = await measure(page, { title: 'h2', steps: 'ol', nav: 'nav' });
  release();
  await page.locator('tsena-checkout [data-view=waiting]').waitFor();
  expect(await measure(page, { title: 'tsena-checkout h2', steps: 'tsena-checkout ol', nav: 'nav' })).toEqual(plain);
  expect(await shiftOf(page)).toBe(0);
});

test('what a payer has typed before the widget arrives stays, and is sent', async ({ page, hosted }) => {
  const { url } = await hosted.createLink();
  const release = await holdWidget(page);
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  await page.locator('#msisdn').pressSequentially('034 35');
  const loaded = page.waitForResponse('**/v1/checkout');
  release();
  await loaded;
  await page.locator('#msisdn').pressSequentially(' 000 03');
  await expect(page.locator('tsena-checkout')).toHaveCount(0);
  await expect(page.locator('#msisdn')).toHaveValue(PAYER);
  await page.locator('form button').click();
  await expect(page.getByRole('heading', { name: 'Confirm on your phone' })).toBeVisible();
});

test('a page whose widget does not load refreshes itself until the payment is paid', async ({ page, hosted }) => {
  await page.route('**/v1/checkout-*.js', (route) => route.abort());
  await page.goto((await hosted.createLink()).url);
  await page.locator('#msisdn').fill(PAYER);
  await page.locator('form button').click();
  await expect(page.getByRole('heading', { name: 'Confirm on your phone' })).toBeVisible();
  for (const { serverCorrelationId } of hosted.sandbox.transactions()) hosted.sandbox.approve(serverCorrelationId);
  await expect(page.getByText('This page is your receipt.')).toBeVisible();
  await expect(page.locator('tsena-checkout')).toHaveCount(0);
});
