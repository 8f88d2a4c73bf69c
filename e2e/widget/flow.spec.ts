import { hang, problem } from './companionStub.ts';
import { expect, test } from './fixtures.ts';

test('a number is formatted during typing, in any notation, and the caret keeps its place', async ({ open, page }) => {
  const widget = await open();
  for (const typed of ['0343500003', '+261343500003', '261343500003', '00261 34 35 000 03', '343500003']) {
    await widget.number.fill('');
    await widget.number.pressSequentially(typed);
    await expect(widget.number).toHaveValue('034 35 000 03');
    await expect(widget.number).toHaveAttribute('aria-invalid', 'false');
  }
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
  expect(Object.entries(await stored())).toEqual([['tsena:payment', expect.stringMatching(new RegExp(`^\\d+ ${id}$`))]]);

  companion.updatePayment('form', { status: 'failed', failure: { code: 'payment_failed', message: '' }, retryable: true });
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

test('a slow connection and an offline device are reported in words', async ({ companion, context, open }) => {
  companion.answers.events = problem('too_many_streams');
  const widget = await open();
  await widget.pay();
  await expect(widget.view('waiting')).toBeVisible();
  await test.step('slow', async () => {
    companion.answers.payment = hang;
    await expect(widget.root).toContainText('The connection is slow. We keep trying.');
    delete companion.answers.payment;
  });
  await test.step('offline, then online', async () => {
    await context.setOffline(true);
    await expect(widget.root).toContainText('You are offline. Your payment continues.');
    companion.updatePayment('form', { status: 'completed' });
    await context.setOffline(false);
    await expect(widget.view('paid')).toBeVisible();
  });
});

test('events update the view without polling, also after the stream was cut', async ({ companion, open }) => {
  const widget = await open();
  await widget.pay();
  await expect.poll(() => companion.openStreams).toBe(1);
  companion.updatePayment('form', { nextPollMs: 600_000, status: 'unresolved' });
  await expect(widget.view('unresolved')).toBeVisible();
  companion.cutStreams();
  await expect.poll(() => companion.requestsTo('GET', /events$/).length).toBe(2);
  const polls = companion.requestsTo('GET', /payments\/pay_\S+(?<!events)$/).length;
  companion.updatePayment('form', { status: 'completed' });
  await expect(widget.view('paid')).toBeVisible();
  await expect.poll(() => companion.openStreams).toBe(0);
  expect(companion.requestsTo('GET', /payments\/pay_\S+(?<!events)$/)).toHaveLength(polls);
  // The payment is final, so the stream does not reopen.
  expect(companion.requestsTo('GET', /events$/)).toHaveLength(2);
});

test('texts of the shop and the companion are not interpreted as HTML', async ({ companion, open, page }) => {
  const evil = '<img src=x onerror="window.evil=1">';
  companion.checkouts.set('form', { ...companion.checkout('form'), partnerName: evil, description: evil });
  const widget = await open({ attributes: `data-texts='{"form.title":"&lt;img src=x onerror=window.evil=1&gt;"}'` });
  await expect(widget.root).toContainText(evil);
  await expect(widget.root.locator('img')).toHaveCount(0);
  expect(await page.evaluate(() => 'evil' in window)).toBe(false);
});
