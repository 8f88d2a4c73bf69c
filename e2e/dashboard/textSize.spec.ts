import { findFlaws } from '../findFlaws.ts';
import { createLink, payLink } from '../hosted/createLink.ts';
import config from '../playwright.config.ts';
import { createSellerKey } from './createSellerKey.ts';
import { expect, test } from './fixtures.ts';
import { signInTo } from './signIn.ts';

/** Twice the usual size. */
const launchOptions = config.use?.launchOptions ?? {};
test.use({
  launchOptions: { ...launchOptions, args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'] },
});

test('no page scrolls sideways in French text of 200 % at 320 px', async ({ page, dashboard, signIn }) => {
  await page.context().addCookies([{ name: 'tsena-language', value: 'fr', url: dashboard.url }]);
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn();
  const excess: Record<string, number> = {};
  for (const name of ['payments', 'refunds', 'links', 'statements', 'keys', 'audit', 'setup', 'settings']) {
    await page.goto(`${dashboard.url}#/${name}`);
    await page.locator('.page > .title, .page > h1').waitFor();
    excess[name] = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  }
  expect(excess).toEqual({
    payments: 0,
    refunds: 0,
    links: 0,
    statements: 0,
    keys: 0,
    audit: 0,
    setup: 0,
    settings: 0,
  });
});

test('the list of payments fits into 1280 px, and an amount is not smaller than the text around it, in text of 200 %', async ({
  page,
  dashboard,
  signIn,
}) => {
  await payLink(dashboard, await createLink(dashboard), '034 35 000 03');
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn();
  await page.goto(`${dashboard.url}#/payments`);
  await page.locator('.rows .amount').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);

  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(dashboard.url);
  const size = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
  expect(await size('.today .total')).toBeGreaterThanOrEqual(await size('.today li'));
});

test('the counter has room for the amount in Malagasy text of 200 % at 320 px', async ({ page, dashboard }) => {
  await page.context().addCookies([{ name: 'tsena-language', value: 'mg', url: dashboard.url }]);
  await page.setViewportSize({ width: 320, height: 640 });
  await signInTo(page, dashboard.url, await createSellerKey(dashboard));
  await page.locator('.keypad').waitFor();
  expect(await findFlaws(page)).toEqual([]);
});
