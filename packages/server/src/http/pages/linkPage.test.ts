import type { LinkId, OrderReference } from '@tsena/shared/checkout';
import { describe, expect, it } from 'vitest';
import type { LinkRow } from '../../backoffice/links/linkRows.ts';
import { type LinkPageContent, linkPage } from './linkPage.ts';
import { pageTexts } from './texts.ts';

const texts = pageTexts('en', null);
const link = {
  id: 'link_1' as LinkId,
  source: 'merchant',
  order_reference: 'LNK-1' as OrderReference,
  amount: 25_000,
  description: 'Lamba & "landy"',
  reusable: 0,
} as LinkRow;
const content: LinkPageContent = {
  partnerName: 'Tsena',
  state: 'open',
  field: 'signed',
  query: '?lang=en',
  enhancement: null,
  typed: null,
  error: null,
};

const write = (shown: Partial<LinkPageContent> = {}, changed: Partial<LinkRow> = {}) =>
  linkPage(texts, { ...link, ...changed }, { ...content, ...shown });
const bodyOf = (...args: Parameters<typeof write>) => write(...args).body.text.replaceAll('\u00a0', ' ');

describe('the page of a link', () => {
  it('names the merchant, the amount and what is sold, also for previews', () => {
    const enhancement = { token: 'token', query: '' };
    expect(write({ enhancement })).toMatchObject({
      title: 'Tsena · 25,000\u00a0Ar',
      preview: { description: 'Lamba & "landy"' },
      refreshSeconds: null,
      amount: '25000',
      about: 'Lamba & "landy"',
      enhancement,
    });
  });

  it('without a description names the order, unless each payer gets one of their own', () => {
    expect(write({}, { description: null })).toMatchObject({ preview: { description: null }, about: 'LNK-1' });
    expect(write({}, { description: null, reusable: 1 }).about).toBeNull();
  });

  it('says that a payment is in progress, and then what is wrong with the form', () => {
    expect(bodyOf({ state: 'busy' })).toContain('</h2><p class="n">A payment of this order is in progress.');
    const wrong = bodyOf({ state: 'busy', typed: '034', error: 'Too short.' });
    expect(wrong).not.toContain('A payment of this order is in progress');
    expect(wrong).toContain('value="034" aria-invalid="true" autofocus><p id="note" class="e" role="alert">Too short.</p>');
  });

  it.each<[LinkPageContent['state'], string, string, Partial<LinkRow>]>([
    ['paid', 'Already paid', 'This order is paid. Nothing remains to pay.', {}],
    ['review', 'Payment under review', 'The shop is checking your payment. Do not pay again.', {}],
    ['exhausted', 'This page takes no payment any more', 'Too many attempts for this order.', {}],
    ['changed', 'This page takes no payment any more', 'This order already has a payment with another amount.', {}],
    ['cancelled', 'This page takes no payment any more', 'The seller has cancelled this link', {}],
    ['expired', 'This page takes no payment any more', 'This link has expired', {}],
    ['expired', 'This page takes no payment any more', 'This payment page has expired. Go back to the shop.', { source: 'shop' }],
  ])('that is %s says “%s” and “%s”, without a form', (state, heading, text, changed) => {
    const body = bodyOf({ state }, changed);
    expect(body).toContain(`${heading}</h2><p>${text}`);
    expect(body).not.toContain('<form');
  });
});
