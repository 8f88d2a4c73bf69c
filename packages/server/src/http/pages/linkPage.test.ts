import type { LinkId, OrderReference } from '@tsena/shared/checkout';
import type { PageData } from '@tsena/widget/server';
import { describe, expect, it } from 'vitest';
import type { LinkRow } from '../../backoffice/links/linkRows.ts';
import { type LinkPageContent, linkPage } from './linkPage.ts';

const link = {
  id: 'link_1' as LinkId,
  source: 'merchant',
  order_reference: 'LNK-1' as OrderReference,
  amount: 25_000,
  description: 'Lamba & "landy"',
  reusable: 0,
} as LinkRow;
const form = { action: 'link_1?lang=en', fields: { form: 'signed' }, mistake: undefined };
const content: LinkPageContent = { language: 'en', state: 'open', view: null, form, isRetry: false, live: null };

const write = (shown: Partial<LinkPageContent> = {}, changed: Partial<LinkRow> = {}) =>
  linkPage({ ...link, ...changed }, { ...content, ...shown });

describe('the page of a link', () => {
  it('names the amount and what is sold, also for previews', () => {
    expect(write()).toMatchObject({
      preview: { description: 'Lamba & "landy"' },
      amount: '25000',
      about: 'Lamba & "landy"',
    });
  });

  it('without a description names the order, unless each payer gets one of their own', () => {
    expect(write({}, { description: null })).toMatchObject({ preview: { description: null }, about: 'LNK-1' });
    expect(write({}, { description: null, reusable: 1 }).about).toBeNull();
  });

  it('has the form, and says that a payment is in progress', () => {
    expect(write().view).toEqual({ kind: 'form', form, isBusy: false });
    expect(write({ state: 'busy', view: 'waiting', isRetry: true }).view).toEqual({ kind: 'form', form, isBusy: true });
    expect(write({ state: 'waiting' }).view).toEqual({ kind: 'sent', back: 'link_1?lang=en' });
  });

  it.each([
    ['paid', 'paid', 'paid'],
    // Another order of this reusable link is not said.
    ['paid', null, 'paid'],
    ['paid', 'refunded', 'refunded'],
    ['paid', 'paid_twice', 'paid_twice'],
    ['in_progress', 'review', 'review'],
    ['in_progress', 'confirming', 'confirming'],
  ] as const)('that is %s shows what is true of its order (%s), and no form', (state, view, shown) => {
    expect(write({ state, view }).view).toEqual({ kind: 'order', view: shown });
  });

  it.each(['waiting', 'unresolved'] as const)(
    'with a payment that is %s says that a request is open, and asks before a new one',
    (view) => {
      const open = { view: { kind: 'open', links: null }, refreshSeconds: 10 };
      for (const state of ['in_progress', 'busy'] as const) expect(write({ state, view })).toMatchObject(open);
      const links = { status: 'link_1?lang=en', retry: 'link_1?lang=en&view=retry' };
      expect(write({ state: 'open', view }).view).toEqual({ kind: 'open', links });
      const live = { language: 'en' } as PageData;
      expect(write({ state: 'open', view, isRetry: true, live }).view).toMatchObject({ kind: 'form', isBusy: true });
      // The form that was sent keeps what is typed.
      const mistake = { typed: '12', text: 'A reason.' };
      expect(write({ state: 'open', view, form: { ...form, mistake } }).view.kind).toBe('form');
    },
  );

  it.each<[LinkPageContent['state'], string, string, Partial<LinkRow>]>([
    ['exhausted', 'closed', 'Too many attempts for this order.', {}],
    ['changed', 'closed', 'This order already has a payment with another amount.', {}],
    ['cancelled', 'closed', 'The seller has cancelled this link', {}],
    ['expired', 'closed', 'This link has expired', {}],
    ['expired', 'closed', 'This payment page has expired. Go back to the shop.', { source: 'shop' }],
  ])('that is %s is closed (%s) and says “%s”', (state, reason, text, changed) => {
    expect(write({ state }, changed).view).toEqual({ kind: 'closed', reason, text: expect.stringContaining(text) });
  });
});
