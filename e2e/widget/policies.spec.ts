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

  test('that forbids the policy “tsena”, a plain form leads to the hosted page', async ({ companion, open, page }) => {
    await page.route(`${companion.url}/pay`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>The hosted page</h1>' }),
    );
    const csp = `${common(companion)}; script-src ${companion.url}; require-trusted-types-for 'script'; trusted-types 'none'`;
    const { root } = await open({ token: orderToken(), csp });
    await root.getByRole('button', { name: 'Pay 25,000 Ar' }).click();
    await expect(page.getByRole('heading', { name: 'The hosted page' })).toBeVisible();
  });
});
