import { findFlaws } from '../findFlaws.ts';
import config from '../playwright.config.ts';
import { expect, orderToken, test } from './fixtures.ts';
import { expectSamePlaces, hold, plainForm } from './htmlForm.ts';
import { states } from './states.ts';

/** Twice the usual size. Media queries in em follow it too. */
const launchOptions = config.use?.launchOptions ?? {};
test.use({
  launchOptions: { ...launchOptions, args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'] },
});

test('amount and number are whole, and nothing is covered, in text of 200 % at 320 px', async ({
  companion,
  open,
  page,
}) => {
  companion.checkouts.set('big', { ...companion.checkout('form'), amount: '99999999', environment: 'sandbox' });
  await page.setViewportSize({ width: 320, height: 640 });
  const widget = await open({ token: 'big', head: '<style>body { margin: 8px }</style>' });
  const amount = widget.root.locator('[part=amount]');
  await expect(amount).toHaveText('99,999,999 Ar');
  // Larger than the text around it.
  await expect(amount).toHaveCSS('font-size', '35.2px');
  await widget.number.fill('0343500003');
  const field = await widget.number.evaluate((one) => one.scrollWidth - one.clientWidth);
  // At worst it goes on below, after a group of digits.
  const lines = await amount.evaluate((one) => {
    const tops = [...one.childNodes].map((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].map(({ top }) => top);
    });
    return { broken: tops.filter((group) => group.length > 1).length, excess: one.scrollWidth - one.clientWidth };
  });
  expect([field, lines]).toEqual([0, { broken: 0, excess: 0 }]);
  const letter = await widget.root
    .locator('.operator, svg')
    .first()
    .evaluate((one) => one.scrollWidth - one.clientWidth);
  expect(letter).toBeLessThanOrEqual(0);
  const sign = await widget.root.locator('.sandbox').boundingBox();
  const merchant = await widget.root.locator('header p:not(.sandbox)').first().boundingBox();
  expect((sign?.y ?? 0) + (sign?.height ?? 0)).toBeLessThanOrEqual(merchant?.y ?? 0);
});

test('the form in the HTML stays where it is when the widget comes, in text of 200 % at 360 px', async ({
  companion,
  open,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const send = await hold(page, '**/v1/checkout.js');
  const widget = await open(plainForm(companion, orderToken()));
  await expectSamePlaces(page, widget, send);
});

for (const language of ['fr', 'mg']) {
  test(`no heading is cut in text of 200 % at 320 px: ${language}`, async ({ open, page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const cut: Record<string, readonly string[]> = {};
    for (const state of ['review', 'confirming', 'unresolved', 'refunded', 'paid-twice', 'closed']) {
      const widget = await open({ token: state, attributes: `data-locale="${language}"` });
      await expect(widget.view(states[state]?.payment?.view ?? '')).toBeVisible();
      cut[state] = (await findFlaws(page)).filter((flaw) => flaw.startsWith('cut'));
    }
    expect(cut).toEqual({ review: [], confirming: [], unresolved: [], refunded: [], 'paid-twice': [], closed: [] });
  });
}
