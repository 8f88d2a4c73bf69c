import type { Page } from '@playwright/test';
import { LANGUAGES } from '@tsena/shared';
import type { Answer, CompanionStub } from './companionStub.ts';
import { problem, reset } from './companionStub.ts';
import { expect, orderToken, test, Widget } from './fixtures.ts';
import { FIRST_FILE, integrities, REST_FILE, readWidgetFile } from './widgetFiles.ts';

/** Lets the second script-tag file wait until the returned function is called. */
function holdRest(companion: CompanionStub): () => void {
  const held: (() => void)[] = [];
  const send: Answer = (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8' }).end(readWidgetFile(REST_FILE));
  };
  companion.answers.rest = (...ask) => void held.push(() => send(...ask));
  return () => {
    delete companion.answers.rest;
    for (const answer of held) answer();
  };
}

const initiations = (companion: CompanionStub) =>
  companion.requestsTo('POST', /payments$/).map(({ body }) => (body as { msisdn: string }).msisdn);
const restRequests = (companion: CompanionStub) => companion.requestsTo('GET', new RegExp(`${REST_FILE}$`));

/** Marks the nodes of the widget, to find out later whether they are still the same. */
function mark(widget: Widget): Promise<void> {
  return widget.root.evaluate((host) => {
    for (const node of host.shadowRoot?.querySelectorAll('*') ?? []) Object.assign(node, { isFirst: true });
  });
}

const isMarked = (widget: Widget, selector: string) => widget.root.locator(selector).evaluate((node) => 'isFirst' in node);

/** Whether the second file has taken over. */
const hasRest = (page: Page) => page.evaluate(() => 'TsenaCheckoutRest' in window);

/** Lets nothing happen in the page because the machine is busy: no attempt ends, and no connection counts as slow. */
async function removeLongTimers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setTimeout } = window;
    const shortened = (callback: () => void, ms?: number) => (ms !== undefined && ms >= 5_000 ? 0 : setTimeout(callback, ms));
    Object.assign(window, { setTimeout: shortened });
  });
}

test.describe('before the second file is there', () => {
  test('the form is shown, and what is typed, the focus and the caret stay when it arrives', async ({ companion, open, page }) => {
    const release = holdRest(companion);
    const widget = await open({ token: orderToken() });
    await expect(widget.button).toHaveText('Pay 25,000 Ar');
    await mark(widget);
    await widget.number.pressSequentially('034 35000 3');
    for (let count = 0; count < 4; count += 1) await page.keyboard.press('ArrowLeft');
    release();
    await expect(widget.root).toContainText('To Tsenan’i Soa');
    expect(await isMarked(widget, 'input[type=tel]')).toBe(true);
    expect(await isMarked(widget, '[part=button]')).toBe(true);
    await expect(widget.number).toBeFocused();
    await page.keyboard.type('0');
    await expect(widget.number).toHaveValue('034 35 000 03');
    await page.keyboard.press('Enter');
    await expect(widget.view('waiting')).toBeVisible();
    expect(initiations(companion)).toEqual(['0343500003']);
  });

  test('presses wait for it, and send one payment', async ({ companion, open, page }) => {
    const release = holdRest(companion);
    const widget = await open({ token: orderToken() });
    await widget.number.fill('034 35 000 03');
    await widget.button.click();
    await expect(widget.button).toHaveText('One moment…');
    // `click()` would wait until the button is enabled.
    await widget.button.evaluate((button: HTMLElement) => button.click());
    await widget.number.press('Enter');
    await expect(widget.root.locator('[part=notice]')).toHaveText('The connection is slow. We keep trying.');
    expect(initiations(companion)).toEqual([]);
    release();
    await expect(widget.view('waiting')).toContainText('034\u00a035\u00a0000\u00a003');
    expect(initiations(companion)).toEqual(['0343500003']);
    expect(companion.requestsTo('GET', /checkout$/)).toHaveLength(1);
    expect(restRequests(companion)).toHaveLength(1);
    expect(page.url()).not.toContain('tel');
  });

  test('the order is on its way already, and is loaded once', async ({ companion, open }) => {
    const release = holdRest(companion);
    const widget = await open({ token: orderToken() });
    await expect.poll(() => companion.requestsTo('GET', /checkout$/).length).toBe(1);
    release();
    await expect(widget.root).toContainText('To Tsenan’i Soa');
    expect(companion.requestsTo('GET', /checkout$/)).toHaveLength(1);
  });

  test('a payment that this device started is not hidden behind a form', async ({ companion, open }) => {
    const token = orderToken();
    const first = await open({ token });
    await first.pay();
    await expect(first.view('waiting')).toBeVisible();
    const release = holdRest(companion);
    const widget = await open({ token });
    await expect(widget.heading).toHaveText('One moment…');
    await expect(widget.number).toHaveCount(0);
    release();
    await expect(widget.view('waiting')).toBeVisible();
    expect(initiations(companion)).toHaveLength(1);
  });
});

test.describe('a second file that cannot be loaded', () => {
  test('is explained after a press, loaded again, and then the press works once', async ({ companion, open }) => {
    companion.answers.rest = reset;
    const widget = await open({ token: orderToken() });
    await widget.pay();
    await expect(widget.root.locator('[part="notice"]')).toHaveText(
      'We cannot reach the service. Check your connection, then try again. You will not pay twice.',
    );
    await expect(widget.button).toHaveText('Pay 25,000 Ar');
    delete companion.answers.rest;
    await expect.poll(() => hasRest(widget.page)).toBe(true);
    await expect(widget.root).toContainText('To Tsenan’i Soa');
    await expect(widget.number).toHaveValue('034 35 000 03');
    await expect(widget.button).toHaveText('Pay 25,000 Ar');
    expect(initiations(companion)).toEqual([]);
    await widget.button.click();
    await expect(widget.view('waiting')).toBeVisible();
    expect(initiations(companion)).toEqual(['0343500003']);
  });

  test('leads to the hosted page after some attempts', async ({ companion, open, page }) => {
    companion.answers.rest = problem('not_found');
    const token = orderToken();
    const posted: (string | null)[] = [];
    await page.route(`${companion.url}/pay`, (route) => {
      posted.push(route.request().postData());
      return route.fulfill({ contentType: 'text/html', body: '<h1>The hosted page</h1>' });
    });
    const widget = await open({ token });
    const hostedPage = widget.root.getByRole('button', { name: 'Pay by mobile money' });
    await expect(async () => {
      await widget.pay();
      await expect(hostedPage).toBeVisible({ timeout: 500 });
    }).toPass();
    await hostedPage.click();
    await expect(page.getByRole('heading', { name: 'The hosted page' })).toBeVisible();
    expect(posted).toEqual([`token=${token}`]);
    expect(initiations(companion)).toEqual([]);
  });

  test('has another content: it does not run', async ({ companion, open, page }) => {
    companion.answers.rest = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(`${readWidgetFile(REST_FILE)};window.stolen = true`);
    };
    const message = page.waitForEvent('console', (one) => one.text().includes('integrity'));
    const widget = await open({ token: orderToken() });
    await message;
    await widget.pay();
    await expect(widget.root).toContainText('We cannot reach the service.');
    expect(await page.evaluate(() => 'stolen' in window || 'TsenaCheckoutRest' in window)).toBe(false);
    delete companion.answers.rest;
    await expect(async () => {
      await widget.button.click();
      await expect(widget.view('waiting')).toBeVisible({ timeout: 1_000 });
    }).toPass();
    expect(initiations(companion)).toEqual(['0343500003']);
  });
});

test.describe('under a strict policy', () => {
  const common = (companion: CompanionStub) => `default-src 'none'; connect-src ${companion.url}; img-src data:`;
  const hash = (file: string) => `'${integrities[file]}'`;

  const policies: Readonly<Record<string, (companion: CompanionStub) => { csp: string; attributes?: string }>> = {
    'the companion’s address': (companion) => ({ csp: `${common(companion)}; script-src ${companion.url}` }),
    'a nonce': (companion) => ({ csp: `${common(companion)}; script-src 'nonce-abc'`, attributes: 'nonce="abc"' }),
    "a nonce and 'strict-dynamic'": (companion) => ({
      csp: `${common(companion)}; script-src 'nonce-abc' 'strict-dynamic'`,
      attributes: 'nonce="abc"',
    }),
    'the hashes of both files': (companion) => ({
      csp: `${common(companion)}; script-src ${hash(FIRST_FILE)} ${hash(REST_FILE)}`,
      attributes: `integrity="${integrities[FIRST_FILE]}" crossorigin="anonymous"`,
    }),
    'Trusted Types': (companion) => ({
      csp: `${common(companion)}; script-src ${companion.url}; require-trusted-types-for 'script'; trusted-types tsena`,
    }),
    'Trusted Types of any name': (companion) => ({
      csp: `${common(companion)}; script-src ${companion.url}; require-trusted-types-for 'script'`,
    }),
  };

  for (const [name, policyFor] of Object.entries(policies)) {
    test(`with ${name}, a payment works without console messages`, async ({ companion, open, page }) => {
      const messages: string[] = [];
      page.on('console', (message) => messages.push(message.text()));
      page.on('pageerror', (error) => messages.push(error.message));
      const widget = await open({ token: orderToken(), ...policyFor(companion) });
      await widget.pay();
      await expect(widget.view('waiting')).toBeVisible();
      expect(messages).toEqual([]);
    });
  }

  test('that forbids the policy “tsena”, the form leads to the hosted page', async ({ companion, open }) => {
    const widget = await open({
      token: orderToken(),
      csp: `${common(companion)}; script-src ${companion.url}; require-trusted-types-for 'script'; trusted-types 'none'`,
    });
    const hostedPage = widget.root.getByRole('button', { name: 'Pay by mobile money' });
    await expect(async () => {
      await widget.pay();
      await expect(hostedPage).toBeVisible({ timeout: 500 });
    }).toPass();
  });
});

test('two widgets and two script tags ask for the second file once', async ({ companion, open, page }) => {
  await removeLongTimers(page);
  const release = holdRest(companion);
  const script = `<script src="${companion.url}/v1/checkout.js"></script>`;
  await open({
    body: `${script}${['a', 'b'].map((id) => `<tsena-checkout id="${id}" order-token="${orderToken({ sub: id })}"></tsena-checkout>`).join('')}${script}`,
  });
  const [a, b] = ['#a', '#b'].map((id) => new Widget(page, page.locator(id)));
  await a?.number.fill('034 35 000 03');
  await b?.pay('034 35 000 04');
  release();
  await expect(page.locator('#b [data-view=waiting]')).toBeVisible();
  await expect(a?.number ?? page.locator('nothing')).toHaveValue('034 35 000 03');
  expect(initiations(companion)).toEqual(['0343500004']);
  expect(restRequests(companion)).toHaveLength(1);
});

for (const locale of LANGUAGES) {
  for (const theme of ['light', 'dark']) {
    test(`no pixel changes when the second file takes over: ${locale}, ${theme}`, async ({ companion, open, page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await removeLongTimers(page);
      // The order does not arrive, so that only the takeover could change something.
      companion.answers.checkout = () => undefined;
      const release = holdRest(companion);
      const widget = await open({ token: orderToken(), attributes: `data-locale="${locale}" data-theme="${theme}"` });
      await expect(widget.button).toBeVisible();
      await mark(widget);
      const nodes = () => widget.root.evaluate((host) => host.shadowRoot?.innerHTML);
      const [picture, html] = [await page.screenshot(), await nodes()];
      release();
      await expect.poll(() => hasRest(page)).toBe(true);
      expect(await nodes()).toBe(html);
      expect((await page.screenshot()).equals(picture)).toBe(true);
      expect(await isMarked(widget, '[part=card]')).toBe(true);
    });
  }
}
