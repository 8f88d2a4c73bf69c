import type { Answer, CompanionStub } from './companionStub.ts';
import { expect, orderToken, test, type Widget } from './fixtures.ts';
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

/** Marks the nodes of the widget, to find out later whether they are still the same. */
function mark(widget: Widget): Promise<void> {
  return widget.root.evaluate((host) => {
    for (const node of host.shadowRoot?.querySelectorAll('*') ?? []) Object.assign(node, { isFirst: true });
  });
}

const isMarked = (widget: Widget, selector: string) => widget.root.locator(selector).evaluate((node) => 'isFirst' in node);

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
});

test.describe('a second file that cannot be loaded', () => {
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
