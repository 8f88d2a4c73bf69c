import type { CompanionStub } from './companionStub.ts';
import { expect, orderToken, test } from './fixtures.ts';
import { integrity } from './widgetFiles.ts';

test.describe('under a strict policy', () => {
  const common = (companion: CompanionStub) => `default-src 'none'; connect-src ${companion.url}; img-src data:`;

  const policies: Readonly<Record<string, (companion: CompanionStub) => { csp: string; attributes?: string }>> = {
    'the companion’s address': (companion) => ({ csp: `${common(companion)}; script-src ${companion.url}` }),
    'a nonce': (companion) => ({ csp: `${common(companion)}; script-src 'nonce-abc'`, attributes: 'nonce="abc"' }),
    "a nonce and 'strict-dynamic'": (companion) => ({
      csp: `${common(companion)}; script-src 'nonce-abc' 'strict-dynamic'`,
      attributes: 'nonce="abc"',
    }),
    'the hash of the file': (companion) => ({
      csp: `${common(companion)}; script-src '${integrity}'`,
      attributes: `integrity="${integrity}" crossorigin="anonymous"`,
    }),
    'Trusted Types that allow no policy': (companion) => ({
      csp: `${common(companion)}; script-src ${companion.url}; require-trusted-types-for 'script'; trusted-types 'none'`,
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
});
