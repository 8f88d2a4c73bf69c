import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
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

  const artisan = (command, other = {}) => {
    const { status, stdout } = spawnSync('php', ['artisan', command, '--no-ansi'], {
      cwd: application.folder,
      env: { PATH: process.env.PATH, ...application.env, ...settings, ...other },
      encoding: 'utf8',
    });
    return { status, output: stdout.trim() };
  };

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

  it('tsena:check says that the settings are right, and which address the companion needs', () => {
    expect(artisan('tsena:check')).toEqual(CORRECT);
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
  ])('tsena:check names %s', (_what, other, output) => {
    expect(artisan('tsena:check', other)).toEqual({ status: 1, output: expect.stringMatching(output) });
  });

  it('tsena:check names an address that is no companion', () => {
    const { status, output } = artisan('tsena:check', { TSENA_COMPANION_URL: shop });
    expect(status).toBe(1);
    expect(output).toMatch(/does not answer as a companion: HTTP 404\. Check the address\.$/);
  });

  it('tsena:check works from cached settings, and the webhook from cached routes', async () => {
    expect(artisan('config:cache').status).toBe(0);
    expect(artisan('route:cache').status).toBe(0);
    const empty = { TSENA_COMPANION_URL: '', TSENA_ORDER_TOKEN_SECRET: '', TSENA_WEBHOOK_SECRET: '' };
    expect(artisan('tsena:check', empty)).toEqual(CORRECT);
    expect(await sendWebhook(`${shop}/tsena/webhook`, 'tsena.ping', {})).toBe(204);
    artisan('route:clear');
    artisan('config:clear');
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

    it('without scripts leads from the form in its page to the hosted page', async () => {
      const context = await browser.newContext({ javaScriptEnabled: false, locale: 'fr' });
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      await page.goto(`${shop}/orders/CMD-1043`);
      await page.getByLabel('Numéro mobile money').fill(PAYER);
      await page.getByRole('button', { name: /^Payer 25.000.Ar$/ }).click();
      await page.waitForURL(`${companion.url}/pay/*`);
      await page.getByRole('button', { name: /^Payer 25.000.Ar$/ }).waitFor();
      await context.close();
    });
  });
});
