import { request } from 'node:http';
import { expect, test } from '@playwright/test';
import { checkoutHtml } from '@tsena/node';
import { type Served, serve } from '@tsena/testkit/serve';
import { type Dashboard, openDashboard } from '../dashboard/openDashboard.ts';
import { createLink } from '../hosted/createLink.ts';
import { openShop, type Shop } from '../widget/shop.ts';
import { ENGINES } from './browsers.ts';
import type { Driver } from './driver.ts';

/** Waits until the page's text contains a sentence, spaces aside. */
async function waitForText(driver: Driver, text: string): Promise<void> {
  await expect.poll(() => readText(driver)).toContain(text);
}

/** The page's text; nothing while another page is loaded. */
async function readText(driver: Driver): Promise<string> {
  const text = await driver.evaluate('document.body.innerText').catch(() => '');
  return String(text).replace(/\s/g, ' ');
}

/** The companion behind a proxy whose policy forbids scripts. The driver's own still run. */
function forbidScripts(target: string): Promise<Served> {
  return serve((incoming, outgoing) => {
    const { method, headers } = incoming;
    const forwarded = request(new URL(incoming.url ?? '', target), { method, headers }, (answer) => {
      const policies = [answer.headers['content-security-policy'], "script-src 'none'"]
        .filter((one) => one !== undefined)
        .join(', ');
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'content-security-policy': policies });
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
}

for (const engine of ENGINES) {
  if (engine.missing !== undefined) continue;
  const { start } = engine;
  test.describe(engine.name, () => {
    test.describe.configure({ mode: 'serial' });
    let driver: Driver;
    let dashboard: Dashboard;
    let shop: Shop;

    test.beforeAll(async () => {
      shop = await openShop();
      [driver, dashboard] = await Promise.all([start(), openDashboard({ ALLOWED_ORIGINS: shop.url })]);
    });
    test.afterAll(async () => {
      await driver?.close();
      await dashboard?.close();
      await shop?.close();
    });

    /** Types the number on the page and presses Enter. */
    async function payOn(url: string): Promise<void> {
      await driver.open(url);
      await waitForText(driver, 'Pay 25,000 Ar');
      await driver.evaluate("document.querySelector('#field').focus()");
      await driver.type('0343500003');
      await driver.pressEnter();
      await waitForText(driver, 'The request goes to 034 35 000 03.');
    }

    test('a payer pays on the hosted page, which the script takes over', async () => {
      const { url } = await createLink(dashboard);
      await driver.open(`${url}?lang=en`);
      await expect.poll(() => driver.evaluate("document.querySelector('[data-page]') === null")).toBe(true);
      await payOn(`${url}?lang=en`);
      dashboard.approveAll();
      await waitForText(driver, 'This page is your receipt.');
    });

    for (const [how, field] of [
      ['without a script', "document.querySelector('tsena-checkout > form input[type=tel]')"],
      ['with the script', "document.querySelector('tsena-checkout').shadowRoot.querySelector('input[type=tel]')"],
    ] as const) {
      test(`a payer pays by the form in a shop's HTML ${how}`, async () => {
        const companionUrl = dashboard.url.replace('/dashboard/', '');
        const orderToken = await dashboard.mint(`HTML ${how}`.replaceAll(' ', '-'), 25_000);
        const script = how === 'with the script' ? `<script async src="${companionUrl}/v1/checkout.js"></script>` : '';
        shop.pages.set('/', { body: checkoutHtml({ orderToken, companionUrl, locale: 'en' }) + script });
        await driver.open(shop.url);
        await expect
          .poll(() => driver.evaluate(`${field}?.focus() ?? ${field} !== null`).catch(() => false))
          .toBe(true);
        await driver.type('0343500003');
        await driver.pressEnter();
        const shown = `(document.querySelector('tsena-checkout')?.shadowRoot ?? document.body).textContent`;
        const read = async () => String(await driver.evaluate(shown).catch(() => '')).replace(/\s/g, ' ');
        await expect.poll(read).toContain('034 35 000 03');
        await expect.poll(read).toContain('Confirm on your phone');
        dashboard.approveAll();
        await expect.poll(read).toContain('Paid');
      });
    }

    test('a payer pays on the hosted page without a script, and sees the number that was typed', async () => {
      const { url } = await createLink(dashboard);
      const { origin, pathname } = new URL(url);
      const proxy = await forbidScripts(origin);
      await payOn(`${proxy.url}${pathname}?lang=en`);
      expect(await driver.evaluate("document.querySelector('[data-page]') !== null")).toBe(true);
      dashboard.approveAll();
      await expect
        .poll(async () => {
          await driver.reload();
          return readText(driver);
        })
        .toContain('This page is your receipt.');
      await proxy.close();
    });
  });
}
