import type { Page } from '@playwright/test';
import { eventsOf, expect, test, Widget } from './fixtures.ts';
import { openShop } from './shop.ts';
import { APP, integrities, readWidgetFile, SCRIPT } from './widgetFiles.ts';

/** The part of `Tsena.mount` that these tests use. */
type Mount = (target: string, options: object) => { update(options: object): void; unmount(): void };

function mount(page: Page, target: string, options: object): Promise<void> {
  return page.evaluate(
    ([where, what]) => {
      const { Tsena } = window as unknown as { Tsena: { mount: Mount } };
      Object.assign(window, { mounted: Tsena.mount(where, what) });
    },
    [target, options] as const,
  );
}

test.describe('the script tag', () => {
  test('renders at its own position', async ({ open, page }) => {
    const { button } = await open({ attributes: 'data-locale="mg" data-theme="dark"' });
    await expect(button).toHaveText('Handoa 25\u00a0000\u00a0Ar');
    await expect(page.locator('script[data-order-token] + tsena-checkout [data-theme=dark]')).toBeVisible();
  });

  test('runs from a static host under a strict policy, with the integrity values of the package', async ({
    companion,
    open,
  }) => {
    const host = await openShop();
    for (const file of [SCRIPT, APP]) {
      host.pages.set(`/${file}`, {
        body: readWidgetFile(file),
        type: 'text/javascript; charset=utf-8',
        headers: { 'Access-Control-Allow-Origin': '*' },
      });
    }
    const widget = await open({
      csp: `default-src 'none'; script-src ${host.url}; connect-src ${companion.url}; img-src data:`,
      body: `<script async src="${host.url}/${SCRIPT}" integrity="${integrities[SCRIPT]}" crossorigin="anonymous"
        data-companion-url="${companion.url}" data-order-token="form"></script>`,
    });
    await widget.pay();
    await expect(widget.view('waiting')).toBeVisible();
    expect(companion.requestsTo('GET', /\.js$/)).toEqual([]);
    await host.close();
  });

  test('that a consent manager blocks, and runs as a copy, is one form', async ({ companion, open, page }) => {
    const attributes = `src="${companion.url}/v1/checkout.js" data-order-token="form"`;
    await open({
      body: `<script type="text/plain" ${attributes}></script><script type="text/javascript" ${attributes}></script>`,
    });
    await expect(page.locator('tsena-checkout [data-view=form] [part=button]')).toBeVisible();
    await expect(page.locator('tsena-checkout')).toHaveCount(1);
  });

  test('renders into data-target, also if the target follows the script', async ({ companion, open, page }) => {
    await open({
      head: `<script src="${companion.url}/v1/checkout.js" data-order-token="form" data-target="#here"></script>`,
      body: '<p>Basket</p><div id="here"></div>',
    });
    await expect(page.locator('#here > tsena-checkout [part=button]')).toBeVisible();
  });

  test('logs an error if data-target matches no element', async ({ open, page }) => {
    const message = page.waitForEvent('console', (one) => one.type() === 'error');
    await open({ attributes: 'data-target="#nowhere"' });
    expect((await message).text()).toContain('no element matches data-target="#nowhere"');
  });

  for (const how of ['', 'type="module"']) {
    test(`works ${how || 'blocking'}, before and after its elements, and twice`, async ({ companion, open, page }) => {
      const script = `<script ${how} src="${companion.url}/v1/checkout.js" data-order-token="form"></script>`;
      await open({
        body: `<tsena-checkout order-token="waiting" companion-url="${companion.url}"></tsena-checkout>${script}${script}
          <tsena-checkout order-token="paid" companion-url="${companion.url}"></tsena-checkout>`,
      });
      await expect(page.locator('tsena-checkout [data-view=form] [part=button]')).toHaveCount(2);
      await expect(page.locator('tsena-checkout [data-view=waiting]')).toHaveCount(1);
      await expect(page.locator('tsena-checkout [data-view=paid]')).toHaveCount(1);
      await expect(page.locator('tsena-checkout')).toHaveCount(4);
    });
  }

  test('takes a payment on a page that extends prototypes and has a Tsena of its own', async ({ companion, open }) => {
    const widget = await open({
      head: "<script>Object.prototype.extend = 1; Array.prototype.clone = Array; var Tsena = 'Boutique';</script>",
    });
    await widget.pay();
    await expect(widget.view('waiting')).toBeVisible();
    companion.updatePayment('form', { status: 'completed' });
    await expect(widget.heading).toHaveText('Paid');
  });

  test('uses the page’s language, else the browser’s', async ({ open, browser, shop }) => {
    const widget = await open({ lang: 'fr-FR' });
    await expect(widget.heading).toHaveText('Payer par mobile money');
    await open({ lang: '' });
    await expect(widget.heading).toHaveText('Pay by mobile money');
    const malagasy = await browser.newContext({ locale: 'mg-MG' });
    const page = await malagasy.newPage();
    await page.goto(shop.url);
    await expect(new Widget(page).heading).toHaveText('Handoa amin’ny mobile money');
    await malagasy.close();
  });
});

test.describe('the custom element', () => {
  test('uses options that were set before the script loaded', async ({ companion, open, page }) => {
    await open({ body: '<tsena-checkout></tsena-checkout>' });
    await page.evaluate((url) => {
      const options = { orderToken: 'form', texts: { 'form.title': 'Soa' } };
      Object.assign(document.querySelector('tsena-checkout') ?? {}, { options });
      document.body.append(Object.assign(document.createElement('script'), { src: url }));
    }, `${companion.url}/v1/checkout.js`);
    await expect(new Widget(page).heading).toHaveText('Soa');
  });

  test('logs what to do if it has no companion address', async ({ companion, open, page, shop }) => {
    shop.pages.set('/copy.js', {
      type: 'text/javascript',
      body: await (await fetch(`${companion.url}/v1/checkout.js`)).text(),
    });
    const message = page.waitForEvent('console', (one) => one.text().includes('set companion-url'));
    await open({ body: '<script src="/copy.js"></script><tsena-checkout order-token="form"></tsena-checkout>' });
    expect((await message).type()).toBe('error');
  });
});

test.describe('Tsena.mount', () => {
  test('renders into an element, calls handlers, updates and unmounts', async ({ companion, open, page }) => {
    const widget = await open({ body: `<div id="pay"></div><script src="${companion.url}/v1/checkout.js"></script>` });
    await mount(page, '#pay', { orderToken: 'form', locale: 'fr' });
    await expect(widget.heading).toHaveText('Payer par mobile money');
    await page.evaluate(() => {
      const { mounted } = window as unknown as { mounted: ReturnType<Mount> };
      mounted.update({
        locale: 'en',
        onCompleted: ({ payment }: { payment: { status: string } }) =>
          Object.assign(window, { completedStatus: payment.status }),
      });
    });
    await widget.pay();
    await expect(widget.view('waiting')).toBeVisible();
    companion.updatePayment('form', { status: 'completed' });
    await expect(widget.heading).toHaveText('Paid');
    // The handler is called after the view is rendered.
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { completedStatus: string }).completedStatus))
      .toBe('completed');
    await expect
      .poll(() => eventsOf(page))
      .toEqual(['ready', 'change:pending', 'change:completed', 'completed:completed']);
    await page.evaluate(() => (window as unknown as { mounted: ReturnType<Mount> }).mounted.unmount());
    await expect(widget.root).toHaveCount(0);
  });

  test('throws if no element matches', async ({ companion, open, page }) => {
    await open({ body: `<script src="${companion.url}/v1/checkout.js"></script>` });
    await expect(mount(page, '#nowhere', { orderToken: 'form' })).rejects.toThrow('no element matches "#nowhere"');
  });

  test('is queued by the stub until the script has loaded, also if the stub is pasted twice', async ({
    companion,
    open,
    page,
  }) => {
    const stub = readWidgetFile('stub.js').replace('https://pay.example', companion.url);
    expect(stub.length).toBeLessThanOrEqual(512);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const widget = await open({
      head: `<script>${stub}</script><script>Tsena.mount('#pay', { orderToken: 'form' })</script><script>${stub}</script>`,
      body: '<div id="pay"></div>',
    });
    await expect(widget.button).toBeVisible();
    await expect(page.locator('#pay > tsena-checkout')).toHaveCount(1);
    expect(requests.filter((path) => path === '/v1/checkout.js')).toHaveLength(1);
  });
});
