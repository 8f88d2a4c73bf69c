import { expect, test } from '@playwright/test';
import { LANGUAGES, type Language } from '@tsena/shared';
import { CompanionStub, reset } from '../widget/companionStub.ts';
import { openShop, type Shop } from '../widget/shop.ts';
import { ENGINES } from './browsers.ts';
import type { Driver } from './driver.ts';

const TEXTS: Readonly<Record<Language, { readonly pay: string; readonly waiting: string; readonly paid: string }>> = {
  mg: { pay: 'Handoa 25 000 Ar', waiting: 'Hamafiso eo amin’ny findainao', paid: 'Voaloa' },
  fr: { pay: 'Payer 25 000 Ar', waiting: 'Confirmez sur votre téléphone', paid: 'Payé' },
  en: { pay: 'Pay 25,000 Ar', waiting: 'Confirm on your phone', paid: 'Paid' },
};

const ROOT = "document.querySelector('tsena-checkout').shadowRoot";

/** Waits until an expression about the widget has a value. */
async function waitFor(driver: Driver, expression: string, value: unknown): Promise<void> {
  await expect
    .poll(() => driver.evaluate(`(() => { try { return ${expression} } catch { return null } })()`))
    .toEqual(value);
}

const textOf = (selector: string) => `${ROOT}.querySelector('${selector}').textContent.replace(/\\u00a0/g, ' ').trim()`;
const leadNames = (number: string) => `${textOf('#lead')}.includes('${number}')`;
const showsView = (view: string) => `${ROOT}.querySelector('[data-view]').dataset.view === '${view}'`;

/** Doubles the size of the widget's text. */
const DOUBLE_TEXT = `(() => {
  const all = [...${ROOT}.querySelectorAll('*')];
  const sizes = all.map((one) => parseFloat(getComputedStyle(one).fontSize));
  all.forEach((one, index) => { one.style.fontSize = 2 * sizes[index] + 'px' });
})()`;

/** The beginnings of the elements that stand out of the widget. */
const OUTSIDE = `[...${ROOT}.querySelectorAll('.card *:not(.sr)')]
  .filter((one) => one.getBoundingClientRect().right > document.querySelector('tsena-checkout').getBoundingClientRect().right + 0.5)
  .map((one) => one.outerHTML.slice(0, 80))`;

/** Types the number and presses Enter, as on a keyboard. */
async function pay(driver: Driver): Promise<void> {
  await driver.evaluate(`${ROOT}.querySelector('input[type=tel]').focus()`);
  await driver.type('0343500003');
  await waitFor(driver, `${ROOT}.querySelector('input[type=tel]').value`, '034 35 000 03');
  await driver.pressEnter();
}

for (const engine of ENGINES) {
  test.describe(engine.name, () => {
    test.describe.configure({ mode: 'serial' });
    if (engine.missing !== undefined) {
      console.log(`${engine.name} is not tested: it is not installed. ${engine.missing}`);
      return;
    }
    const { start } = engine;
    let driver: Driver;
    let companion: CompanionStub;
    let shop: Shop;

    test.beforeAll(async () => {
      [driver, companion, shop] = await Promise.all([start(), CompanionStub.start(), openShop()]);
      console.log(`${engine.name}: ${driver.name}`);
    });
    test.afterAll(async () => {
      await driver?.close();
      await Promise.all([companion?.close(), shop?.close()]);
    });

    async function open(token: string, lang: Language): Promise<void> {
      companion.answers = {};
      const script = `<script async src="${companion.url}/v1/checkout.js" data-order-token="${token}"></script>`;
      const record = `<script>window.completed = 0; addEventListener('tsena:completed', () => { window.completed += 1 })</script>`;
      shop.pages.set('/', { lang, head: record, body: script });
      await driver.open(shop.url);
    }

    for (const language of LANGUAGES) {
      const { pay: payText, waiting, paid } = TEXTS[language];

      test(`a shopper pays, in ${language}, and reloads the page on the way`, async () => {
        const token = `pays-${language}`;
        await open(token, language);
        await waitFor(driver, textOf('[part=button]'), payText);
        await pay(driver);
        await waitFor(driver, textOf('h2'), waiting);
        await waitFor(driver, leadNames('034 35 000 03'), true);

        await driver.reload();
        await waitFor(driver, textOf('h2'), waiting);
        await waitFor(driver, leadNames('034 •• ••0 03'), true);

        companion.updatePayment(token, { status: 'completed', transactionReference: '636042511' });
        await waitFor(driver, textOf('h2'), paid);
        await waitFor(driver, 'window.completed', 1);
        await driver.reload();
        await waitFor(driver, textOf('h2'), paid);
        await waitFor(driver, 'window.completed', 0);
        expect(
          companion.requestsTo('POST', /payments$/).filter(({ body }) => JSON.stringify(body).includes(token)),
        ).toHaveLength(1);
      });
    }

    test('the payment goes on while the network is away', async () => {
      await open('away', 'en');
      await waitFor(driver, textOf('[part=button]'), 'Pay 25,000 Ar');
      await pay(driver);
      await waitFor(driver, showsView('waiting'), true);
      companion.answers = { payment: reset, events: reset };
      companion.cutStreams();
      await waitFor(
        driver,
        textOf('[part=notice]'),
        'We cannot reach the service. This page shows what was last known, and keeps trying.',
      );
      companion.answers = {};
      companion.updatePayment('away', { status: 'completed', transactionReference: '636042511' });
      await waitFor(driver, textOf('h2'), 'Paid');
    });

    test('everything fits into 320 px with text at 200 %', async () => {
      await driver.setViewport(320, 640);
      for (const language of LANGUAGES) {
        for (const token of ['form', 'waiting', 'unresolved-late', 'paid', 'declined']) {
          await open(token, language);
          await waitFor(
            driver,
            `${ROOT}.querySelector('h2') !== null && ${ROOT}.querySelector('header p').textContent !== ''`,
            true,
          );
          await driver.evaluate(DOUBLE_TEXT);
          const outside = await driver.evaluate(OUTSIDE);
          expect(outside, `${token} in ${language}`).toEqual([]);
        }
      }
    });
  });
}
