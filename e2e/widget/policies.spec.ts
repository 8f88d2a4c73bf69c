import type { CompanionStub } from './companionStub.ts';
import { expect, orderToken, test } from './fixtures.ts';
import { APP, integrities, readWidgetFile, SCRIPT } from './widgetFiles.ts';

test.describe('under a strict policy', () => {
  const common = (companion: CompanionStub) => `default-src 'none'; connect-src ${companion.url}; img-src data:`;

  const policies: Readonly<Record<string, (companion: CompanionStub) => { csp: string; attributes?: string }>> = {
    'the companion’s address': (companion) => ({ csp: `${common(companion)}; script-src ${companion.url}` }),
    'a nonce': (companion) => ({ csp: `${common(companion)}; script-src 'nonce-abc'`, attributes: 'nonce="abc"' }),
    "a nonce and 'strict-dynamic'": (companion) => ({
      csp: `${common(companion)}; script-src 'nonce-abc' 'strict-dynamic'`,
      attributes: 'nonce="abc"',
    }),
    'the hashes of both files': (companion) => ({
      csp: `${common(companion)}; script-src '${integrities[SCRIPT]}' '${integrities[APP]}'`,
      attributes: `integrity="${integrities[SCRIPT]}" crossorigin="anonymous"`,
    }),
    'Trusted Types': (companion) => ({
      csp: `${common(companion)}; script-src ${companion.url}; require-trusted-types-for 'script'; trusted-types tsena`,
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

  test("with script-src 'self', a payment is read and followed without a violation", async ({
    companion,
    open,
    page,
    shop,
  }) => {
    await page.addInitScript(() => {
      const violations: string[] = [];
      Object.assign(window, { violations });
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        violations.push(`${violatedDirective} ${blockedURI}`);
      });
    });
    for (const file of [SCRIPT, APP])
      shop.pages.set(`/${file}`, { body: readWidgetFile(file), type: 'text/javascript; charset=utf-8' });
    const widget = await open({
      csp: `${common(companion)}; script-src 'self'`,
      body: `<script async src="/${SCRIPT}" data-companion-url="${companion.url}" data-order-token="form"></script>`,
    });
    await widget.pay();
    await expect(widget.view('waiting')).toBeVisible();
    companion.updatePayment('form', { status: 'completed' });
    await expect(widget.heading).toHaveText('Paid');
    expect(await page.evaluate(() => (window as unknown as { violations: string[] }).violations)).toEqual([]);
  });

  for (const [name, html] of [
    ['the element is empty', ''],
    ['the page’s own form is in it', '<form><input type="hidden" name="token"><input name="msisdn" type="tel"></form>'],
  ] as const) {
    test(`that forbids the policy “tsena”, a press leads to the hosted page at once with the number: ${name}`, async ({
      companion,
      open,
      page,
    }) => {
      const errors: Error[] = [];
      page.on('pageerror', (error) => errors.push(error));
      const posted: (string | null)[] = [];
      await page.route(`${companion.url}/pay`, (route) => {
        posted.push(route.request().postData());
        return route.fulfill({ contentType: 'text/html', body: '<h1>The hosted page</h1>' });
      });
      await page.clock.install();
      const token = orderToken();
      const csp = `${common(companion)}; script-src ${companion.url}; require-trusted-types-for 'script'; trusted-types 'none'`;
      const { root } = await open({
        csp,
        body: `<tsena-checkout order-token="form" locale="fr">${html}</tsena-checkout>
          <script src="${companion.url}/v1/checkout.js"></script>`,
      });
      await root.getByRole('textbox').fill('034 35 000');
      await root.evaluate((element, changed) => {
        element.setAttribute('order-token', changed);
        element.setAttribute('locale', 'en');
      }, token);
      await root.getByRole('textbox').press('End');
      await page.keyboard.type(' 03');
      // The clock stands still: nothing waits for the application.
      await page.clock.pauseAt(Date.now() + 3_600_000);
      await root.getByRole('button', { name: 'Pay 25,000 Ar' }).click();
      await expect(page.getByRole('heading', { name: 'The hosted page' })).toBeVisible();
      expect(posted).toEqual([`token=${token}&lang=en&msisdn=034+35+000+03`]);
      expect(errors).toEqual([]);
    });
  }

  test('that forbids the policy “tsena”, what is typed in the page’s own form is taken over', async ({
    companion,
    open,
    page,
  }) => {
    let load = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route('**/v1/checkout.js', async (route) => {
      await held;
      await route.continue();
    });
    const { root } = await open({
      csp: `${common(companion)}; script-src ${companion.url}; require-trusted-types-for 'script'; trusted-types 'none'`,
      body: `<tsena-checkout order-token="${orderToken()}"><form><input name="msisdn" type="tel"></form></tsena-checkout>
        <script async src="${companion.url}/v1/checkout.js"></script>`,
    });
    await root.getByRole('textbox').fill('034 35 000 03');
    load();
    await expect(root.getByRole('button', { name: 'Pay 25,000 Ar' })).toBeVisible();
    await expect(root.getByRole('textbox')).toHaveValue('034 35 000 03');
    await expect(root.getByRole('textbox')).toBeFocused();
  });
});
