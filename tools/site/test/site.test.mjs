import assert from 'node:assert/strict';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};
const WAIT_MS = 60_000;

let server;
let browser;
let url;
before(async () => {
  server = createServer(({ url: target }, response) => {
    const path = join(dist, normalize(decodeURIComponent(new URL(target, 'http://site').pathname)));
    const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path;
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${server.address().port}`;
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] });
});
after(async () => {
  await browser?.close();
  server.closeAllConnections();
  server.close();
});

/** Opens a page, and fails if it writes an error to the console or asks another site for something. */
async function visit(path, { width, colorScheme }, work) {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  const faults = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on(
    'request',
    (request) =>
      !request.url().startsWith(url) && !request.url().startsWith('data:') && faults.push(`asks ${request.url()}`),
  );
  try {
    await page.goto(`${url}${path}`, { waitUntil: 'load', timeout: WAIT_MS });
    await work?.(page);
    assert.deepEqual(faults, []);
    if (process.env.PICTURES)
      await page.screenshot({
        path: join(process.env.PICTURES, `${path.replace(/\W/g, '_')}${width}${colorScheme}.png`),
      });
  } finally {
    await context.close();
  }
}

const PHONE = { width: 360, colorScheme: 'light' };
const DESKTOP = { width: 1280, colorScheme: 'light' };

describe('the built site', () => {
  for (const path of ['/', '/configuration.html', '/fr/', '/recipes/', '/playground/', '/reference/']) {
    for (const look of [PHONE, { width: 1280, colorScheme: 'dark' }]) {
      it(`${path} fits ${look.width} px, ${look.colorScheme}, without an error`, () =>
        visit(path, look, async (page) => {
          assert.notEqual(await page.locator('h1').first().textContent(), '');
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), look.width);
        }));
    }
  }

  it('has a policy without unsafe-inline scripts on each page, which forbids an added script', () =>
    visit('/manual.html', DESKTOP, async (page) => {
      const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
      assert.match(policy ?? '', /^default-src 'none'; script-src 'self' 'sha256-/);
      assert.doesNotMatch(policy?.split('style-src')[0] ?? '', /unsafe/);
    }));

  for (const [from, language, title] of [
    ['/links.html', 'Français', 'Liens de paiement'],
    ['/fr/links.html', 'Malagasy', 'Rohy fandoavana'],
    ['/api.html', 'Français', 'The HTTP interface'],
  ]) {
    it(`keeps the page ${from} when the reader chooses ${language}`, () =>
      visit(from, DESKTOP, async (page) => {
        await page.locator('.VPNavBarTranslations button').hover();
        await page.locator('.VPNavBarTranslations').getByRole('link', { name: language }).click();
        await page.locator('h1', { hasText: title }).waitFor();
        assert.match(page.url(), new RegExp(`/(fr|mg)/${from.split('/').pop()}$`));
      }));
  }

  it('has each page as Markdown, and a list of them', async () => {
    const list = await (await fetch(`${url}/llms.txt`)).text();
    const pages = [...list.matchAll(/\]\((\/[^)]+\.md)\)/g)].map(([, page]) => page);
    assert.ok(pages.includes('/links.md') && pages.includes('/fr/links.md') && pages.includes('/mg/links.md'));
    for (const page of pages) assert.equal((await fetch(`${url}${page}`)).status, 200, page);
    assert.match(await (await fetch(`${url}/fr/links.md`)).text(), /^# Liens de paiement\n/);
  });

  it('finds a page by a word in it, without another site', () =>
    visit('/manual.html', DESKTOP, async (page) => {
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('searchbox').fill('ATTEMPT_COOLDOWN_SECONDS');
      await page.locator('a.result[href*=configuration]').first().click();
      await page.waitForURL(/configuration/);
    }));

  it('changes the colours by the switch', () =>
    visit('/manual.html', DESKTOP, async (page) => {
      await page.getByRole('switch').first().click();
      await page.waitForFunction(() => document.documentElement.classList.contains('dark'));
    }));

  it('links each side-bar entry to a page that opens', () =>
    visit('/manual.html', DESKTOP, async (page) => {
      await page.locator('#VPSidebarNav').getByRole('link', { name: 'Webhooks' }).first().click();
      await page.waitForURL(/webhooks/);
    }));
});

describe('the playground', () => {
  it('takes a payment from the form to "paid", and shows the events', () =>
    visit('/playground/', PHONE, async (page) => {
      await page.getByLabel('Mobile money number').fill('0343500003');
      await page.getByRole('button', { name: /pay/i }).click();
      await page.locator('#events li', { hasText: 'tsena:completed completed' }).waitFor();
    }));

  it('shows each state', () =>
    visit('/playground/', DESKTOP, async (page) => {
      const states = await page.locator('select[name=scene] option').allTextContents();
      assert.equal(states.length, 14);
      for (const state of states) {
        await page.selectOption('select[name=scene]', state);
        const isProblem = /^(order token expired|companion without)/.test(state);
        const event = await page.locator('#events li').first().textContent();
        assert.match(event ?? '', isProblem ? /^tsena:error / : /^tsena:ready /, state);
      }
    }));

  it('applies a colour to the widget and to the example', () =>
    visit('/playground/', DESKTOP, async (page) => {
      await page.locator('input[type=color]').fill('#aa0000');
      await page.locator('#markup', { hasText: '--tsena-accent: #aa0000' }).waitFor();
      const colour = await page
        .locator('tsena-checkout')
        .evaluate((element) => getComputedStyle(element).getPropertyValue('--tsena-accent'));
      assert.equal(colour.trim(), '#aa0000');
    }));
});
