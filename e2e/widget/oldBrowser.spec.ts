import type { Page } from '@playwright/test';
import { NEWER_FEATURES } from '../../scripts/newerFeatures.ts';
import { expect, orderToken, test } from './fixtures.ts';

/**
 * Deletes features from each page before its scripts run, as if the browser were older. The page writes into `<html>`
 * what is still there.
 */
async function removeFeatures(page: Page, features: readonly string[]): Promise<void> {
  await page.addInitScript((names) => {
    const left: string[] = [];
    for (const name of names) {
      const path = name.split('.');
      const last = path.pop() ?? '';
      const owner = path.reduce<object | undefined>((object, key) => object && Reflect.get(object, key), window);
      if (owner === undefined) continue;
      Reflect.deleteProperty(owner, last);
      if (last in owner) left.push(name);
    }
    document.addEventListener('DOMContentLoaded', () =>
      document.documentElement.setAttribute('data-left', left.join(' ')),
    );
  }, features);
}

test('a payment works without each feature that Chrome 80 and Safari 14 lack', async ({ companion, open, page }) => {
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await removeFeatures(page, NEWER_FEATURES[2020]);
  const widget = await open();
  await expect(page.locator('html')).toHaveAttribute('data-left', '');
  await expect(widget.button).toHaveText('Pay 25,000 Ar');
  await expect(widget.root.locator('[part=card]')).toHaveCSS('border-radius', '14px');
  await widget.pay('032 12 345 67');
  await expect(widget.number).toHaveAttribute('aria-invalid', 'true');
  await widget.pay();
  await expect(widget.view('waiting')).toBeVisible();
  companion.updatePayment('form', { status: 'unresolved' });
  await widget.button.click();
  await widget.root.getByRole('textbox').fill('636 042 511');
  await widget.button.click();
  await expect(widget.heading).toHaveText('Paid');
  expect(companion.requestsTo('POST', /payments$/)).toHaveLength(1);
  expect(errors).toEqual([]);
});

for (const [browser, features, lang, label, button] of [
  ['Firefox before 63', ['customElements'], 'mg', 'Laharana mobile money', 'Handoa 25 000 Ar'],
  ['Edge before 79', ['Element.prototype.attachShadow'], 'fr', 'Numéro mobile money', 'Payer 25 000 Ar'],
  ['Safari before 14', ['BigInt'], 'en', 'Mobile money number', 'Pay 25,000 Ar'],
  ['Chrome 61 or Safari 12', NEWER_FEATURES[2017], 'en', 'Mobile money number', 'Pay 25,000 Ar'],
] as const) {
  test(`in ${browser}, a plain form has the number and the order token: ${lang}`, async ({ companion, open, page }) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await removeFeatures(page, features);
    const posted: (string | null)[] = [];
    await page.route(`${companion.url}/pay`, (route) => {
      posted.push(route.request().postData());
      return route.fulfill({ contentType: 'text/html', body: '<h1>The hosted page</h1>' });
    });
    const token = orderToken();
    const csp = `default-src 'none'; script-src ${companion.url}; form-action ${companion.url}`;
    const { root } = await open({ token, attributes: `data-locale="${lang}"`, csp });
    // As large as the widget's, also under a policy without styles.
    for (const control of ['input[type=tel]', 'button'])
      expect((await root.locator(control).boundingBox())?.height).toBe(56);
    await root.getByRole('textbox', { name: label, exact: true }).fill('034 35 000 03');
    await root.getByRole('button', { name: button }).click();
    await expect(page.getByRole('heading', { name: 'The hosted page' })).toBeVisible();
    expect(posted).toEqual([`token=${token}&lang=${lang}&msisdn=034+35+000+03`]);
    expect(errors).toEqual([]);
  });
}

test.describe('the plain form of an old browser', () => {
  test.beforeEach(({ page }) => removeFeatures(page, ['customElements']));

  const changes: Readonly<Record<string, (token: string) => void>> = {
    'update of a mounted widget': (orderToken) =>
      (window as unknown as { mounted: { update(options: object): void } }).mounted.update({
        orderToken,
        locale: 'en',
      }),
    'the property options': (orderToken) =>
      Object.assign(document.querySelector('tsena-checkout') ?? {}, { options: { orderToken, locale: 'en' } }),
    'the attributes': (orderToken) => {
      document.querySelector('tsena-checkout')?.setAttribute('order-token', orderToken);
      document.querySelector('tsena-checkout')?.setAttribute('locale', 'en');
    },
  };
  for (const [name, change] of Object.entries(changes)) {
    test(`pays the new order, and keeps the number and the focus: ${name}`, async ({ companion, open, page }) => {
      const posted: (string | null)[] = [];
      await page.route(`${companion.url}/pay`, (route) => {
        posted.push(route.request().postData());
        return route.fulfill({ contentType: 'text/html', body: '<h1>The hosted page</h1>' });
      });
      const { root } = await open({
        body: `<script src="${companion.url}/v1/checkout.js"></script><main></main>
          <script>mounted = Tsena.mount('main', { orderToken: '${orderToken()}', locale: 'fr' })</script>`,
      });
      await expect(root.getByRole('button')).toHaveText('Payer 25 000 Ar');
      await root.getByRole('textbox').fill('034 35 000 0');
      const token = orderToken({ sub: 'TS-1048', amount: '76000' });
      await page.evaluate(change, token);
      await expect(root.getByRole('button')).toHaveText('Pay 76,000 Ar');
      await page.keyboard.type('3');
      await root.getByRole('button').click();
      await expect(page.getByRole('heading', { name: 'The hosted page' })).toBeVisible();
      expect(posted).toEqual([`token=${token}&lang=en&msisdn=034+35+000+03`]);
    });
  }

  test('is in an element with white space or a comment, and in one that is added later', async ({
    companion,
    open,
    page,
  }) => {
    const { root } = await open({
      body: `<tsena-checkout order-token="${orderToken()}">
        <!-- the payment --></tsena-checkout><main></main><script async src="${companion.url}/v1/checkout.js"></script>`,
    });
    await expect(root.getByRole('button')).toHaveText(['Pay 25,000 Ar']);
    await page.evaluate(
      (token) => {
        const main = document.querySelector('main');
        if (main) main.innerHTML = `<p><tsena-checkout order-token="${token}"></tsena-checkout></p>`;
      },
      orderToken({ amount: '76000' }),
    );
    await expect(root.getByRole('button')).toHaveText(['Pay 25,000 Ar', 'Pay 76,000 Ar']);
  });

  test('takes the place of a placeholder', async ({ companion, open }) => {
    const { root } = await open({
      body: `<tsena-checkout order-token="${orderToken()}" locale="en">Payment <p>is loading.</p></tsena-checkout>
        <script async src="${companion.url}/v1/checkout.js"></script>`,
    });
    await expect(root.getByRole('button')).toHaveText('Pay 25,000 Ar');
    await expect(root).not.toContainText('loading');
  });

  test('is not shown without a companion address, which the console says once', async ({ companion, open, page }) => {
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    const { root } = await open({
      body: `<tsena-checkout order-token="${orderToken()}" companion-url=""></tsena-checkout>
        <script async src="${companion.url}/v1/checkout.js"></script>`,
    });
    await page.waitForFunction(() => 'Tsena' in window && document.readyState === 'complete');
    await page.evaluate(() => document.body.appendChild(document.createElement('p')));
    await expect.poll(() => messages).toEqual([expect.stringContaining('no companion address')]);
    await expect(root.getByRole('button')).toHaveCount(0);
    await root.evaluate((element, url) => element.setAttribute('companion-url', url), companion.url);
    await expect(root.getByRole('button')).toHaveText('Pay 25,000 Ar');
  });
});

test.describe('a form that the shop put into the element', () => {
  const body = (url: string) => `<tsena-checkout order-token="form" companion-url="${url}">
    <form method="post" action="${url}/pay"><input type="hidden" name="token" value="form"><button>Pay on a page</button></form>
    </tsena-checkout><script async src="${url}/v1/checkout.js"></script>`;
  const OWN = 'Pay on a page';

  test('is the only one where the widget cannot be shown', async ({ companion, open, page }) => {
    await removeFeatures(page, ['customElements']);
    await open({ body: body(companion.url) });
    await page.waitForFunction(() => 'Tsena' in window && document.readyState === 'complete');
    await expect(page.getByRole('button')).toHaveText([OWN]);
  });

  test('is shown where no script runs', async ({ companion, shop, browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    shop.pages.set('/', { body: body(companion.url) });
    await page.goto(shop.url);
    await expect(page.getByRole('button')).toHaveText([OWN]);
    await context.close();
  });
});
