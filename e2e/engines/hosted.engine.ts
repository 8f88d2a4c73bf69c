import { request } from 'node:http';
import { expect, test } from '@playwright/test';
import { type Served, serve } from '@tsena/testkit/serve';
import { type Dashboard, openDashboard } from '../dashboard/openDashboard.ts';
import { createLink } from '../hosted/createLink.ts';
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

    test.beforeAll(async () => {
      [driver, dashboard] = await Promise.all([start(), openDashboard()]);
    });
    test.afterAll(async () => {
      await driver?.close();
      await dashboard?.close();
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
