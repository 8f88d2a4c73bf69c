import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser } from '../../testing/browser.mjs';
import { ORDER_TOKEN_SECRET, prepareCompanion, sendWebhook, until, WEBHOOK_SECRET } from '../../testing/companion.mjs';
import { freePort, start, stopAll } from '../../testing/processes.mjs';
import { hasLaravel, makeApplication } from './application.mjs';

const PAYER = '0343500003';

const browserPath = findBrowser();
if (browserPath === undefined)
  console.warn('!!! No Chrome or Chromium is installed: the Laravel package is NOT tried in a browser.');

describe.skipIf(!hasLaravel())('the shop of the manual with tsena/laravel', () => {
  let companion;
  let application;
  let shop;
  let settings;

  /** Runs a command of the application: what it prints, and the status with which it ends. */
  const artisan = (command, other = {}) =>
    new Promise((resolve) => {
      const env = { ...process.env, ...application.env, ...settings, ...other };
      const options = { cwd: application.folder, env };
      execFile('php', ['artisan', command, '--no-ansi'], options, (error, stdout) =>
        resolve({ status: error?.code ?? 0, output: stdout.trim() }),
      );
    });

  beforeAll(async () => {
    companion = await prepareCompanion();
    application = makeApplication();
    shop = `http://127.0.0.1:${await freePort()}`;
    settings = {
      SHOP_URL: shop,
      TSENA_COMPANION_URL: companion.url,
      TSENA_ORDER_TOKEN_SECRET: ORDER_TOKEN_SECRET,
      TSENA_WEBHOOK_SECRET: WEBHOOK_SECRET,
    };
    await companion.start(`${shop}/tsena/webhook`, { ALLOWED_ORIGINS: shop });
    // PHP's server logs each request to standard error. The page and the webhook come at the same time.
    start('php', ['-S', new URL(shop).host, '-t', 'public', 'public/index.php'], {
      env: { ...application.env, ...settings, PHP_CLI_SERVER_WORKERS: '4' },
      errors: 'ignore',
      directory: application.folder,
    });
    await until(async () => {
      if (!(await fetch(`${shop}/orders/CMD-1042`)).ok) throw new Error('The shop does not answer.');
    });
  });

  afterEach(() => artisan('cache:clear'));

  afterAll(() => {
    stopAll();
    companion?.removeFiles();
    if (application !== undefined) rmSync(application.folder, { recursive: true });
  });

  const CORRECT = {
    status: 0,
    output: expect.stringMatching(
      /^The settings are right: .* takes sandbox payments\.\nOn the companion, set WEBHOOK_URL=http:\/\/127\.0\.0\.1:\d+\/tsena\/webhook,/,
    ),
  };

  it('tsena:check says that the settings are right, and which address the companion needs', async () => {
    expect(await artisan('tsena:check')).toEqual(CORRECT);
  });

  it.each([
    [
      'no settings',
      { TSENA_COMPANION_URL: '', TSENA_ORDER_TOKEN_SECRET: '', TSENA_WEBHOOK_SECRET: '' },
      /^TSENA_COMPANION_URL: companionUrl must be .*\nTSENA_ORDER_TOKEN_SECRET: .* is missing\.\nTSENA_WEBHOOK_SECRET: .* is missing\.$/,
    ],
    ['a misspelt environment', { TSENA_ENVIRONMENT: 'live' }, /^TSENA_ENVIRONMENT: must be sandbox or production/],
    [
      'another order-token secret',
      { TSENA_ORDER_TOKEN_SECRET: 'x'.repeat(32) },
      /^TSENA_ORDER_TOKEN_SECRET: is not the ORDER_TOKEN_SECRET of the companion\.$/,
    ],
    [
      'another environment',
      { TSENA_ENVIRONMENT: 'production' },
      /^TSENA_ENVIRONMENT: is production, but the companion's OPERATOR_ENVIRONMENT is sandbox\.$/,
    ],
    [
      'an address where nothing answers',
      { TSENA_COMPANION_URL: 'http://127.0.0.1:1' },
      /^TSENA_COMPANION_URL: http:\/\/127\.0\.0\.1:1 does not answer\./,
    ],
  ])('tsena:check names %s', async (_what, other, output) => {
    expect(await artisan('tsena:check', other)).toEqual({ status: 1, output: expect.stringMatching(output) });
  });

  it('tsena:check names an address that is no companion', async () => {
    const { status, output } = await artisan('tsena:check', { TSENA_COMPANION_URL: shop });
    expect(status).toBe(1);
    expect(output).toMatch(/does not answer as a companion: HTTP 404\. Check the address\.$/);
  });

  it('tsena:check names a clock that is wrong', async () => {
    const server = createServer((_request, response) => {
      response.setHeader('Date', new Date(Date.now() + 600_000).toUTCString());
      response.end(JSON.stringify({ environment: 'sandbox' }));
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const TSENA_COMPANION_URL = `http://127.0.0.1:${server.address().port}`;
    const { status, output } = await artisan('tsena:check', { TSENA_COMPANION_URL });
    server.close();
    expect(status).toBe(1);
    expect(output).toMatch(/^The clocks of this server and of the companion are (59\d|60\d) s apart\. Correct the one/);
  });

  it('tsena:check works from cached settings, and the webhook from cached routes', async () => {
    expect((await artisan('config:cache')).status).toBe(0);
    expect((await artisan('route:cache')).status).toBe(0);
    const empty = { TSENA_COMPANION_URL: '', TSENA_ORDER_TOKEN_SECRET: '', TSENA_WEBHOOK_SECRET: '' };
    expect(await artisan('tsena:check', empty)).toEqual(CORRECT);
    expect(await sendWebhook(`${shop}/tsena/webhook`, 'tsena.ping', {})).toBe(204);
    await artisan('route:clear');
    await artisan('config:clear');
  });

  describe.skipIf(browserPath === undefined)('in a browser', () => {
    let browser;
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
    });
    afterAll(() => browser?.close());

    it('takes the payment of an order in its own page, and marks the order as paid', async () => {
      const page = await browser.newPage({ locale: 'fr' });
      page.setDefaultTimeout(30_000);
      await page.goto(`${shop}/orders/CMD-1042`);
      // The form of the HTML gives way to the widget.
      await page.getByText('Ne tapez jamais votre code secret').waitFor();
      expect(await page.getByRole('button', { name: /Payer 44.500.Ar/ }).count()).toBe(1);
      await page.getByRole('textbox', { name: 'Numéro mobile money' }).pressSequentially(PAYER);
      await page.getByRole('button', { name: /^Payer/ }).click();
      await page.getByRole('heading', { name: 'Confirmez sur votre téléphone' }).waitFor();
      await companion.answerAll();
      await page.getByRole('heading', { name: 'Payé' }).waitFor();
      await companion.delivered('CMD-1042', 'payment.completed');
      await page.reload();
      await page.getByText('Paid').waitFor();
      await page.close();
    });

    it('shows the widget under a policy that allows scripts by their nonce only', async () => {
      const page = await browser.newPage({ locale: 'fr' });
      page.setDefaultTimeout(30_000);
      const refused = [];
      page.on('console', (message) => {
        if (message.type() === 'error') refused.push(message.text());
      });
      await page.goto(`${shop}/strict`);
      await page.getByText('Ne tapez jamais votre code secret').waitFor();
      await page.getByRole('textbox', { name: 'Numéro mobile money' }).pressSequentially('03');
      expect(refused.filter((text) => !text.includes('favicon'))).toEqual([]);
      await page.close();
    });

    it('without scripts begins the payment by the form in its page, and leads to the waiting page', async () => {
      const context = await browser.newContext({ javaScriptEnabled: false, locale: 'fr' });
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      await page.goto(`${shop}/orders/CMD-1043`);
      await page.getByLabel('Numéro mobile money').fill(PAYER);
      await page.getByRole('button', { name: /^Payer 25.000.Ar$/ }).click();
      await page.waitForURL(`${companion.url}/pay/pay_*`);
      await page.getByRole('heading', { name: 'Confirmez sur votre téléphone' }).waitFor();
      await context.close();
    });
  });
});
