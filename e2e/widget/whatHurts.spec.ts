import { eventsOf, expect, setVisible, test } from './fixtures.ts';
import { garbage, hang, problem, reset } from './standIn.ts';

/** What hurts the users of other payment widgets most. */
test.describe('what hurts', () => {
  test('one failed poll kills an authorised payment', async ({ companion, open, page }) => {
    companion.answers.events = problem('too_many_streams');
    const widget = await open();
    await widget.pay();
    await expect(widget.view('waiting')).toBeVisible();
    for (const fault of [reset, garbage, problem('internal'), problem('payment_not_found'), problem('order_token_expired')]) {
      companion.answers.payment = fault;
      const before = companion.askedOf('GET', /payments\/pay_/).length;
      await expect.poll(() => companion.askedOf('GET', /payments\/pay_/).length).toBeGreaterThan(before);
      await expect(widget.view('waiting')).toBeVisible();
    }
    delete companion.answers.payment;
    companion.move('form', { status: 'completed', transactionReference: '636042511' });
    await expect(widget.heading).toHaveText('Paid');
    await expect.poll(() => eventsOf(page)).toEqual(['ready', 'change:pending', 'change:completed', 'completed:completed']);
  });

  test('overlapping polls complete twice', async ({ companion, open, page }) => {
    companion.answers.events = problem('too_many_streams');
    const widget = await open();
    await widget.pay();
    await expect(widget.view('waiting')).toBeVisible();
    let answer: () => void = () => undefined;
    companion.answers.payment = (_request, response) => {
      answer = () => {
        companion.move('form', { status: 'completed' });
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(companion.payment('form')));
      };
    };
    const before = companion.askedOf('GET', /payments\/pay_/).length;
    await expect.poll(() => companion.askedOf('GET', /payments\/pay_/).length).toBeGreaterThan(before);
    for (let i = 0; i < 5; i += 1) {
      await setVisible(page, false);
      await setVisible(page, true);
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
    }
    answer();
    await expect(widget.heading).toHaveText('Paid');
    expect(companion.mostChecksAtOnce).toBe(1);
    await expect.poll(async () => (await eventsOf(page)).filter((one) => one.startsWith('completed'))).toHaveLength(1);
  });

  test('onComplete on a status that is not final', async ({ companion, open, page }) => {
    const widget = await open();
    await widget.pay();
    await expect(widget.view('waiting')).toBeVisible();
    companion.move('form', { status: 'sending' });
    companion.move('form', { status: 'unresolved' });
    await expect(widget.view('unresolved')).toBeVisible();
    companion.move('form', { status: 'pending', retryable: true });
    await expect(widget.root.getByRole('button', { name: 'I got no request' })).toBeVisible();
    companion.move('form', { status: 'pending', retryable: false, failure: { code: 'details_mismatch', message: '' } });
    await expect(widget.view('checked')).toBeVisible();
    expect((await eventsOf(page)).filter((one) => /^(completed|failed)/.test(one))).toEqual([]);
    companion.move('form', { status: 'completed', failure: null });
    await expect(widget.view('paid')).toBeVisible();
    await expect.poll(async () => (await eventsOf(page)).filter((one) => /^(completed|failed)/.test(one))).toEqual(['completed:completed']);

    await open({ token: 'declined' });
    await expect(widget.view('failed')).toBeVisible();
    await expect.poll(() => eventsOf(page)).toEqual(['ready:failed', 'change:failed', 'failed:failed']);
  });

  test('tab closed and the order lost', async ({ companion, open, page, context, browser, shop }) => {
    const widget = await open();
    await widget.pay();
    await expect(widget.view('waiting')).toBeVisible();
    await page.close();

    await test.step('another tab of the same phone', async () => {
      const tab = await context.newPage();
      await tab.goto(shop.url);
      await expect(tab.locator('tsena-checkout [data-view=waiting]')).toContainText('034\u00a0••\u00a0••0\u00a003');
      await tab.close();
    });
    await test.step('after the order token has expired', async () => {
      companion.answers.checkout = problem('order_token_expired');
      companion.move('form', { status: 'completed' });
      const tab = await context.newPage();
      await tab.goto(shop.url);
      await expect(tab.locator('tsena-checkout [data-view=paid]')).toBeVisible();
      delete companion.answers.checkout;
    });
    await test.step('another device with the same order', async () => {
      const device = await browser.newContext();
      const tab = await device.newPage();
      await tab.goto(shop.url);
      await expect(tab.locator('tsena-checkout [data-view=paid]')).toBeVisible();
      await device.close();
    });
    expect(companion.askedOf('POST', /payments$/)).toHaveLength(1);
  });

  test('a phone that puts the page to sleep', async ({ companion, open, page }) => {
    const wakes = {
      'it is seen again': () => setVisible(page, true),
      'it is online again': () => page.evaluate(() => window.dispatchEvent(new Event('online'))),
      'it comes back from the back-forward cache': () =>
        page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
    };
    companion.pollMs = 600_000;
    for (const [wake, act] of Object.entries(wakes)) {
      await test.step(wake, async () => {
        const token = wake;
        companion.answers = {};
        const widget = await open({ token });
        await widget.pay();
        await expect(widget.view('waiting')).toBeVisible();
        await expect.poll(() => companion.openStreams).toBe(1);
        // What was under way when the phone slept never comes back.
        companion.answers = { events: hang, checkout: hang };
        companion.cutStreams();
        companion.move(token, { status: 'completed' });
        await act();
        await expect(widget.view('paid')).toBeVisible();
      });
    }
  });

  test('a hidden page leaves its stream to the one that is seen', async ({ companion, open, page }) => {
    await open({ token: 'waiting' });
    await expect.poll(() => companion.openStreams).toBe(1);
    await setVisible(page, false);
    await expect.poll(() => companion.openStreams).toBe(0);
    await setVisible(page, true);
    await expect.poll(() => companion.openStreams).toBe(1);
  });

  test('resend and change of number', async ({ companion, open }) => {
    const widget = await open();
    await widget.pay('034 35 000 03');
    await expect(widget.view('waiting')).toBeVisible();
    await expect(widget.root.getByRole('button')).toHaveCount(0);
    companion.move('form', { retryable: true });

    await widget.root.getByRole('button', { name: 'I got no request' }).click();
    await expect(widget.root.getByRole('heading', { name: 'Nothing on your phone yet?' })).toBeFocused();
    await widget.root.getByRole('button', { name: 'Send a new request' }).click();
    await expect(widget.number).toHaveValue('034 35 000 03');
    await expect(widget.root).toContainText('Approve only one of the two');
    await widget.button.click();
    await expect(widget.view('waiting')).toBeVisible();

    companion.move('form', { retryable: true });
    await widget.root.getByRole('button', { name: 'Wrong number' }).click();
    await expect(widget.number).toHaveValue('');
    await widget.pay('034 35 000 04');
    await expect(widget.view('waiting')).toContainText('0\u00a004');
    expect(companion.askedOf('POST', /payments$/).map(({ body }) => (body as { msisdn: string }).msisdn)).toEqual([
      '0343500003',
      '0343500003',
      '0343500004',
    ]);
  });

  test('strict CSP', async ({ companion, open, page }) => {
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(error.message));
    const widget = await open({
      csp: `default-src 'none'; script-src ${companion.url}; connect-src ${companion.url}; img-src data:`,
    });
    await widget.pay();
    await expect(widget.view('waiting')).toBeVisible();
    companion.move('form', { status: 'completed' });
    await expect(widget.view('paid')).toBeVisible();
    await expect(widget.root.locator('[part=card]')).toHaveCSS('border-radius', '14px');
    expect(messages).toEqual([]);
  });

  test('script blocked or slow', async ({ companion, open, page }) => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/v1/checkout.js?slow', async (route) => {
      await held;
      await route.continue();
    });
    await page.route('**/v1/checkout.js?blocked', (route) => route.abort());
    const widget = await open({
      body: `<tsena-checkout order-token="form"><p>Payment is loading.</p></tsena-checkout>
        <script async src="${companion.url}/v1/checkout.js?blocked"></script>
        <script async src="${companion.url}/v1/checkout.js?slow"></script>`,
    });
    await expect(page.getByText('Payment is loading.')).toBeVisible();
    release();
    await expect(widget.button).toHaveText('Pay 25,000 Ar');
    await expect(page.getByText('Payment is loading.')).toBeHidden();
  });

  test('double click', async ({ companion, open }) => {
    const widget = await open();
    await widget.number.fill('0343500003');
    await expect(widget.button).toHaveText('Pay 25,000 Ar');
    await widget.button.evaluate((button: HTMLElement) => {
      for (let i = 0; i < 4; i += 1) button.click();
    });
    await expect(widget.view('waiting')).toBeVisible();
    expect(companion.askedOf('POST', /payments$/)).toHaveLength(1);
  });
});
