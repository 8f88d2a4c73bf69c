import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.ts';
import { eventsOf, expect, test, Widget } from './fixtures.ts';

test.describe('<Checkout>', () => {
  let app = '';
  test.beforeAll(async () => {
    app = await bundle('strictModeApp.js');
  });

  test('starts once and calls the latest handler in StrictMode', async ({ companion, open, page, shop }) => {
    const messages: string[] = [];
    page.on('console', (message) => message.type() === 'error' && messages.push(message.text()));
    shop.pages.set('/app.js', { type: 'text/javascript; charset=utf-8', body: app });
    await open({
      body: `<div id="app"></div><script>window.companionUrl = '${companion.url}'</script><script src="/app.js"></script>`,
    });
    const widget = new Widget(page, page.locator('.pay'));
    await expect(widget.button).toHaveText('Pay 25,000 Ar');
    await widget.pay();
    await expect(widget.view('waiting')).toBeVisible();
    await page.locator('#swap').click();
    companion.updatePayment('form', { status: 'completed' });
    await expect(widget.view('paid')).toBeVisible();

    expect(companion.requestsTo('POST', /payments$/)).toHaveLength(1);
    expect(companion.requestsTo('GET', /v1\/checkout$/)).toHaveLength(1);
    await expect
      .poll(() => eventsOf(page))
      .toEqual(['ready', 'change:pending', 'change:completed', 'completed:completed']);
    // The latest handler was called, and the checkout did not restart.
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { changes: string[] }).changes))
      .toEqual(['0:pending', '1:completed']);
    expect(messages).toEqual([]);
  });

  test('renders an empty element on a server', () => {
    const program = `
      import { Checkout } from '@tsena/widget';
      import { createElement } from 'react';
      import { renderToString } from 'react-dom/server';
      process.stdout.write(renderToString(createElement(Checkout, { orderToken: 'form', companionUrl: 'https://pay.example' })));`;
    const folder = fileURLToPath(new URL('..', import.meta.url));
    expect(
      execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: folder, encoding: 'utf8' }),
    ).toBe('<div></div>');
  });
});
