import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { html } from './html.ts';
import { createLook, heading, type Page, sendPage } from './layout.ts';
import { pageTexts } from './texts.ts';

type LookSettings = Parameters<typeof createLook>[0];

const settings = {
  brand: { color: null, logoUrl: null },
  merchant: { partnerName: 'Lamba & co' },
  operator: { environment: 'production' },
} as unknown as LookSettings;
const logo = { ...settings, brand: { color: null, logoUrl: 'https://shop.example/logo.png' } };
const sandbox = { ...settings, operator: { environment: 'sandbox' } } as unknown as LookSettings;

const scripts = {
  first: { name: 'checkout-0123456789abcdef.js', integrity: 'sha384-first' },
  rest: [{ name: 'checkout-rest-1.js', integrity: 'sha384-rest' }],
};
const page: Page = {
  title: 'A <title>',
  preview: null,
  refreshSeconds: null,
  amount: null,
  about: null,
  body: html`<section>body</section>`,
  enhancement: null,
};
const enhancement = { token: 'the-token', query: '?lang=en' };

/** Sends a page over HTTP. */
async function send(changed: Partial<Page> = {}, given = settings) {
  const app = express();
  app.get('/', (_request, response) => sendPage(response, 422, createLook(given, scripts), pageTexts('en', null), { ...page, ...changed }));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const response = await fetch(url, { headers: { Connection: 'close' } });
  const text = await response.text();
  await new Promise((resolve) => server.close(resolve));
  return { status: response.status, headers: response.headers, text: text.replaceAll('\u00a0', ' ') };
}

describe('a payment page', () => {
  it('has its status, its type, and headers against framing, storing and tracing', async () => {
    const { status, headers, text } = await send();
    expect(status).toBe(422);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      vary: 'Accept-Language',
    });
    expect(headers.get('refresh')).toBeNull();
    expect(text).toMatch(/^<!doctype html><html lang="en"><head><meta charset="utf-8">/);
    expect(text).toContain('<title>A &lt;title&gt;</title><style>');
    expect(text).toContain('<header><p>To Lamba &amp; co</p></header><section>body</section></main>');
    expect(text).not.toMatch(/refresh|og:|<img|<script|<h1>|<small>|Test, no real money/);
  });

  it('shows and allows the merchant’s logo, also in previews', async () => {
    const { headers, text } = await send({ preview: { description: 'Lamba' } }, logo);
    expect(headers.get('content-security-policy')).toContain("; img-src https://shop.example/logo.png; form-action 'self'");
    expect(text).toContain('<header><img src="https://shop.example/logo.png" alt=""><p>');
    expect(text).toContain(
      '<meta property="og:title" content="A &lt;title&gt;"><meta property="og:description" content="Lamba"><meta property="og:image" content="https://shop.example/logo.png">',
    );
  });

  it('shows the amount, what it is for, and that the sandbox takes no money', async () => {
    const { text } = await send({ amount: '25000', about: 'Lamba & landy' }, sandbox);
    expect(text).toContain(
      '<header><p class="x">Test, no real money</p><p>To Lamba &amp; co</p><h1>25,000 Ar</h1><small>Lamba &amp; landy</small></header>',
    );
  });

  it('loads itself again, by its header and without a script', async () => {
    const { headers, text } = await send({ refreshSeconds: 5 });
    expect(headers.get('refresh')).toBe('5');
    expect(text).toContain('<meta http-equiv="refresh" content="5"><title>');
  });
});

describe('a payment page that loads the widget', () => {
  it('loads itself again without a script only: the header would do so under the widget too', async () => {
    const { headers, text } = await send({ enhancement, refreshSeconds: 5 });
    expect(headers.get('refresh')).toBeNull();
    expect(text).toContain('<noscript><meta http-equiv="refresh" content="5"></noscript><title>');
    expect(text).toContain('data-refresh="5">');
  });
});

describe('a heading', () => {
  it('has its icon, which no screen reader reads', () => {
    expect(heading('paid', 'Paid & done').text).toBe(
      '<h2 class="paid"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="m4 12.5 5 5 11-11"/></svg>Paid &amp; done</h2>',
    );
  });
});
