import { deferred } from '@tsena/testkit/deferred';
import type { Answer } from './companionStub.ts';
import { eventsOf, expect, orderToken, test } from './fixtures.ts';
import { APP, readWidgetFile } from './widgetFiles.ts';

/** Problems that users of other payment widgets report most. */
test.describe('reliability', () => {
  test('completed and failed are sent only for a final status', async ({ companion, open, page }) => {
    const widget = await open();
    await widget.pay();
    await expect(widget.view('waiting')).toBeVisible();
    companion.updatePayment('form', { status: 'sending' });
    companion.updatePayment('form', { status: 'unresolved' });
    await expect(widget.view('unresolved')).toBeVisible();
    companion.updatePayment('form', { status: 'pending', retryable: true });
    await expect(widget.root.getByRole('button', { name: 'Yes, I typed it' })).toBeVisible();
    companion.updatePayment('form', {
      status: 'pending',
      view: 'review',
      retryable: false,
      failure: { code: 'details_mismatch', message: '' },
    });
    await expect(widget.view('review')).toBeVisible();
    expect((await eventsOf(page)).filter((one) => /^(completed|failed)/.test(one))).toEqual([]);
    companion.updatePayment('form', { status: 'completed', failure: null });
    await expect(widget.view('paid')).toBeVisible();
    await expect
      .poll(async () => (await eventsOf(page)).filter((one) => /^(completed|failed)/.test(one)))
      .toEqual(['completed:completed']);

    await open({ token: 'declined' });
    await expect(widget.view('failed')).toBeVisible();
    await expect.poll(() => eventsOf(page)).toEqual(['ready:failed', 'change:failed', 'failed:failed']);
  });

  test('the shopper can send a new request and change the number', async ({ companion, open }) => {
    const widget = await open();
    await widget.pay('034 35 000 03');
    await expect(widget.view('waiting')).toBeVisible();
    await expect(widget.root.getByRole('button')).toHaveCount(0);
    companion.updatePayment('form', { retryable: true });

    await expect(widget.root.getByRole('heading', { name: 'Have you already typed your secret code?' })).toBeVisible();
    await widget.root.getByRole('button', { name: 'No', exact: true }).click();
    await expect(widget.heading).toBeFocused();
    await expect(widget.number).toHaveValue('034 35 000 03');
    await expect(widget.root).toContainText('approve only one of them');
    await widget.button.click();
    await expect(widget.view('waiting')).toBeVisible();

    companion.updatePayment('form', { retryable: true });
    await widget.root.getByRole('button', { name: 'No', exact: true }).click();
    await widget.pay('034 35 000 04');
    await expect(widget.view('waiting')).toContainText('0\u00a004');
    expect(companion.requestsTo('POST', /payments$/).map(({ body }) => (body as { msisdn: string }).msisdn)).toEqual([
      '0343500003',
      '0343500003',
      '0343500004',
    ]);
  });

  test('what is typed and pressed, the focus and the caret stay when the application arrives late', async ({
    companion,
    open,
    page,
  }) => {
    const held: (() => void)[] = [];
    const send: Answer = (_request, response) =>
      void response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(readWidgetFile(APP));
    companion.answers.app = (...ask) => void held.push(() => send(...ask));
    const widget = await open({ token: orderToken() });
    await expect(widget.button).toHaveText('Pay 25,000 Ar');
    const field = await widget.number.elementHandle();
    await widget.number.pressSequentially('034 35000 3');
    for (let count = 0; count < 4; count += 1) await page.keyboard.press('ArrowLeft');
    for (const answer of held) answer();
    await expect(widget.root).toContainText('To Tsenan’i Soa');
    expect(await field?.evaluate((node) => node.isConnected)).toBe(true);
    await expect(widget.number).toBeFocused();
    await page.keyboard.type('0');
    await expect(widget.number).toHaveValue('034 35 000 03');
    await page.keyboard.press('Enter');
    await expect(widget.view('waiting')).toBeVisible();
  });

  test('an application of another content does not run, and is asked for again', async ({ companion, open, page }) => {
    companion.answers.app = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(`${readWidgetFile(APP)};window.stolen = true`);
    };
    const message = page.waitForEvent('console', (one) => one.text().includes('integrity'));
    const widget = await open({ token: orderToken() });
    await message;
    expect(await page.evaluate(() => 'stolen' in window || 'TsenaCheckoutApp' in window)).toBe(false);
    delete companion.answers.app;
    await widget.pay();
    await expect(widget.view('waiting')).toBeVisible();
  });

  test('content of the element is shown until the script has loaded', async ({ companion, open, page }) => {
    const held = deferred();
    await page.route('**/v1/checkout.js?slow', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.route('**/v1/checkout.js?blocked', (route) => route.abort());
    const widget = await open({
      body: `<tsena-checkout order-token="form"><p>Payment is loading.</p></tsena-checkout>
        <script async src="${companion.url}/v1/checkout.js?blocked"></script>
        <script async src="${companion.url}/v1/checkout.js?slow"></script>`,
    });
    await expect(page.getByText('Payment is loading.')).toBeVisible();
    held.resolve();
    await expect(widget.button).toHaveText('Pay 25,000 Ar');
    await expect(page.getByText('Payment is loading.')).toBeHidden();
  });
});
