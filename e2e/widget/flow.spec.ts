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

test('the number can be typed while an order loads whose token has no amount, and no request is sent', async ({ companion, open }) => {
  const answer = holdCheckout(companion, 'form');
  const widget = await open();
  await widget.number.pressSequentially('0343500003');
  await expect(widget.button).toHaveText('One moment…');
  await widget.number.press('Enter');
  await expect.poll(() => companion.requestsTo('GET', /checkout$/).length).toBe(1);
  answer();
  await expect(widget.button).toHaveText('Pay 25,000 Ar');
  await expect(widget.number).toHaveValue('034 35 000 03');
  expect(companion.requestsTo('POST', /payments$/)).toEqual([]);
});

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

test('an invalid number is explained as soon as it cannot become valid', async ({ companion, open }) => {
  const widget = await open();
  for (const [typed, said] of [
    ['032', 'Use a number that starts with 034, 037 or 038.'],
    ['+33', 'Use a number from Madagascar.'],
    ['03435000033', 'This number does not have 10 digits.'],
  ] as const) {
    await widget.number.fill(typed);
    await expect(widget.root).toContainText(said);
  }
  await widget.number.fill('034 35');
  await expect(widget.root).toContainText('For example 034 12 345 67');
  await widget.button.click();
  await expect(widget.root).toContainText('This number does not have 10 digits.');
  await expect(widget.number).toBeFocused();
  await widget.number.fill('');
  await widget.button.click();
  await expect(widget.root).toContainText('Enter your mobile money number.');
  expect(companion.requestsTo('POST', /payments$/)).toEqual([]);
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

test('an offline message goes as soon as the network is back', async ({ companion, context, open }) => {
  const widget = await open();
  await expect(widget.button).toHaveText('Pay 25,000 Ar');
  const offline = widget.root.locator('[part=notice]', { hasText: 'You are offline.' });
  await test.step('in the form, without another press', async () => {
    await context.setOffline(true);
    await widget.pay();
    await expect(offline).toBeVisible();
    await context.setOffline(false);
    await expect(offline).toHaveCount(0);
  });
  await test.step('while waiting, before the companion answers', async () => {
    await widget.button.click();
    await expect(widget.view('waiting')).toBeVisible();
    companion.answers.payment = hang;
    companion.answers.events = hang;
    await context.setOffline(true);
    await expect(offline).toBeVisible();
    await context.setOffline(false);
    await expect(offline).toHaveCount(0);
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

test('an unresolved payment is explained, and accepts the reference from the SMS', async ({ open, page }) => {
  const widget = await open({ token: 'unresolved' });
  await expect(widget.root).toContainText('we do not know yet whether you paid');
  await expect(widget.root).toContainText('Do not pay again yet');
  const reference = widget.root.getByLabel('Reference in the SMS');
  await widget.button.click();
  await expect(reference).toBeFocused();
  await expect(reference).toHaveAttribute('aria-invalid', 'true');
  await reference.fill('636042512');
  await widget.button.click();
  await expect(widget.root).toContainText('This reference does not match this payment, which stays as it was.');
  await reference.fill(' 636042511 ');
  await page.keyboard.press('Enter');
  await expect(widget.view('paid')).toContainText('636042511');
});

test('an unresolved payment can be retried after the cool-down', async ({ open }) => {
  const widget = await open({ token: 'unresolved-late' });
  await widget.root.getByRole('button', { name: 'Send a new request' }).click();
  await expect(widget.root).toContainText('Approve only one of the two');
});

test('a payment with details_mismatch is in review: no new attempt is offered', async ({ open }) => {
  const widget = await open({ token: 'review' });
  await expect(widget.root).toContainText('The shop is checking your payment. Do not pay again.');
  await expect(widget.root.getByRole('button')).toHaveCount(0);
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

test('an order that cannot be loaded shows the reason', async ({ companion, open }) => {
  companion.answers.checkout = problem('order_token_invalid');
  const widget = await open();
  await expect(widget.view('orderError')).toContainText('Your order could not be verified. Go back to the shop.');
  await expect(widget.root.getByRole('button')).toHaveCount(0);
  // A retry cannot help.
  expect(companion.requestsTo('GET', /checkout$/)).toHaveLength(1);
});

test('the link back accepts only http and https', async ({ companion, open }) => {
  const widget = await open({ token: 'paid' });
  await expect(widget.root.getByRole('link')).toHaveAttribute('href', 'https://shop.example/orders/TS-1047');
  companion.checkouts.set('paid', { ...companion.checkout('paid'), returnUrl: 'javascript:alert(1)' });
  await open({ token: 'paid' });
  await expect(widget.view('paid')).toBeVisible();
  await expect(widget.root.getByRole('link')).toHaveCount(0);
});

test('texts of the shop and the companion are not interpreted as HTML', async ({ companion, open, page }) => {
  const evil = '<img src=x onerror="window.evil=1">';
  companion.checkouts.set('form', { ...companion.checkout('form'), partnerName: evil, description: evil });
  const widget = await open({ attributes: `data-texts='{"form.title":"&lt;img src=x onerror=window.evil=1&gt;"}'` });
  await expect(widget.root).toContainText(evil);
  await expect(widget.root.locator('img')).toHaveCount(0);
  expect(await page.evaluate(() => 'evil' in window)).toBe(false);
});

test('the order token is sent only with the request for the order', async ({ companion, open }) => {
  const widget = await open();
  await widget.pay();
  await expect(widget.view('waiting')).toBeVisible();
  for (const { method, path, headers } of companion.requests) {
    expect(headers.authorization).toBe(method === 'GET' && path === '/v1/checkout' ? 'Bearer form' : undefined);
  }
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
