import type { Page } from '@playwright/test';
import { runAxe } from '../axe.ts';
import { problem } from './companionStub.ts';
import { expect, setVisible, test } from './fixtures.ts';
import { states } from './states.ts';

/** Records the texts of the live region, in order. */
async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.locator('tsena-checkout [role=status]').evaluate((region) => {
    const announcements: string[] = [];
    Object.assign(window, { announcements });
    new MutationObserver(() => {
      const text = region.textContent ?? '';
      if (text !== '') announcements.push(text);
    }).observe(region, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { announcements: string[] }).announcements);
}

for (const theme of ['light', 'dark']) {
  test(`axe finds no violation in any state, ${theme}`, async ({ companion, open, page }) => {
    test.slow();
    companion.answers.events = problem('too_many_streams');
    for (const token of [...Object.keys(states), 'order_token_expired']) {
      await test.step(token, async () => {
        const widget = await open({
          body: `<main><h1>Shop</h1><script src="${companion.url}/v1/checkout.js" data-order-token="${token}" data-theme="${theme}"></script></main>`,
        });
        await expect(widget.heading).toBeVisible();
        await expect(widget.root.locator('header[aria-hidden=true]')).toHaveCount(0);
        expect(await runAxe(page, 'main')).toEqual([]);
      });
    }
    await test.step('an invalid number and a rejected request', async () => {
      companion.answers.initiate = problem('too_many_for_msisdn', { 'Retry-After': '200' });
      const widget = await open({
        body: `<main><h1>Shop</h1><script src="${companion.url}/v1/checkout.js" data-order-token="form" data-theme="${theme}"></script></main>`,
      });
      await widget.pay('0343500003');
      await expect(widget.root).toContainText('Wait a few minutes. You can try again in about 4 min.');
      await widget.number.fill('032');
      expect(await runAxe(page, 'main')).toEqual([]);
    });
  });
}

test('screen readers announce errors, views and changes', async ({ companion, open, page }) => {
  const widget = await open({
    body: `<a href="/">Shop</a><script src="${companion.url}/v1/checkout.js" data-order-token="form"></script>`,
  });
  await expect(widget.button).toHaveText('Pay 25,000 Ar');
  const announcements = await recordAnnouncements(page);

  await test.step('an error belongs to its field and is announced during typing', async () => {
    await widget.number.pressSequentially('032');
    await expect(widget.number).toHaveAccessibleDescription(
      'This is an Orange number. Use a number that starts with 034, 037 or 038.',
    );
    await expect(widget.number).toHaveAttribute('aria-invalid', 'true');
    expect(await announcements()).toEqual(['This is an Orange number. Use a number that starts with 034, 037 or 038.']);
  });
  await test.step('focus inside the widget moves to the new heading', async () => {
    await widget.number.fill('0343500003');
    await page.keyboard.press('Enter');
    await expect(widget.heading).toBeFocused();
    await expect(widget.heading).toHaveText('Confirm on your phone');
    await expect(widget.heading).toHaveAccessibleDescription('The request goes to 034 35 000 03.');
    expect(await announcements()).toHaveLength(1);
  });
  await test.step('a change within a view is announced', async () => {
    companion.updatePayment('form', { retryable: true });
    await expect.poll(async () => (await announcements()).at(-1)).toBe('Have you already typed your secret code?');
  });
  await test.step('focus elsewhere stays there, and the live region announces the view', async () => {
    await page.getByRole('link', { name: 'Shop', exact: true }).focus();
    companion.updatePayment('form', { status: 'completed', retryable: false });
    await expect(widget.view('paid')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Shop', exact: true })).toBeFocused();
    expect((await announcements()).slice(2)).toEqual(['Paid. Tsenan’i Soa has received your payment. Thank you!']);
  });
});

test('the whole flow works with the keyboard only', async ({ companion, open, page }) => {
  const widget = await open();
  await expect(widget.button).toHaveText('Pay 25,000 Ar');
  await page.keyboard.press('Tab');
  await expect(widget.number).toBeFocused();
  await page.keyboard.type('0343500003');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(widget.root.getByRole('checkbox')).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(widget.heading).toBeFocused();
  companion.updatePayment('form', {
    status: 'failed',
    failure: { code: 'payment_declined', message: '' },
    retryable: true,
  });
  await expect(widget.heading).toHaveText('Not paid');
  await expect(widget.heading).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(widget.number).toHaveValue('034 35 000 03');
});

test('no focus ring is drawn around a heading or the widget, whatever the theme styles', async ({ open, page }) => {
  // As WordPress's default theme does.
  const widget = await open({
    head: '<style>:focus, :focus-visible { outline: 4px solid #000; outline-offset: 2px }</style>',
  });
  await expect(widget.button).toHaveText('Pay 25,000 Ar');
  await page.keyboard.press('Tab');
  await expect(widget.number).toHaveCSS('outline-style', 'solid');
  await expect(widget.root).toHaveCSS('outline-style', 'none');
  await page.keyboard.type('0343500003');
  await page.keyboard.press('Enter');
  await expect(widget.view('waiting')).toBeVisible();
  await expect(widget.heading).toBeFocused();
  await expect(widget.heading).toHaveCSS('outline-style', 'none');
  await expect(widget.root).toHaveCSS('outline-style', 'none');
});

test('the elapsed time is shown each second and announced at few marks', async ({ companion, open, page }) => {
  await page.clock.install();
  // Without a poll during the test, no connection message joins an announced time: the clock is fake, but requests are
  // real.
  companion.updatePayment('waiting', { createdAt: new Date().toISOString(), nextPollMs: 600_000 });
  const widget = await open({ token: 'waiting' });
  await expect(widget.view('waiting')).toBeVisible();
  await expect.poll(() => companion.openStreams).toBe(1);
  const announcements = await recordAnnouncements(page);
  const elapsed = widget.root.locator('[part=status] span');
  const shown = await elapsed.textContent();
  await page.clock.runFor(5000);
  await expect(elapsed).not.toHaveText(shown ?? '');
  await expect(elapsed).toHaveAttribute('aria-hidden', 'true');
  await page.clock.runFor(400_000);
  expect(await announcements()).toEqual([
    'Wrong number?',
    'Waiting for 1 minute.',
    'Waiting for 2 minutes.',
    'Waiting for 5 minutes.',
  ]);
});

test('a restored payment is announced and does not take the focus', async ({ companion, open, page }) => {
  companion.answers.checkout = (_request, response) => setTimeout(() => response.destroy(), 10);
  const widget = await open({ token: 'paid' });
  await expect(widget.status).toContainText('We cannot reach the service.');
  const announcements = await recordAnnouncements(page);
  delete companion.answers.checkout;
  await setVisible(page, true);
  await expect(widget.view('paid')).toBeVisible();
  expect((await announcements()).at(-1)).toContain('Paid. Tsenan’i Soa has received your payment.');
  await expect(page.locator('body')).toBeFocused();
});
