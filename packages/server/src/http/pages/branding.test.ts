import { serve } from '@tsena/testkit/serve';
import express from 'express';
import { expect, it } from 'vitest';
import { testSettings } from '../../../test/support/operatorFixture.ts';
import { untilTestEnds } from '../../../test/support/use.ts';
import { createBranding, type Page, sendPage } from './branding.ts';

const settings = testSettings('https://operator.example', { OPERATOR_ENVIRONMENT: 'production' });

const script = { name: 'checkout-0123456789abcdef.js', integrity: 'sha384-script' };
const page: Page = {
  preview: { description: 'Lamba' },
  amount: '25000',
  about: null,
  view: { kind: 'closed', reason: 'error', text: 'A reason.' },
};

it('a payment page shows the merchant’s logo, and allows it and the operator’s alone', async () => {
  const logos = {
    BRAND_LOGO_URL: 'https://shop.example/logo.png',
    OPERATOR_LOGO_URL: 'https://shop.example/operator.png',
  };
  const branding = createBranding({ ...settings, ...logos, PARTNER_NAME: 'Lamba & <co>' }, script);
  const app = express();
  app.get('/', (_request, response) => sendPage(response, 422, branding, { language: 'en', query: '' }, page));
  const { url } = await untilTestEnds(serve(app));
  const response = await fetch(url);
  const { headers } = response;
  const text = await response.text();
  expect(headers.get('content-security-policy')).toContain(
    "; img-src https://shop.example/logo.png https://shop.example/operator.png; form-action 'self'",
  );
  expect(text).toContain(
    '<header part="summary"><img src="https://shop.example/logo.png" alt/><p>To Lamba &amp; &lt;co>',
  );
  expect(text).toContain(
    '<meta property="og:title" content="Lamba &amp; &lt;co> · 25,000\u00a0Ar"/><meta property="og:description" content="Lamba"/><meta property="og:image" content="https://shop.example/logo.png"/>',
  );
});
