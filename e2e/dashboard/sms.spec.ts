import type { Locator, Page } from '@playwright/test';
import { createSellerKey } from './createSellerKey.ts';
import { expect, findViolations, test } from './fixtures.ts';
import { signInTo } from './signIn.ts';

const BY_HAND = { from: '0343500003', to: '0343500004', amount: '25000' };

const WORDS = {
  en: { open: 'Check an SMS', check: 'Check', unused: 'Not used yet', sell: /^Record the sale/, used: 'Already used' },
  fr: {
    open: 'Vérifier un SMS',
    check: 'Vérifier',
    unused: 'Pas encore utilisé',
    sell: /^Enregistrer la vente/,
    used: 'Déjà utilisé',
  },
  mg: {
    open: 'Hamarino ny SMS',
    check: 'Hamarino',
    unused: 'Mbola tsy nampiasaina',
    sell: /^Soraty ny varotra/,
    used: 'Efa nampiasaina',
  },
} as const;

/** Whether it can be seen and pressed without scrolling, below nothing else. */
async function expectInView(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => scrollY)).toBe(0);
}

/** Pastes into the field of the check, which has the focus once it is there. */
async function paste(page: Page, text: string): Promise<void> {
  await expect(page.locator('.sms-check textarea')).toBeFocused();
  await page.keyboard.insertText(text);
}

/** A screenshot for a person who looks: SCREENSHOTS names their folder. */
async function show(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}

for (const language of ['en', 'fr', 'mg'] as const) {
  const words = WORDS[language];
  for (const height of [640, 560]) {
    test(`two taps and a paste lead from an SMS to its verdict at 360 × ${height}: ${language}`, async ({
      page,
      dashboard,
    }) => {
      const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
      const verdict = page.locator('.verdict');
      await page.setViewportSize({ width: 360, height });
      await page.context().addCookies([{ name: 'tsena-language', value: language, url: dashboard.url }]);
      await signInTo(page, dashboard.url, await createSellerKey(dashboard));
      const reference = dashboard.sandbox.sendByHand(BY_HAND).objectReference ?? '';
      await expectInView(page, page.locator('.take > .button.primary'));
      await show(page, `form-${language}-${height}`);

      // The amount of the sale may be typed already.
      if (height === 560) await page.locator('.take input').first().fill('25000');
      await button(words.open).click();
      await paste(page, `Nahazo 25 000 Ar avy amin’ny 0343500003 ianao. Ref: ${reference}.`);
      await expectInView(page, button(words.check));
      await button(words.check).click();
      await expect(verdict).toHaveAttribute('data-verdict', 'unused');
      await expect(page.getByRole('status').getByRole('heading', { name: words.unused })).toBeFocused();
      await expect(verdict.locator('.inset')).toHaveCount(height === 560 ? 1 : 0);
      // The verdict has scrolled itself to the top.
      await expect(verdict.getByRole('heading')).toBeInViewport({ ratio: 1 });
      await expect(button(words.sell)).toBeInViewport({ ratio: 1 });
      await show(page, `unused-${language}-${height}`);
      expect(await findViolations(page)).toEqual([]);

      await button(words.sell).click();
      await expect(page.locator('.till > .paid')).toHaveAttribute('data-earlier', 'false');
      await expect(page.locator('.till > .paid h1')).toBeFocused();
      await show(page, `sold-${language}-${height}`);
      await page.goto(`${dashboard.url}counter`);
      await page.locator('.till > .paid .button').first().click();

      await button(words.open).click();
      await paste(page, reference);
      await button(words.check).click();
      await expect(page.getByRole('heading', { name: words.used })).toBeFocused();
      await expect(verdict).toHaveCSS('background-color', 'rgb(143, 29, 12)');
      await show(page, `used-${language}-${height}`);
      expect(await findViolations(page)).toEqual([]);
    });
  }
}

for (const language of ['en', 'fr', 'mg'] as const) {
  const words = WORDS[language];

  test(`another amount, and a refused sale, at 360 × 560: ${language}`, async ({ page, dashboard }) => {
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    const check = async (reference: string) => {
      await button(words.open).click();
      await paste(page, reference);
      await button(words.check).click();
    };
    await page.setViewportSize({ width: 360, height: 560 });
    await page.context().addCookies([{ name: 'tsena-language', value: language, url: dashboard.url }]);
    await signInTo(page, dashboard.url, await createSellerKey(dashboard));
    const reference = dashboard.sandbox.sendByHand(BY_HAND).objectReference ?? '';
    const amount = page.locator('.take input').first();

    await amount.fill('26000,50');
    await button(words.open).click();
    await expect(amount).toBeFocused();
    await expect(page.getByRole('alert')).toHaveCount(1);
    await show(page, `unreadable-${language}`);
    await amount.fill('26000');
    await check(reference);
    const verdict = page.locator('.verdict');
    await expect(verdict).toHaveCSS('background-color', 'rgb(143, 29, 12)');
    await expect(verdict.getByRole('button')).toBeInViewport({ ratio: 1 });
    await show(page, `differs-${language}`);
    expect(await findViolations(page)).toEqual([]);

    await page.goto(`${dashboard.url}counter`);
    await check(reference);
    const refusal = {
      type: 'urn:tsena:problem:reference_not_matched',
      title: 'The reference does not match.',
      status: 409,
      detail: 'Check the SMS again.',
      code: 'reference_not_matched',
      reason: 'time',
      verdict: 'unused',
    };
    await page.route('**/v1/merchant/payments', (route) =>
      route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify(refusal) }),
    );
    await button(words.sell).click();
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
    await show(page, `refused-${language}`);
    await expectInView(page, button(words.check));
    await expect(page.locator('.sms-check textarea')).toBeFocused();
    expect(await findViolations(page)).toEqual([]);
  });

  test(`the owner sees a verdict without scrolling at 360 × 560: ${language}`, async ({ page, dashboard, signIn }) => {
    await page.setViewportSize({ width: 360, height: 560 });
    await page.context().addCookies([{ name: 'tsena-language', value: language, url: dashboard.url }]);
    await signIn();
    const reference = dashboard.sandbox.sendByHand(BY_HAND).objectReference ?? '';
    await page.locator('.sms-check textarea').fill(reference);
    await page.locator('.sms-check .primary').click();
    const heading = page.getByRole('heading', { name: words.unused });
    await expect(heading).toBeFocused();
    await expect(page.locator('.verdict .total')).toBeInViewport({ ratio: 1 });
    await expect(heading).toBeInViewport({ ratio: 1 });
    await show(page, `owner-${language}`);
    await page.locator('.verdict .button').click();
    await expect(page.locator('.sms-check textarea')).toBeFocused();
  });

  test(`a sale without an answer is spoken of as a sale at 360 × 560: ${language}`, async ({ page, dashboard }) => {
    await page.setViewportSize({ width: 360, height: 560 });
    await page.context().addCookies([{ name: 'tsena-language', value: language, url: dashboard.url }]);
    await signInTo(page, dashboard.url, await createSellerKey(dashboard));
    const reference = dashboard.sandbox.sendByHand(BY_HAND).objectReference ?? '';
    await page.getByRole('button', { name: words.open, exact: true }).click();
    await paste(page, reference);
    await page.getByRole('button', { name: words.check, exact: true }).click();
    // The companion records it, and its answer is lost.
    await page.route('**/v1/merchant/payments', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: words.sell }).click();
    await expect(page.locator('.outcome[data-view=unknown]')).toBeVisible();
    await expect(page.locator('.outcome h1')).toBeFocused();
    await show(page, `lost-${language}`);
    // The page is opened again five minutes later.
    await page.addInitScript(() => {
      const device = JSON.parse(localStorage.getItem('tsena-counter') ?? '');
      device.request.at -= 300_000;
      localStorage.setItem('tsena-counter', JSON.stringify(device));
    });
    await page.reload();
    await page.unroute('**/v1/merchant/payments');
    const again = page.locator('.outcome .primary');
    await expect(again).toBeInViewport({ ratio: 1 });
    await show(page, `again-${language}`);
    expect(await findViolations(page)).toEqual([]);
    await again.click();
    await expect(page.locator('.till > .paid')).toBeVisible();
    await page.locator('.till > .paid .button').first().click();
    await expect(page.locator('.take input').first()).toBeFocused();
    await show(page, `last-${language}`);
  });
}

test('a payment that is opened from the list is pale, and never the green of now', async ({ page, dashboard }) => {
  await signInTo(page, dashboard.url, await createSellerKey(dashboard));
  const reference = dashboard.sandbox.sendByHand(BY_HAND).objectReference ?? '';
  await page.getByRole('button', { name: 'Check an SMS' }).click();
  await paste(page, reference);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByRole('button', { name: /^Record the sale/ }).click();
  const paid = page.locator('.till > .paid');
  await expect(paid).toHaveCSS('background-color', 'rgb(11, 93, 69)');
  await page.getByRole('button', { name: 'Next customer' }).click();
  await page.getByRole('region', { name: 'Last payments' }).getByRole('button').click();
  await expect(page.getByText(/^Earlier payment, \d+ minutes? ago$/)).toBeVisible();
  await expect(paid).not.toHaveCSS('background-color', 'rgb(11, 93, 69)');
  await show(page, 'earlier');
  expect(await findViolations(page)).toEqual([]);
});

test('the owner’s list has what a counter sale was for first, and its code small', async ({
  page,
  dashboard,
  signIn,
}) => {
  const transactionReference = dashboard.sandbox.sendByHand(BY_HAND).objectReference ?? '';
  await dashboard.ask('payments', { amount: '25000', description: 'Lamba', transactionReference }, 'tap-1');
  await signIn('#/payments');
  const order = page.locator('.row .order').first();
  await expect(order).toHaveText(/^Lamba CTR-[0-9A-Z]{12}$/);
  const sizeOf = (element: Locator) => element.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
  expect(await sizeOf(order.locator('.hint'))).toBeLessThan(await sizeOf(order));
  await show(page, 'list');
});
