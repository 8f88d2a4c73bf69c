import { expect, test } from './fixtures.ts';

test('a number is formatted during typing, and the caret keeps its place', async ({ open, page }) => {
  const widget = await open();
  await widget.number.pressSequentially('+261343500003');
  await expect(widget.number).toHaveValue('034 35 000 03');
  await expect(widget.number).toHaveAttribute('aria-invalid', 'false');
  await widget.number.press('Home');
  for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('8');
  await expect(widget.number).toHaveValue('034 85 000 03');
  expect(await widget.number.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(5);
  await expect(widget.number).toHaveAttribute('autocomplete', 'tel');
});

test('the device stores the payment’s id, and the number only on request', async ({ companion, open, page }) => {
  const stored = () => page.evaluate(() => ({ ...localStorage }));
  const widget = await open();
  await widget.pay();
  await expect(widget.view('waiting')).toBeVisible();
  const { id } = companion.payment('form');
  expect(Object.entries(await stored())).toEqual([
    ['tsena:payment', expect.stringMatching(new RegExp(`^\\d+ ${id}$`))],
  ]);

  companion.updatePayment('form', {
    status: 'failed',
    failure: { code: 'payment_failed', message: '' },
    retryable: true,
  });
  await widget.button.click();
  await widget.root.getByRole('checkbox').check();
  await widget.button.click();
  await expect(widget.view('waiting')).toBeVisible();
  expect((await stored())['tsena:msisdn']).toBe('0343500003');

  const again = await open({ token: 'another' });
  await expect(again.number).toHaveValue('034 35 000 03');
  await again.root.getByRole('checkbox').uncheck();
  expect(await stored()).not.toHaveProperty('tsena:msisdn');
  expect(await page.context().cookies()).toEqual([]);
  expect(companion.requests.every(({ headers }) => headers.cookie === undefined)).toBe(true);
});

test('texts of the shop and the companion are not interpreted as HTML', async ({ companion, open, page }) => {
  const evil = '<img src=x onerror="window.evil=1">';
  companion.checkouts.set('form', { ...companion.checkout('form'), partnerName: evil, description: evil });
  const widget = await open({ attributes: `data-texts='{"form.title":"&lt;img src=x onerror=window.evil=1&gt;"}'` });
  await expect(widget.root).toContainText(evil);
  await expect(widget.root.locator('img')).toHaveCount(0);
  expect(await page.evaluate(() => 'evil' in window)).toBe(false);
});
