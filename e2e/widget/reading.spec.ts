import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { expect, setVisible, test } from './fixtures.ts';
import { scenes } from './scenes.ts';
import { problem } from './standIn.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe finds wrong by WCAG 2.2 AA and its own best practice, no rule excepted. */
async function findFaults(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(axe, 'utf8'));
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run(context: object): Promise<AxeResults> } }).axe.run({ include: ['main'] }),
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/** Everything that the live region has said, in order. */
async function recordSpeech(page: Page): Promise<() => Promise<string[]>> {
  await page.locator('tsena-checkout [role=status]').evaluate((region) => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => {
      const text = region.textContent ?? '';
      if (text !== '') said.push(text);
    }).observe(region, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

for (const theme of ['light', 'dark']) {
  test(`axe finds nothing in any state, ${theme}`, async ({ companion, open, page }) => {
    test.slow();
    companion.answers.events = problem('too_many_streams');
    for (const token of [...Object.keys(scenes), 'order_token_expired']) {
      await test.step(token, async () => {
        const widget = await open({
          body: `<main><h1>Shop</h1><script src="${companion.url}/v1/checkout.js" data-order-token="${token}" data-theme="${theme}"></script></main>`,
        });
        await expect(widget.heading).toBeVisible();
        await expect(widget.root.locator('header[aria-hidden=true]')).toHaveCount(0);
        expect(await findFaults(page)).toEqual([]);
      });
    }
    await test.step('a wrong number, and a refusal', async () => {
      companion.answers.initiate = problem('too_many_for_msisdn', { 'Retry-After': '200' });
      const widget = await open({
        body: `<main><h1>Shop</h1><script src="${companion.url}/v1/checkout.js" data-order-token="form" data-theme="${theme}"></script></main>`,
      });
      await widget.pay('0343500003');
      await expect(widget.root).toContainText('Wait a few minutes. You can try again in about 4 min.');
      await widget.number.fill('032');
      expect(await findFaults(page)).toEqual([]);
    });
  });
}

test.describe('what hurts', () => {
  test('text read by no screen reader', async ({ companion, open, page }) => {
    const widget = await open({
      body: `<a href="/">Shop</a><script src="${companion.url}/v1/checkout.js" data-order-token="form"></script>`,
    });
    await expect(widget.button).toHaveText('Pay 25,000 Ar');
    const speech = await recordSpeech(page);

    await test.step('a fault is tied to its field, and spoken while one types', async () => {
      await widget.number.pressSequentially('032');
      await expect(widget.number).toHaveAccessibleDescription('Use a number that starts with 034, 037 or 038.');
      await expect(widget.number).toHaveAttribute('aria-invalid', 'true');
      expect(await speech()).toEqual(['Use a number that starts with 034, 037 or 038.']);
    });
    await test.step('focus inside goes to the new heading, which is read for it, once', async () => {
      await widget.number.fill('0343500003');
      await page.keyboard.press('Enter');
      await expect(widget.heading).toBeFocused();
      await expect(widget.heading).toHaveText('Confirm on your phone');
      await expect(widget.heading).toHaveAccessibleDescription('The request goes to 034 •• ••0 03.');
      expect(await speech()).toHaveLength(1);
    });
    await test.step('what changes within a view is spoken', async () => {
      companion.move('form', { retryable: true });
      await expect.poll(async () => (await speech()).at(-1)).toBe('Nothing on your phone yet?');
    });
    await test.step('focus elsewhere stays there, and the live region speaks', async () => {
      await page.getByRole('link', { name: 'Shop', exact: true }).focus();
      companion.move('form', { status: 'completed', retryable: false });
      await expect(widget.view('paid')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Shop', exact: true })).toBeFocused();
      expect((await speech()).slice(2)).toEqual(['Paid. Tsenan’i Soa has received your payment. Thank you!']);
    });
  });
});

test('the whole flow by keyboard alone', async ({ companion, open, page }) => {
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
  companion.move('form', { status: 'failed', failure: { code: 'payment_declined', message: '' }, retryable: true });
  await expect(widget.heading).toHaveText('Not paid');
  await expect(widget.heading).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(widget.number).toHaveValue('034 35 000 03');
});

test('time is shown each second, and spoken sparsely', async ({ companion, open, page }) => {
  await page.clock.install();
  const widget = await open({ token: 'waiting' });
  await expect(widget.view('waiting')).toBeVisible();
  companion.answers.payment = problem('internal');
  companion.cutStreams();
  const speech = await recordSpeech(page);
  const elapsed = widget.root.locator('[part=status] span');
  const shown = await elapsed.textContent();
  await page.clock.runFor(5000);
  await expect(elapsed).not.toHaveText(shown ?? '');
  await expect(elapsed).toHaveAttribute('aria-hidden', 'true');
  await page.clock.runFor(400_000);
  const minutes = (await speech()).filter((text) => text.includes('minute'));
  expect(minutes.map((text) => /Waiting for (\d+ minutes?)\./.exec(text)?.[1])).toEqual(['1 minute', '2 minutes', '5 minutes']);
});

test('a restored payment is announced without taking the focus', async ({ companion, open, page }) => {
  companion.answers.checkout = (_request, response) => setTimeout(() => response.destroy(), 10);
  const widget = await open({ token: 'paid' });
  await expect(widget.status).toContainText('We cannot reach the service.');
  const speech = await recordSpeech(page);
  delete companion.answers.checkout;
  await setVisible(page, true);
  await expect(widget.view('paid')).toBeVisible();
  expect((await speech()).at(-1)).toContain('Paid. Tsenan’i Soa has received your payment.');
  await expect(page.locator('body')).toBeFocused();
});
