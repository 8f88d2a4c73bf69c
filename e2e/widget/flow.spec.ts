import { type CompanionStub, hang, problem, reset } from './companionStub.ts';
import { eventsOf, expect, orderToken, test } from './fixtures.ts';
import { paymentId, somePayment } from './scenes.ts';

/** Holds the answer with the order back until the returned function is called. */
function holdCheckout(companion: CompanionStub, token: string): () => void {
  const held: (() => void)[] = [];
  companion.answers.checkout = (_request, response) => {
    held.push(() => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(companion.checkout(token))));
  };
  return () => {
    for (const answer of held) answer();
  };
}

test('the form shows the token’s amount while the order loads, and sends one request after it has loaded', async ({ companion, open }) => {
  const token = orderToken();
  const answer = holdCheckout(companion, token);
  const widget = await open({ token });
  await expect(widget.button).toHaveText('Pay 25,000 Ar');
  await widget.number.pressSequentially('0343500003');
  await widget.number.press('Enter');
  await widget.number.press('Enter');
  await expect(widget.button).toHaveText('Sending the request…');
  await expect.poll(() => companion.requestsTo('GET', /checkout$/).length).toBe(1);
  expect(companion.requestsTo('POST', /payments$/)).toEqual([]);
  answer();
  await expect(widget.view('waiting')).toBeVisible();
  expect(companion.requestsTo('POST', /payments$/)).toHaveLength(1);
});

for (const scene of ['late', 'paid', 'unresolved-late', 'declined']) {
  test(`an existing payment is shown before a new one starts: ${scene}`, async ({ companion, open }) => {
    const answer = holdCheckout(companion, scene);
    const widget = await open({ token: orderToken() });
    await widget.pay();
    await expect(widget.button).toHaveText('Sending the request…');
    await expect.poll(() => companion.requestsTo('GET', /checkout$/).length).toBe(1);
    answer();
    await expect(widget.view('form')).toBeHidden();
    await expect(widget.heading).toBeVisible();
    expect(companion.requestsTo('POST', /payments$/)).toEqual([]);
  });
}

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
  for (const [attribute, value] of [
    ['type', 'tel'],
    ['inputmode', 'tel'],
    ['autocomplete', 'tel'],
  ] as const) {
    await expect(widget.number).toHaveAttribute(attribute, value);
  }
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

test('after a lost answer the widget finds the payment and sends no second request', async ({ companion, open }) => {
  companion.answers.initiate = (_request, response) => {
    companion.initiate({ orderToken: 'form', msisdn: '0343500003' });
    // Cut during the answer: if it is cut earlier, Chromium repeats the request itself.
    response.writeHead(201, { 'Content-Length': '500' }).write('{', () => response.destroy());
  };
  const widget = await open();
  await widget.pay();
  await expect(widget.view('waiting')).toBeVisible();
  expect(companion.requestsTo('POST', /payments$/)).toHaveLength(1);
});

test('a lost request is reported and can be sent again', async ({ companion, open, page }) => {
  companion.answers.initiate = reset;
  const widget = await open();
  await widget.pay();
  await expect(widget.root).toContainText('We cannot reach the service.');
  await expect.poll(() => eventsOf(page)).toEqual(['ready', 'error:unreachable']);
  delete companion.answers.initiate;
  await widget.button.click();
  await expect(widget.view('waiting')).toBeVisible();
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

test('events update the view without polling', async ({ companion, open }) => {
  const widget = await open();
  await widget.pay();
  await expect.poll(() => companion.openStreams).toBe(1);
  companion.updatePayment('form', { nextPollMs: 600_000, status: 'unresolved' });
  await expect(widget.view('unresolved')).toBeVisible();
  const polls = companion.requestsTo('GET', /payments\/pay_\S+(?<!events)$/).length;
  companion.updatePayment('form', { status: 'completed' });
  await expect(widget.view('paid')).toBeVisible();
  await expect.poll(() => companion.openStreams).toBe(0);
  expect(companion.requestsTo('GET', /payments\/pay_\S+(?<!events)$/)).toHaveLength(polls);
  // The payment is final, so the stream does not reopen.
  expect(companion.requestsTo('GET', /events$/)).toHaveLength(1);
});

test('a cut stream reconnects', async ({ companion, open }) => {
  const widget = await open();
  await widget.pay();
  await expect.poll(() => companion.openStreams).toBe(1);
  companion.cutStreams();
  companion.updatePayment('form', { status: 'completed' });
  await expect(widget.view('paid')).toBeVisible();
});

test('an order with a changed amount shows its payment and the reason', async ({ companion, open }) => {
  const payment = somePayment('old', { amount: '18000' });
  companion.answers.initiate = problem('order_changed', {}, { payment });
  companion.checkouts.set('other', { ...companion.checkout('form'), payment });
  const widget = await open();
  await widget.pay();
  await expect(widget.view('waiting')).toContainText('This order already has a payment with another amount.');
  await expect(widget.root.locator('[part=amount]')).toHaveText('18,000 Ar');
  await expect.poll(() => companion.requestsTo('GET', new RegExp(paymentId('old'))).length).toBeGreaterThan(0);
});

test('a rejected request shows the companion’s message and when to try again', async ({ companion, open }) => {
  companion.answers.initiate = problem('prompt_open', { 'Retry-After': '61' });
  const widget = await open({ lang: 'fr' });
  await widget.pay();
  await expect(widget.root).toContainText('Un autre paiement attend sur ce téléphone. Terminez-le, puis réessayez.');
  await expect(widget.root).toContainText('Vous pourrez réessayer dans 2 min environ.');
  expect(companion.requestsTo('POST', /payments$/)[0]?.body).toMatchObject({ language: 'fr' });
});

test('texts of the shop and the companion are not interpreted as HTML', async ({ companion, open, page }) => {
  const evil = '<img src=x onerror="window.evil=1">';
  companion.checkouts.set('form', { ...companion.checkout('form'), partnerName: evil, description: evil });
  const widget = await open({ attributes: `data-texts='{"form.title":"&lt;img src=x onerror=window.evil=1&gt;"}'` });
  await expect(widget.root).toContainText(evil);
  await expect(widget.root.locator('img')).toHaveCount(0);
  expect(await page.evaluate(() => 'evil' in window)).toBe(false);
});

test('the whole flow works on slow 3G and a cheap phone', async ({ companion, context, open, page }) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const widget = await open();
  await widget.pay();
  await expect(widget.view('waiting')).toBeVisible();
  companion.updatePayment('form', { status: 'completed' });
  await expect(widget.view('paid')).toBeVisible();
});
