import { expect, it } from 'vitest';
import { html } from './html.ts';
import { writePrice } from './view.ts';

it('html escapes every text once', () => {
  const name = html`<b title="${'"\'&'}">${'<script>'}</b>`;
  expect(html`<p>${[name, name]}${undefined}${7}</p>`.text).toBe(
    `<p>${'<b title="&quot;&#39;&amp;">&lt;script&gt;</b>'.repeat(2)}7</p>`,
  );
});

it('writePrice groups thousands and adds Ar', () => {
  expect(writePrice(900, { language: 'en' })).toBe('900\u00a0Ar');
  expect(writePrice(1_250_000, { language: 'fr' })).toBe('1\u00a0250\u00a0000\u00a0Ar');
});
