import { serve } from '@tsena/testkit/serve';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { untilTestEnds } from '../../../test/support/use.ts';
import { createBranding, type Page, sendPage } from './branding.ts';

type BrandingSettings = Parameters<typeof createBranding>[0];

const settings = {
  brand: { color: null, logoUrl: null },
  merchant: { partnerName: 'Lamba & co' },
  operator: { environment: 'production', name: null, logoUrl: null },
} as unknown as BrandingSettings;

const script = { name: 'checkout-0123456789abcdef.js', integrity: 'sha384-script' };
const other = { name: 'other.js', integrity: 'sha384-other' };
const page: Page = {
  title: 'A <title>',
  preview: null,
  refreshSeconds: null,
  amount: null,
  about: null,
  query: '',
  view: { kind: 'closed', reason: 'error', text: 'A reason.' },
};
/** Sends a page over HTTP. */
async function send(changed: Partial<Page> = {}, given = settings) {
  const app = express();
  app.get('/', (_request, response) =>
    sendPage(response, 422, createBranding(given, { mg: other, fr: other, en: script }), 'en', { ...page, ...changed }),
  );
  const { url } = await untilTestEnds(serve(app));
  const response = await fetch(url);
  const text = await response.text();
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
    expect(text).toMatch(/^<!doctype html><html lang="en"><head><meta charset="utf-8"\/>/);
    expect(text).toContain('<title>A &lt;title></title><style>');
    expect(text).toContain('<header part="summary"><p>To Lamba &amp; co</p></header>');
    expect(text).toContain('We cannot show this page</h2><p id="lead">A reason.</p>');
    expect(text).not.toMatch(/http-equiv|og:|<img|<script|<h1|Test, no real money/);
  });

  it('shows the merchant’s logo, also in previews, and allows it and the operator’s from these addresses only', async () => {
    const operator = { ...settings.operator, logoUrl: 'https://shop.example/operator.png' };
    const brand = { color: null, logoUrl: 'https://shop.example/logo.png' };
    const { headers, text } = await send({ preview: { description: 'Lamba' } }, { ...settings, brand, operator });
    expect(headers.get('content-security-policy')).toContain(
      "; img-src https://shop.example/logo.png https://shop.example/operator.png; form-action 'self'",
    );
    expect(text).toContain('<header part="summary"><img src="https://shop.example/logo.png" alt/><p>');
    expect(text).toContain(
      '<meta property="og:title" content="A &lt;title>"/><meta property="og:description" content="Lamba"/><meta property="og:image" content="https://shop.example/logo.png"/>',
    );
  });
});
