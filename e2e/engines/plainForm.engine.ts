import { expect, test } from '@playwright/test';
import { CompanionStub } from '../widget/companionStub.ts';
import { orderToken } from '../widget/fixtures.ts';
import { openShop } from '../widget/shop.ts';
import { ENGINES } from './browsers.ts';

const ELEMENT = "document.querySelector('tsena-checkout')";
const readView = `${ELEMENT}.shadowRoot?.querySelector('.view')?.dataset.view ?? null`;

for (const engine of ENGINES) {
  if (engine.missing !== undefined) continue;
  for (const control of ['input[type=tel]', 'button']) {
    test(`${engine.name}: where the device knows a payment, Enter does not send the page’s own form: ${control}`, async () => {
      const [driver, companion, shop] = await Promise.all([engine.start(), CompanionStub.start(), openShop()]);
      try {
        const token = orderToken();
        companion.checkouts.set(token, structuredClone(companion.checkout('late')));
        companion.answers.app = (_request, response) => void response.writeHead(503).end();
        shop.pages.set('/pay', { body: 'sent' });
        shop.pages.set('/', {
          body: `<tsena-checkout order-token="${token}" companion-url="${companion.url}"><form method="post" action="/pay">
            <input name="msisdn" type="tel"><button>Pay 25,000 Ar</button></form></tsena-checkout>`,
        });
        await driver.open(shop.url);
        // What an earlier page has stored of the order's payment.
        await driver.evaluate(`(() => {
          let hash = 0x811c9dc5;
          for (const unit of '${token}') hash = Math.imul(hash ^ unit.charCodeAt(0), 0x01000193);
          localStorage.setItem('tsena:payment', (hash >>> 0) + ' ${companion.payment(token).id}');
          ${ELEMENT}.querySelector('${control}').focus();
          document.body.append(Object.assign(document.createElement('script'), { src: '${companion.url}/v1/checkout.js' }));
        })()`);
        await expect.poll(() => driver.evaluate(readView)).toBe('loading');
        await driver.pressEnter();
        delete companion.answers.app;
        // The page is still there: the application comes.
        await expect.poll(() => driver.evaluate(readView)).toBe('waiting');
        expect(await driver.evaluate('location.pathname')).toBe('/');
      } finally {
        await Promise.all([driver.close(), companion.close(), shop.close()]);
      }
    });
  }

  test(`${engine.name}: a press that has waited ten seconds for the application posts the number`, async () => {
    const [driver, companion, shop] = await Promise.all([engine.start(), CompanionStub.start(), openShop()]);
    try {
      companion.answers.app = (_request, response) => void response.writeHead(503).end();
      shop.pages.set('/pay', { body: 'sent' });
      shop.pages.set('/', {
        // The ten seconds are over at once.
        head: `<script>setTimeout = ((set) => (callback, ms) => set(callback, ms === 10000 ? 0 : ms))(setTimeout)</script>`,
        body: `<tsena-checkout order-token="${orderToken()}" companion-url="${shop.url}"></tsena-checkout>
          <script src="${companion.url}/v1/checkout.js"></script>`,
      });
      await driver.open(shop.url);
      await expect.poll(() => driver.evaluate(readView)).toBe('form');
      await driver.evaluate(`${ELEMENT}.shadowRoot.querySelector('input').focus()`);
      await driver.type('0343500003');
      await driver.pressEnter();
      await expect.poll(() => driver.evaluate("document.body?.textContent ?? ''")).toContain('sent');
      expect(await driver.evaluate('location.pathname')).toBe('/pay');
    } finally {
      await Promise.all([driver.close(), companion.close(), shop.close()]);
    }
  });
}
